"""The report: one file that needs nothing else, says what the record says, and obeys nothing that a bot wrote."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.games.holdem import GAME, configure
from croupier.kernel.contract.record import Misdeed, Played, Series
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import to_dict
from croupier.simulate.match.results import Results
from croupier.simulate.report import write_report
from croupier.simulate.report.charts import (
    NARROW,
    WIDE,
    Curve,
    Dot,
    _apart,
    _overlap,
    curves,
    number,
    plane,
    round_steps,
)
from croupier.simulate.report.findings import POINTS, POTS, Findings, gather
from tests.simulate.records import write_record
from tests.toys.kuhn import GAME as KUHN

HOSTILE = "</script><b>&'\"evil.py"


class Reader(HTMLParser):
    """Collects the elements and the texts of a page, and checks that elements are closed in order."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def report(folder: Path, **options: Any) -> tuple[str, list[Played]]:
    series, matches = write_record(folder / "record.jsonl", **options)
    game = options.get("game", GAME)
    results = Results(series.bots, 1, ("bb/100", 10.0))
    scores = np.array([played.scores for played in matches])
    results.add(np.array([played.seating for played in matches]), scores, 16 * scores)
    write_report(game, folder / "record.jsonl", results, folder / "out.html")
    return (folder / "out.html").read_text(encoding="utf-8"), matches


def data_of(page: str) -> list[dict[str, Any]]:
    found = re.search(r'<script type="application/json" id="pots-data">(.*?)</script>', page, re.S)
    assert found
    made: list[dict[str, Any]] = json.loads(found[1])
    return made


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    page, _ = report(tmp_path)
    read = Reader(page)
    assert read.open == []
    assert {tag for tag, _ in read.seen}.isdisjoint({"link", "img", "iframe", "object", "base"})
    assert not any({"src", "href"} & set(attributes) for _, attributes in read.seen)
    assert "http" not in page and "@import" not in page and "url(" not in page


def test_it_has_every_part(tmp_path: Path) -> None:
    page, _ = report(tmp_path, misdeed=Misdeed(2, 1, "raised", "ValueError: no", "CALL"))
    headings = re.findall(r"<h2>(.*?)</h2>", page)
    assert headings == ["Results", "Cumulative winnings", "Style", "Biggest pots", "Misdeeds"]
    assert "ValueError: no" in page and "<code>CALL</code>" in page
    assert page.count('<svg class="chart wide"') == page.count('<svg class="chart narrow"') == 2


def test_text_of_a_bot_is_escaped(tmp_path: Path) -> None:
    plain, _ = report(tmp_path / "plain", misdeed=Misdeed(2, 1, "raised", "x", "CALL"))
    names = [HOSTILE, "b", "c"]
    page, _ = report(tmp_path, bots=names, misdeed=Misdeed(2, 0, HOSTILE, HOSTILE, HOSTILE))
    tags = [tag for tag, _ in Reader(page).seen]
    assert tags == [tag for tag, _ in Reader(plain).seen]
    assert HOSTILE not in page
    assert data_of(page)[0]["seats"][0]["name"] in names
    assert HOSTILE in {seat["name"] for pot in data_of(page) for seat in pot["seats"]}


def test_the_biggest_pots_are_there_with_every_step(tmp_path: Path) -> None:
    page, matches = report(tmp_path, deals=15)
    biggest = sorted(matches, key=lambda played: played.swing, reverse=True)[:POTS]
    pots = data_of(page)
    assert [len(pot["steps"]) for pot in pots] == [len(played.moves) + 1 for played in biggest]
    for pot, played in zip(pots, biggest, strict=True):
        opening = pot["steps"][pot["opening"]]["scene"]
        hands = [zone["cards"] for zone in opening["zones"] if "owner" in zone]
        assert len(hands) == 3 and all(len(hand) == 2 and all(card.get("name") for card in hand) for hand in hands)
        last = pot["steps"][-1]["scene"]
        assert [seat["chips"] - 1_000 for seat in last["seats"]] == played.scores


def test_a_game_without_words_of_its_own_is_shown_too(tmp_path: Path) -> None:
    page, _ = report(tmp_path, game=KUHN, config=KUHN.configure(), seats=2)
    scene = data_of(page)[0]["steps"][1]["scene"]
    assert [seat["seat"] for seat in scene["seats"]] == [0, 1] and scene["pots"] == [{"chips": 2}]
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["Results", "Cumulative winnings", "Biggest pots"]


def test_a_single_hand_has_no_interval_to_draw(tmp_path: Path) -> None:
    page, _ = report(tmp_path, deals=1)
    assert "inf" not in re.findall(r"<h2>Results.*?</section>", page, re.S)[0] and "unknown" in page
    assert "nan" not in page


def test_a_page_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    series, matches = write_record(tmp_path / "record.jsonl")
    results = Results(series.bots, 1, ("bb/100", 10.0))
    scores = np.array([played.scores for played in matches])
    results.add(np.array([played.seating for played in matches]), scores, 16 * scores)
    with pytest.raises(BadInput, match="cannot be written: No such file"):
        write_report(GAME, tmp_path / "record.jsonl", results, tmp_path / "nowhere" / "out.html")


