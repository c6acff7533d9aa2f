"""The page of a solved endgame in a browser: from act to act, from cell to hand, at both widths."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from croupier.cli.main import main

from .room import Room

RANGES = "KhKd:0.5, 5c4c", "AhAd, QhQd"
SPOT = ("--board", "Ks 7d 2c 9h 3s", "--pot", "100", "--stack", "100", "--sizes", "all-in", "--iterations", "300")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_solution_is_clicked_through(room: Room, tmp_path: Path, width: int) -> None:
    out = tmp_path / "river.html"
    assert main(["solve", *RANGES, *SPOT, "--out", str(out)]) == 0
    page = await room.browser.new_page(viewport={"width": width, "height": 844})
    flaws: list[str] = []
    page.on("pageerror", lambda error: flaws.append(str(error)))
    try:
        await page.goto(out.as_uri())
        await expect(page.locator("[data-part=box0] h2")).to_have_text("Player 1 to act")
        own = page.get_by_role("group", name="Range of player 1")
        await own.get_by_role(
            "button", name=re.compile(r"^KK: check \d+ %, bet 100, all-in \d+ %, 8 % in the range$")
        ).click()
        await expect(page.locator("[data-part=hand] .combos button")).to_have_count(1)
        await page.keyboard.press("ArrowRight")
        await expect(own.get_by_role("button", name=re.compile("^KQs: not in the range"))).to_be_focused()
        await page.get_by_role("button", name=re.compile("^All-in 100 50 %")).click()
        await expect(page.locator("[data-part=box0] h2")).to_have_text("Player 2 to act")
        await expect(page.locator("[data-part=path] .here")).to_contain_text("Player 1: bet 100, all-in")
        await expect(page.locator("[data-part=box0] .acts .btn:disabled")).to_have_count(2)
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator("[data-part=box0] h2")).to_have_text("Player 1 to act")
        assert await page.evaluate("document.documentElement.scrollWidth") == width
        assert flaws == []
    finally:
        await page.close()
