"""A solved endgame as one HTML file: both ranges as 13 × 13 grids, every hand's strategy, the tree to click through."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from .parts import file, script


def endgame_page(data: dict[str, Any], assumptions: Sequence[str], whose: str = "The solver") -> str:
    """The whole file. `data` is the result of `endgame.account.as_data`, with the ranges and the seconds that it took,
    or the blueprint's strategy on a flop."""
    code = file("endgame.js") + file("endgame_alone.js")
    told = {**data, "assumptions": assumptions, "whose": whose}
    title = f"{whose} on {data['board']}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Croupier</title><style>{file('endgame.css')}</style></head>\n<body>"
        f'<main class="solve"><header class="bar"><b class="brand">Croupier</b><h1>{escape(title)}</h1>'
        '<button type="button" class="btn" data-part="theme">Light or dark</button></header>'
        "<noscript><p>This page needs JavaScript.</p></noscript></main>"
        f"{script('endgame-data', code, told, module=True)}</body></html>\n"
    )
