"""The style sheets of the page: breakpoints are in one file, and no component styles another."""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "web/src"
BREAKPOINT = re.compile(r"(?:@media\b|matchMedia\()[^{\n]*\b(?:width|height)\b")


def files_with(pattern: str | re.Pattern[str], *suffixes: str) -> list[str]:
    """The names of the source files that have a pattern in them."""
    found = [path for path in sorted(SOURCES.rglob("*")) if path.suffix in suffixes]
    return [path.name for path in found if re.search(pattern, path.read_text(encoding="utf-8"))]


def test_every_breakpoint_is_a_custom_media_query() -> None:
    assert files_with(BREAKPOINT, ".svelte", ".css", ".ts") == []
    assert files_with("@custom-media", ".svelte", ".css") == ["breakpoints.css"]


def test_no_component_styles_the_inside_of_another() -> None:
    assert files_with(":global", ".svelte", ".css") == []


def test_no_class_of_the_sprite_is_one_of_the_shared_styles() -> None:
    # The size of a rectangle of SVG is a matter of styles, too: `.cloth` made the backs of cards too short.
    sprite = (SOURCES / "table/cards/Sprite.svelte").read_text(encoding="utf-8")
    drawn = set(re.findall(r'class="([\w-]+)"', sprite))
    shared = {
        name for path in SOURCES.rglob("*.css") for name in re.findall(r"^\.([\w-]+)", path.read_text("utf-8"), re.M)
    }
    assert drawn and not drawn & shared
