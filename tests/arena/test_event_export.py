"""An event to take home: the files of its archive, and that they tell nothing that not everybody may know."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import Counter
from datetime import UTC, datetime
from html.parser import HTMLParser
from itertools import groupby
from typing import Any

import pytest

from croupier.arena.events.cross_table import cross_table
from croupier.arena.events.export import CROSS, DECISIONS, MATCHES, STANDINGS, Archive, take
from croupier.arena.events.standings import Standings
from croupier.arena.fairness import verify_record
from croupier.arena.tables import lines
from croupier.history import hands_in

from .teams import everybody, lines_of, roster, rows
from .virtual import Hall, calls, folds, hall, shoves


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags, self.attributes = set[str](), set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def exported(one: Hall, id: str = "cup") -> dict[str, bytes]:
    """The files of the archive of an event."""
    taken = take(one.events, one.events.desks[id])
    archive, text = Archive(taken), b""
    for table, played in groupby(taken.played, key=lambda match: match.plan.id):
        kept = lines_of(one, table)
        text += b"".join(archive.add_match(match, kept) for match in played if not match.result.void)
    with zipfile.ZipFile(io.BytesIO(text + archive.finish())) as found:
        assert found.testzip() is None
        return {name: found.read(name) for name in found.namelist()}


def table(files: dict[str, bytes], name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[name].decode(), newline="")))


@pytest.fixture(scope="module")
def robin() -> tuple[dict[str, bytes], dict[str, Any], str]:
    """The files of a round robin with a void match, what everybody was told of it, and which match is void."""
    with hall() as one:
        desk = one.event(
            kind="robin", roster=roster(3), bots=["tight"], deals=4, hands=2, title='The <script>alert("cup")</script>'
        )
        everybody(one, 3, {"Alpha": shoves, "Beta": folds})
        one.until(lambda: desk.book.over)
        void = f"{desk.book.fixtures[1].table}-M1"
        one.do(lambda: desk.order("void", match=void, why="<img src=x>"))
        one.do(lambda: desk.order("close", why="no & dispute"))
        return exported(one), one.told(), void


Robin = tuple[dict[str, bytes], dict[str, Any], str]


def test_every_match_that_counts_has_a_record_that_verifies_and_its_hands(robin: Robin) -> None:
    files, told, void = robin
    listed = table(files, "matches.csv")
    assert tuple(listed[0]) == MATCHES and len(listed) == 2 * sum(one["over"] for one in told["tables"])
    counting = {row["match"]: row for row in listed if row["counts"] == "yes"}
    assert len(counting) == 4 * 6 - 1 and void not in counting
    assert {row["counts"] for row in listed if row["match"] == void} == {"void: <img src=x>"}
    assert {name for name in files if name.startswith("records/")} == {row["record"] for row in counting.values()}
    assert {name for name in files if name.startswith("phh/")} == {row["phh"] for row in counting.values()}
    for row in counting.values():
        assert verify_record(files[row["record"]]).fair
        assert hands_in(files[row["phh"]].decode(), row["phh"])


def test_standings_are_those_that_everybody_reads(robin: Robin) -> None:
    files, told, _ = robin
    found = table(files, "standings.csv")
    assert tuple(found[0]) == STANDINGS and [row["team"] for row in found] == [row["name"] for row in told["teams"]]
    for rank, (row, team) in enumerate(zip(found, told["teams"], strict=True), 1):
        assert (row["rank"], row["matches"], row["hands"]) == (str(rank), str(team["matches"]), str(team["hands"]))
        assert float(row["result"]) == pytest.approx(team["result"]["mean"], abs=1e-4)
        high = team["plain"]["high"]
        assert row["plain_high"] == ("" if high is None else f"{high:.4f}")
        decisions = {column: str(team["decisions"].get(word, 0)) for word, column in DECISIONS.items()}
        assert decisions.items() <= row.items() and int(row["played"]) > 0 and row["unit"] == told["unit"]
        assert (row["house"], row["withdrawn"]) == ("yes" if team["name"] == "house:tight" else "no", "no")


def test_a_cross_table_has_every_pair_twice_with_opposite_signs(robin: Robin) -> None:
    files, _, void = robin
    found = {(row["team"], row["other"]): row for row in table(files, "cross-table.csv")}
    assert tuple(next(iter(found.values()))) == CROSS and len(found) == 4 * 3
    won: Counter[tuple[str, str]] = Counter()
    for _, seats in groupby(table(files, "matches.csv"), key=lambda row: row["match"]):
        one, other = sorted(seats, key=lambda row: -int(row["score"]))
        won[one["team"], other["team"]] += one["counts"] == "yes" and one["score"] != other["score"]
    assert {pair: int(row["ahead"]) for pair, row in found.items()} == {pair: won[pair] for pair in found}
    voided = {row["team"] for row in table(files, "matches.csv") if row["match"] == void}
    for (team, other), row in found.items():
        back = found[other, team]
        assert float(row["result"]) == pytest.approx(-float(back["result"]), abs=1e-4)
        assert (row["ahead"], row["level"], row["behind"]) == (back["behind"], back["level"], back["ahead"])
        assert row["compared"] == ("3" if {team, other} == voided else "4")
        assert int(row["ahead"]) + int(row["level"]) + int(row["behind"]) == int(row["compared"])


def test_the_page_to_print_escapes_what_others_wrote_and_asks_nothing_of_elsewhere(robin: Robin) -> None:
    files, told, void = robin
    page = files["event.html"].decode()
    assert "<script" not in page and "<img" not in page
    assert "The &lt;script&gt;alert(&quot;cup&quot;)&lt;/script&gt;" in page
    assert f"{void} is void: &lt;img src=x&gt;" in page and "close (no &amp; dispute)" in page
    seen = Tags()
    seen.feed(page)
    assert seen.attributes <= {"lang", "charset", "http-equiv", "content", "name", "class", "scope", "style", "title"}
    assert not seen.tags & {"script", "link", "img", "iframe", "object", "form", "a", "svg", "base"}
    assert not re.search(r"url\(|@import", page) and "default-src 'none'" in page
    assert "closed: these results are final" in page and "A4" in page
    assert all(team["name"] in page for team in told["teams"])
    for heading in ("Standings", "Cross table", "Settings", "How results were computed", "On record"):
        assert f"<h2>{heading}</h2>" in page


def test_an_archive_has_no_code_no_nonce_and_no_card_that_was_not_shown(robin: Robin) -> None:
    files, *_ = robin
    for name, content in files.items():
        text = content.decode()
        assert not any(code in text for code in roster(3).values()) and "nonce" not in text, name
        assert '"secret"' not in text, "whole decks are for a god view, and that is announced"


def test_deals_that_others_have_yet_to_play_are_in_no_file() -> None:
    with hall() as one:
        desk = one.event(kind="common", roster=roster(2), bots=["station"], deals=4)
        one.join("Alpha", roster(2)["Alpha"], calls)
        one.until(lambda: len(desk.book.fixtures) == 2 and not desk.book.running())
        files = exported(one)
        assert sorted(files) == ["cross-table.csv", "event.html", "matches.csv", "standings.csv"]
        assert table(files, "matches.csv") == [] == table(files, "cross-table.csv")
        assert [(row["matches"], row["result"]) for row in table(files, "standings.csv")] == [("0", ""), ("0", "")]
        beta = one.join("Beta", roster(2)["Beta"], folds)
        one.until(lambda: len(desk.book.fixtures) == 3 and desk.book.fixtures[3].played)
        part = exported(one)
        played = len(desk.book.fixtures[3].played)
        assert {row["deal"] for row in table(part, "matches.csv")} == {str(deal + 1) for deal in range(played)}
        one.until(lambda: desk.book.over and beta.closed)
        files = exported(one)
        assert len([name for name in files if name.startswith("records/")]) == 8
        cells = {row["team"]: row for row in table(files, "cross-table.csv")}
        told = {row["name"]: row["plain"]["mean"] for row in one.told()["teams"]}
        assert cells["Alpha"]["compared"] == "4"
        results = {name: row["result"]["mean"] for name, row in rows(one).items()}
        assert float(cells["Alpha"]["result"]) == pytest.approx(results["Alpha"] - results["Beta"], abs=1e-3), told


@pytest.mark.parametrize("kind", ["freezeout", "mirrored"])
def test_of_more_than_two_at_a_table_a_cell_is_the_difference(kind: str) -> None:
    with hall() as one:
        asked: dict[str, Any] = {"bots": ["station", "tight", "random"], "deals": 3}
        desk = one.event(kind=kind, **asked, **({"code": "COMEIN", "hands": 6} if kind == "freezeout" else {}))
        one.until(lambda: desk.book.over)
        standings = Standings(desk.book, desk.game.stake(desk.game.configure(**desk.plan.options)))
        cross, told = cross_table(standings, standings.names), rows(one)
        assert not cross.alone and len(cross.cells) == 6
        for cell in cross.cells:
            difference = told[cell.team]["result"]["mean"] - told[cell.other]["result"]["mean"]
            before = [(s.places[s.who.index(one)], s.places[s.who.index(two)]) for s in standings.samples
                      for one, two in [[standings.names.index(name) for name in (cell.team, cell.other)]]]  # fmt: skip
            assert kind == "mirrored" or cell.ahead == sum(own < other for own, other in before)
            assert cell.compared == 3 and cell.result.mean == pytest.approx(difference, abs=2e-6)


def test_a_match_whose_lines_are_gone_is_named_and_the_others_are_there() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=2)
        everybody(one, 2)
        one.until(lambda: desk.book.over)
        taken = take(one.events, desk)
        assert taken.at == one.room.epoch_ms + one.room.now()
        archive, text, (gone, kept) = Archive(taken), b"", taken.played
        assert archive.add_match(gone, list[lines.Lines]()) == b""
        text = archive.add_match(kept, lines_of(one, kept.plan.id)) + archive.finish()
        with zipfile.ZipFile(io.BytesIO(text)) as found:
            assert [name for name in found.namelist() if name.startswith("records/")] == [
                f"records/{kept.result.match}.jsonl"
            ]
            assert f"{gone.result.match} has no record here: " in found.read("event.html").decode()
            assert {member.external_attr for member in found.infolist()} == {0o644 << 16}, "everybody may read them"
            for name, at in (("event.html", taken.at), (f"phh/{kept.result.match}.phhs", kept.result.at)):
                year, month, day, hour, minute, second = found.getinfo(name).date_time
                when = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
                assert 0 <= at / 1000 - when.timestamp() < 2, "an archive counts by two seconds"
            listed = table({"matches.csv": found.read("matches.csv")}, "matches.csv")
            at = datetime.fromtimestamp(kept.result.at // 1000, UTC)
            assert [(row["at"], row["deal"], row["seat"]) for row in listed[2:]] == [
                (at.isoformat(), str(kept.deal + 1), seat) for seat in "01"
            ]
            assert [(row["record"], row["phh"]) for row in listed[:2]] == [("", "")] * 2