def gathered(scores: list[list[int]], deals: list[int], adjusted: list[float] | None = None) -> Findings:
    config = configure(seats=2, hands=1, small_blind=5, big_blind=10)
    series = Series("holdem", GAME.version, to_dict(config), ["a", "b"], 1, False, max(deals) + 1)
    matches = [Played(deal, [0, 1], [], one, adjusted) for deal, one in zip(deals, scores, strict=True)]
    return gather(GAME, series, matches)


def test_the_curve_is_the_running_total_with_a_band_that_grows_with_chance() -> None:
    found = gathered([[100, -100], [-50, 50], [250, -250]], [0, 1, 2])
    assert found.unit == "bb" and found.matches == 3
    points = found.curves[0].points
    assert [(x, y) for x, y, _, _ in points] == [(0, 0), (1, 10), (2, 5), (3, 30)]
    deviation = np.std([10, -5, 25], ddof=1)
    assert points[-1][3] - points[-1][1] == pytest.approx(4.302653 * deviation * 3**0.5)
    assert found.curves[0].dashed == ()


def test_the_rotations_of_a_deal_are_one_sample() -> None:
    found = gathered([[100, -100], [-100, 100], [300, -300], [-300, 300]], [0, 0, 1, 1])
    assert found.curves[0].points[-1] == (4, 0, 0, 0)  # the same cards from both sides: no luck at all


def test_a_curve_is_thinned_out_by_what_was_played_and_not_by_what_was_asked_for() -> None:
    config = configure(seats=2, hands=1, small_blind=5, big_blind=10)
    series = Series("holdem", GAME.version, to_dict(config), ["a", "b"], 1, False, 10)  # extended by --resume since
    deals = 20 * POINTS
    found = gather(GAME, series, (Played(deal, [0, 1], [], [10, -10], [5.0, -5.0]) for deal in range(deals)))
    for curve in found.curves:
        assert POINTS // 2 <= len(curve.points) <= POINTS and len(curve.dashed) == len(curve.points)
        assert [y for _, y, _, _ in curve.points] == [(-1) ** curve.colour * x for x, _, _, _ in curve.points]
    gaps = {b[0] - a[0] for a, b in pairwise(found.curves[0].points[:-1])}
    assert gaps == {32} and found.curves[0].points[-1][0] == deals


def test_the_dashed_line_leaves_out_the_luck_of_all_ins() -> None:
    found = gathered([[100, -100], [100, -100]], [0, 1], [30.0, -30.0])
    assert found.curves[0].dashed[-1] == (2, 6.0)


@pytest.mark.parametrize(
    ("low", "high", "about", "steps"),
    [(0, 10, 5, [0, 2, 4, 6, 8, 10]), (-7, 7, 3, [-5, 0, 5]), (0, 0.3, 3, [0, 0.1, 0.2, 0.3]), (0, 0, 4, [0])],
)
def test_axes_have_round_numbers(low: float, high: float, about: int, steps: list[float]) -> None:
    assert round_steps(low, high, about) == pytest.approx(steps)


def test_numbers_have_a_real_minus() -> None:
    assert [number(value) for value in (-12_500.0, 0.0, 0.25, 3.0)] == ["−12,500", "0", "0.25", "3"]


def test_names_at_the_ends_of_curves_do_not_overlap() -> None:
    placed = _apart([100, 101, 99, 300], 0, 310)
    assert all(b - a >= 16 - 1e-9 for a, b in pairwise(sorted(placed)))
    assert sorted(range(4), key=lambda i: placed[i]) == [2, 0, 1, 3]
    assert max(_apart([305, 306, 307], 0, 310)) <= 310


def test_names_of_dots_cover_neither_dots_nor_each_other() -> None:
    dots = [Dot("a long name", 0, 0.5, 0.5), Dot("another name", 1, 0.52, 0.5), Dot("third", 2, 0.99, 0.01)]
    for size in (WIDE, NARROW):
        drawn = plane(size, "label", ("tight", "loose"), ("passive", "aggressive"), dots)
        names = re.findall(r'<text class="name c\d" x="([\d.]+)" y="([\d.]+)" text-anchor="middle">(.*?)<', drawn)
        boxes = [(float(x), float(y) - 4, len(name) * 8.2, 16.0) for x, y, name in names]
        circles = re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', drawn)
        boxes += [(float(x), float(y), 16.0, 16.0) for x, y in circles]
        named, all_boxes = boxes[:3], set(boxes)
        assert not any(_overlap(box, other) for box in named for other in all_boxes - {box})
        assert all(box[0] + box[2] / 2 <= size.width for box in named)


def test_a_chart_of_nothing_but_zeros_is_a_chart() -> None:
    flat = Curve("a", 0, [(0, 0, 0, 0), (1, 0, 0, 0)])
    for size in (WIDE, NARROW):
        assert "nan" not in curves(size, "label", "hands", [flat])
