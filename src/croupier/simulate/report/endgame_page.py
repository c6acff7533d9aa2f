"""A solved endgame as one HTML file: both ranges as 13 × 13 grids, every hand's strategy, the tree to click through."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from .parts import file, script


def endgame_page(data: dict[str, Any], assumptions: Sequence[str]) -> str:
    """The whole file. `data` is what `endgame.account.as_data` gives, with the ranges and the seconds it took."""
    title = f"The solver on {data['board']}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Croupier</title><style>{file('endgame.css')}</style></head>\n<body>"
        f'<main class="solve"><header class="bar"><b class="brand">Croupier</b><h1>{escape(title)}</h1>'
        '<button type="button" class="btn" data-part="theme">Light or dark</button></header>'
        '<ol class="path" data-part="path" aria-label="How the hand came here"></ol>'
        '<section class="ranges"><div class="tabs" data-part="tabs"></div>'
        '<article class="rangebox" data-part="box0"></article><article class="rangebox" data-part="box1"></article>'
        '<p class="quiet reading">A cell, from left to right: how often each act. Its height: how much of the hand is '
        "in the range. Above the diagonal suited, below it not. Press a cell for its hands, an act to go on; "
        "what a dashed act leads to is not on this page, or nobody decides anything there.</p>"
        "</section>"
        '<aside class="side" aria-label="One hand, and how exact this is"><div data-part="hand"></div>'
        f'<section><h3>How exact</h3><div data-part="exact"></div>'
        f'<p class="quiet">{" ".join(map(escape, assumptions))}</p></section></aside>'
        "<noscript><p>This page needs JavaScript.</p></noscript></main>"
        f"{script('endgame-data', file('endgame.js'), data)}</body></html>\n"
    )
