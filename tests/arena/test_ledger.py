"""The host's books: chips hand by hand at a table, tokens line by line in the accounts."""

from __future__ import annotations

from croupier.arena import accounts
from croupier.arena.accounts import Charged, Granted, Settled, Summary, TakenBack
from croupier.arena.room.memory import ACCOUNTS, Result
from croupier.arena.room.statements import HANDS, TOKENS, as_csv, as_jsonl, of_accounts, of_table
from croupier.arena.store import Line

from .room import Room
from .test_matches import fold

OPTIONS = {"stack": 1_000, "small_blind": 5, "big_blind": 10, "hands": 2}


def played(room: Room, void: str = "") -> list[Result]:
    """The results of what was played in a room."""
    names = [chair.name for chair in room.table.chairs]
    return [Result(one.match_id, list(one.ids), names, list(one.scores), 0, void=void) for one in room.finished]


def two_matches() -> Room:
    """Two matches of two hands each between a and b, who give up in turn; seat 1 of three is empty."""
    room = Room(seats=3, least=2, options=OPTIONS, again=True, matches=2)
    room.join("a", 0)
    room.join("b", 2)
    while room.table.state is not None:
        fold(room)
    return room


def test_every_hand_of_every_match_has_what_it_changed_and_what_came_of_it() -> None:
    room = two_matches()
    rows = list(of_table(room.plan, room.game, room.log, played(room)))
    assert [tuple(row) for row in rows] == [HANDS] * 8
    told = [(row["match"], row["hand"], row["seat"], row["player"], row["name"]) for row in rows]
    assert told == [
        (match, hand, seat, name, name)
        for match in ("T-1-M1", "T-1-M2")
        for hand in (1, 2)
        for seat, name in ((0, "a"), (2, "b"))
    ], "an empty chair has none"
    assert [abs(row["change"]) for row in rows] == [5] * 8
    for match, end in zip((rows[:4], rows[4:]), room.finished, strict=True):
        first, second = match[:2], match[2:]
        assert [row["score"] for row in first] == [row["change"] for row in first], "a match begins with nothing"
        assert [row["score"] for row in second] == [end.scores[0], end.scores[2]]
        for one, other in zip(first, second, strict=True):
            assert other["score"] == one["score"] + other["change"]
    assert {row["counts"] for row in rows} == {"yes"}


def test_a_void_match_is_in_the_books_as_one() -> None:
    room = two_matches()
    rows = list(of_table(room.plan, room.game, room.log, played(room, void="a cable")))
    assert len(rows) == 8 and {row["counts"] for row in rows} == {"void: a cable"}


def test_every_token_that_goes_into_an_account_or_out_of_it_is_a_row() -> None:
    lines = [
        Charged("M-1", ("alpha", "beta"), 3),
        Settled("M-1", {"alpha": 6}),
        TakenBack("M-1", {"alpha": 3, "beta": -3}),
        Granted("beta", 4, "host", "a lost bot"),
        Summary(10, {"alpha": 10, "beta": 14}, {}, ["M-1"]),
    ]
    kept = [Line(ACCOUNTS, number, accounts.encode(line)) for number, line in enumerate(lines, 7)]
    rows = list(of_accounts(kept))
    assert [tuple(row) for row in rows] == [TOKENS] * 8
    assert [tuple(row.values()) for row in rows] == [
        (7, "stake", "M-1", "alpha", -3, ""),
        (7, "stake", "M-1", "beta", -3, ""),
        (8, "paid", "M-1", "alpha", 6, ""),
        (9, "taken back", "M-1", "alpha", -3, "void"),
        (9, "taken back", "M-1", "beta", 3, "void"),
        (10, "grant", "", "beta", 4, "host: a lost bot"),
        (11, "balance", "", "alpha", 10, "all before is summed up"),
        (11, "balance", "", "beta", 14, "all before is summed up"),
    ]


def test_books_are_written_for_a_spreadsheet_and_for_programs() -> None:
    rows = [{"name": "Alpha, the first", "score": 5}, {"name": "Beta", "score": -5}]
    assert as_csv(("name", "score"), rows).splitlines() == ["name,score", '"Alpha, the first",5', "Beta,-5"]
    assert as_jsonl(rows) == b'{"name":"Alpha, the first","score":5}\n{"name":"Beta","score":-5}\n'
