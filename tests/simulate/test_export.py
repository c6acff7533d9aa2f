"""Records as tables: what the rows of each game say, what they leave open, and that every format says the same."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import holdem
from croupier.games import load
from croupier.kernel.contract.game import Game, Move
from croupier.kernel.contract.record import MatchRecord, Misdeed, Recorder, replay
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.kernel.vocabulary.cards import UNKNOWN, parse_cards
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, SPECTATOR
from croupier.simulate.export import formats
from croupier.simulate.export.columns import ACTIONS, HANDS, TABLES, Column, Row
from croupier.simulate.export.formats import WRITERS
from croupier.simulate.export.rows import HandRows, hands_of
from croupier.simulate.record.storage import NoRecord, each_match

BLINDS = {"small_blind": 5, "big_blind": 10}
GAMES = ["holdem", "battle", "deal", "kuhn", "five_card_draw", "gin_rummy"]


@cache
def random_record(name: str, seed: int = 3, **options: Any) -> tuple[Game, MatchRecord]:
    """A match of random moves, and its game with the words of its config."""
    game = load(name)
    config = game.configure(**options)
    record = play_out(game, config, random_chooser(game, seed), seed).record()
    return game.for_config(config) if game.for_config else game, record


def rows_of(game: Game, record: MatchRecord) -> list[HandRows]:
    return [*hands_of("a.jsonl", 1, game, *record)]


def as_spectators_saw(game: Game, record: MatchRecord) -> MatchRecord:
    """The record as an arena gives it to everybody: with UNKNOWN cards for what spectators had not seen by the end of
    each hand."""
    moves: list[Any] = []
    steps = replay(game, *record)
    next(steps)
    begun: list[Any] = []
    for line, step in zip(record.played.moves, steps, strict=True):
        begun.append(line)
        if game.between_hands(step.state) or game.over(step.state):
            known = step.state.table.cards.known
            for actor, kind, amount, cards in begun:
                seen = [card if card < 0 or known[card] >> SPECTATOR & 1 else UNKNOWN for card in cards]
                moves.append((actor, kind, amount, seen))
            begun = []
    return MatchRecord(record.series, msgspec.structs.replace(record.played, moves=moves, hashes=[]))


def a_hand(*acts: tuple[int, str, int, str], **options: Any) -> MatchRecord:
    """A match of hold'em, move by move: who, what, how much, which cards."""
    match = Recorder(holdem.GAME, holdem.configure(**{"stacks": [1000] * 3, **options}))
    for seat, name, amount, cards in acts:
        match.advance(seat, Move(holdem.GAME.kind(name), amount, tuple(parse_cards(cards))))
    return match.record(["Ann", "Bob", "Cy"])


FIRST = (
    (HOUSE, "DRAWN", 0, "Ah 7c Kh Ad 2d Kd"),
    (0, "RAISE_TO", 300, ""),
    (1, "FOLD", 0, ""),
    (2, "CALL", 0, ""),
    (HOUSE, "DRAWN", 0, "2c 3c 4h"),
    (2, "CHECK", 0, ""),
    (0, "RAISE_TO", 700, ""),
)
"""Cards are dealt from Bob, the small blind: he has aces, Cy 7c 2d and the big blind, Ann kings and the button."""
SHOWDOWN = (*FIRST, (2, "CALL", 0, ""), (HOUSE, "DRAWN", 0, "8s"), (HOUSE, "DRAWN", 0, "9s"))


def test_a_hand_has_a_row_for_each_seat_with_what_it_held_and_won() -> None:
    [hand] = rows_of(holdem.GAME, a_hand(*SHOWDOWN, hands=1))
    shared = {"record": "a.jsonl", "match": 1, "hand": 1, "deal": 0, "game": "holdem", "title": "No-limit hold'em"}
    shared |= {"role": None, "stack": 1000, "board": "2c 3c 4h 8s 9s", "pot": 2050, "finished": True}
    ann, bob, cy = hand.hands
    assert {key: ann[key] for key in shared} == {key: cy[key] for key in shared} == shared
    own = ("seat", "player", "position", "cards", "last_cards", "shown", "folded", "collected", "won", "score")
    assert [ann[key] for key in own] == [0, "Ann", 0, "Kh Kd", "Kh Kd", True, False, 2050, 1050, 1050]
    assert [bob[key] for key in own] == [1, "Bob", 1, "Ah Ad", "Ah Ad", False, True, 0, -50, -50]
    assert [cy[key] for key in own] == [2, "Cy", 2, "7c 2d", "7c 2d", True, False, 0, -1000, -1000]
    assert [list(row) for row in hand.hands] == [[column.name for column in HANDS]] * 3


def test_an_action_has_what_the_seat_had_before_it_and_what_it_cost() -> None:
    [hand] = rows_of(holdem.GAME, a_hand(*SHOWDOWN, hands=1))
    told = ("step", "actor", "player", "phase", "stack", "pot", "to_call", "action", "amount", "chips", "cards")
    rows = [[row[key] for key in told] for row in hand.actions]
    before, none = "Before the flop", [None] * 3
    assert rows[0] == [1, "house", None, before, *none, "DRAWN", None, None, "Ah 7c Kh Ad 2d Kd"]
    assert rows[1:4] == [
        [2, "seat", "Ann", before, 1000, 150, 100, "RAISE_TO", 300, 300, None],
        [3, "seat", "Bob", before, 950, 450, 250, "FOLD", None, 0, None],
        [4, "seat", "Cy", before, 900, 450, 200, "CALL", None, 200, None],
    ]
    assert rows[6] == [7, "seat", "Ann", "Flop", 700, 650, 0, "RAISE_TO", 700, 700, None]
    assert rows[9] == [10, "house", None, "Turn", *none, "DRAWN", None, None, "9s"]
    assert [list(row) for row in hand.actions] == [[column.name for column in ACTIONS]] * 10


def test_a_hand_that_was_broken_off_has_no_result() -> None:
    [hand] = rows_of(holdem.GAME, a_hand(*FIRST, hands=1))
    for row in hand.hands:
        results = [row[key] for key in ("pot", "collected", "won", "score", "finished")]
        assert results == [None, None, None, None, False]
    assert [row["cards"] for row in hand.hands] == ["Kh Kd", "Ah Ad", "7c 2d"]


def test_a_move_of_the_clock_belongs_to_the_seat_whose_time_ran_out() -> None:
    [hand] = rows_of(holdem.GAME, a_hand(FIRST[0], (CLOCK, "TIMEOUT", 0, ""), hands=1))
    row = hand.actions[1]
    assert [row[key] for key in ("actor", "seat", "player", "action", "chips")] == ["clock", 0, "Ann", "TIMEOUT", 100]


def test_positions_count_the_players_after_the_button() -> None:
    game, record = random_record("holdem", stacks=(500, 0, 500, 500, 500), button=3, hands=1)
    [hand] = rows_of(game, record)
    assert [(row["seat"], row["position"]) for row in hand.hands] == [(0, 2), (2, 3), (3, 0), (4, 1)]


def test_a_button_on_an_empty_seat_is_nobodys_position() -> None:
    """Seat 2 is out after the first hand. In the third the button comes to it."""
    match = Recorder(holdem.GAME, holdem.configure(stacks=[100, 100, 10, 100], button_rule="dead", hands=3, **BLINDS))
    for seat, name, amount, cards in (
        (HOUSE, "DRAWN", 0, "2c 7h Ah Kh  3d 8s Ad Kd"),
        (3, "RAISE_TO", 50, ""),
        (0, "FOLD", 0, ""),
        (1, "FOLD", 0, ""),
        (HOUSE, "DRAWN", 0, "9c Tc 4d"),
        (HOUSE, "DRAWN", 0, "5s"),
        (HOUSE, "DRAWN", 0, "Qd"),
        (HOUSE, "NEXT_HAND", 0, ""),
        (HOUSE, "DRAWN", 0, "2c 3c 4c 5c 6c 7c"),
        (0, "FOLD", 0, ""),
        (1, "FOLD", 0, ""),
        (HOUSE, "NEXT_HAND", 0, ""),
        (HOUSE, "DRAWN", 0, "2c 3c 4c 5c 6c 7c"),
    ):
        match.advance(seat, Move(holdem.GAME.kind(name), amount, tuple(parse_cards(cards))))
    hands = rows_of(holdem.GAME, match.record())
    assert [(row["seat"], row["position"]) for row in hands[2].hands] == [(0, 2), (1, 3), (3, 1)]


def test_a_misdeed_stands_at_the_move_that_was_played_instead() -> None:
    series, played = a_hand(*SHOWDOWN, hands=1)
    misdeeds = [Misdeed(1, 0, "illegal", "RAISE_TO 9", "RAISE_TO 200"), Misdeed(1, 0, "late", "", "")]
    [hand] = rows_of(holdem.GAME, MatchRecord(series, msgspec.structs.replace(played, misdeeds=misdeeds)))
    assert [row["misdeed"] for row in hand.actions][:3] == [None, "illegal: RAISE_TO 9; late", None]


@pytest.mark.parametrize("name", GAMES)
def test_in_every_game_hands_add_up_to_the_scores_of_the_match(name: str) -> None:
    for seed in (3, 4):
        game, record = random_record(name, seed)
        hands = rows_of(game, record)
        won: Counter[int] = Counter()
        for hand in hands:
            for row in hand.hands:
                won[row["seat"]] += row["won"]
                assert row["score"] == won[row["seat"]] and row["finished"]
        assert [won[seat] for seat in range(len(record.played.scores))] == record.played.scores
        actions = [row for hand in hands for row in hand.actions]
        assert [row["step"] for row in actions] == [*range(1, len(record.played.moves) + 1)]
        assert [row["action"] for row in actions] == [kind for _, kind, _, _ in record.played.moves]
        assert [hand.hands[0]["hand"] for hand in hands] == [*range(1, len(hands) + 1)]
        assert all({row["hand"] for row in hand.actions} == {hand.hands[0]["hand"]} for hand in hands)


@pytest.mark.parametrize("name", ["holdem", "kuhn", "five_card_draw"])
def test_pots_are_what_seats_collect_and_won_is_that_less_what_they_put_in(name: str) -> None:
    game, record = random_record(name)
    for hand in rows_of(game, record):
        assert sum(row["collected"] for row in hand.hands) == hand.hands[0]["pot"] > 0
        assert sum(row["won"] for row in hand.hands) == 0


def test_cards_with_names_of_several_words_are_set_apart_by_commas() -> None:
    game, record = random_record("deal")
    narc = rows_of(game, record)[0].hands[0]
    names = {game.words.card_name(card) for card in range(60)}
    assert narc["role"] == "the Narc" and set(narc["cards"].split(", ")) <= names and narc["stack"] is None


def test_first_cards_are_those_after_the_whole_deal_and_last_cards_those_at_the_end() -> None:
    game, record = random_record("gin_rummy")
    for row in rows_of(game, record)[0].hands:
        assert len(row["cards"].split()) == len(row["last_cards"].split()) == 10
        assert row["cards"] != row["last_cards"] and row["shown"] and row["stack"] is None


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_of_a_record_are_left_open_and_never_guessed(name: str) -> None:
    for seed in (3, 4):
        game, record = random_record(name, seed)
        hidden = as_spectators_saw(game, record)
        hides = any(UNKNOWN in cards for *_, cards in hidden.played.moves)
        assert hides or name not in ("holdem", "deal", "five_card_draw")
        for whole, seen in zip(rows_of(game, record), rows_of(game, hidden), strict=True):
            for table in ("hands", "actions"):
                for row, known in zip(getattr(whole, table), getattr(seen, table), strict=True):
                    for column, value in known.items():
                        if column in ("cards", "last_cards", "board") and value:
                            cards, all_cards = (text.replace(",", " ").split() for text in (value, row[column]))
                            assert not Counter(cards) - Counter([*all_cards, *["??"] * len(all_cards)])
                        else:
                            assert value is None or value == row[column], (column, value, row)


def test_a_mucked_hand_of_a_record_for_everybody_has_no_cards_but_all_the_rest() -> None:
    record = as_spectators_saw(holdem.GAME, a_hand(*SHOWDOWN, hands=1))
    [hand] = rows_of(holdem.GAME, record)
    ann, bob, _ = hand.hands
    assert (ann["cards"], ann["won"], bob["cards"], bob["last_cards"]) == ("Kh Kd", 1050, None, None)
    assert (bob["shown"], bob["folded"], bob["won"], hand.bare) == (False, True, -50, False)
    assert hand.actions[0]["cards"] == "?? 7c Kh ?? 2d Kd"


def test_where_hidden_cards_keep_a_match_from_being_played_its_rows_say_what_the_record_says() -> None:
    game, record = random_record("five_card_draw")
    hands = rows_of(game, as_spectators_saw(game, record))
    assert len(hands) == 10 and all(hand.bare for hand in hands)
    seat, known = hands[3].hands[2], {"hand": 4, "seat": 2, "player": "seat 2", "title": "Five-card draw"}
    assert {key: seat[key] for key in known} == known
    assert {seat[key] for key in ("stack", "cards", "won", "score", "pot", "folded", "finished")} == {None}
    discards = [row for hand in hands for row in hand.actions if row["action"] == "DISCARD"]
    assert discards and all(row["cards"] is None for row in discards)


def test_a_match_that_cannot_be_played_again_with_all_its_cards_is_refused() -> None:
    series, played = a_hand(*SHOWDOWN, hands=1)
    wrong = msgspec.structs.replace(played, scores=[0, 0, 0])
    with pytest.raises(BadInput, match=r"a\.jsonl, match 1, cannot be played again: .* not with \[0, 0, 0\]"):
        rows_of(holdem.GAME, MatchRecord(series, wrong))


# Formats.


def written(format: str, columns: tuple[Column, ...], rows: list[Row]) -> bytes:
    file = io.BytesIO()
    writer = WRITERS[format](file, columns)
    for row in rows:
        writer.write(row)
    writer.close()
    return file.getvalue()


def read_back(format: str, columns: tuple[Column, ...], data: bytes) -> list[Row]:
    if format == "parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        return list(parquet.read_table(io.BytesIO(data)).to_pylist())
    if format == "jsonl":
        return [json.loads(line) for line in data.splitlines()]
    parsed = csv.DictReader(io.StringIO(data.decode(), newline=""))
    kinds: dict[str, Any] = {column.name: column.kind for column in columns}
    kinds = {name: {"true": True, "false": False}.__getitem__ if kind is bool else kind for name, kind in kinds.items()}
    return [{name: kinds[name](value) if value else None for name, value in row.items()} for row in parsed]


@pytest.mark.parametrize("format", WRITERS)
def test_every_format_holds_the_same(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    monkeypatch.setattr(formats, "BATCH", 7)
    hands = [hand for name in GAMES for hand in rows_of(*random_record(name))]
    odd = {"player": 'An "odd",\nname, ü', "record": "=1+1"}
    for table, columns in TABLES.items():
        rows = [row for hand in hands for row in getattr(hand, table)]
        rows.append(rows[0] | odd)
        assert all(row[c.name] is None or type(row[c.name]) is c.kind for row in rows for c in columns)
        assert read_back(format, columns, written(format, columns, rows)) == rows


def test_without_pyarrow_parquet_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(BadInput, match=r"pip install 'croupier\[parquet\]'"):
        written("parquet", HANDS, [])


def test_the_page_on_data_lists_every_column_with_its_meaning() -> None:
    page = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
    kinds = {str: "text", int: "integer", bool: "yes or no"}
    for table, columns in TABLES.items():
        lines = [f"| `{column.name}` | {kinds[column.kind]} | {column.means} |" for column in columns]
        assert "\n".join(lines) + "\n" in page, table


# Reading records.


def test_records_are_read_however_their_json_is_spaced_and_one_after_the_other() -> None:
    record = a_hand(*SHOWDOWN, hands=1)
    spaced = [json.dumps(json.loads(line), indent=None, separators=(" , ", " : ")) for line in lines_of(record)]
    remark = '{ "croupier" : "shuffle", "deal": 0 }'
    text = "\n".join(["", *spaced, remark, *lines_of(record)])
    assert [*each_match("x", text.encode().splitlines(keepends=True))] == [record, record]


def lines_of(record: MatchRecord) -> list[str]:
    return record.to_json().decode().splitlines()


def test_a_torn_last_line_counts_for_nothing_and_a_broken_one_before_is_named() -> None:
    head, match = a_hand(*SHOWDOWN, hands=1).to_json().splitlines(keepends=True)
    assert len([*each_match("x", [head, match, match[:-9]])]) == 1
    with pytest.raises(BadInput, match="x, line 2, is no line of a record"):
        [*each_match("x", [head, match[:-9] + b"\n", match])]
    with pytest.raises(BadInput, match="x, line 2, is no match: Object missing required field `deal`"):
        [*each_match("x", [head, b"{}\n"])]


@pytest.mark.parametrize("text", [b"", b"\n", b"nonsense\n", b"[1]\n", b'{"a": 1}\n'])
def test_text_that_does_not_begin_like_a_record_is_none(text: bytes) -> None:
    with pytest.raises(NoRecord):
        [*each_match("x", text.splitlines(keepends=True))]


def test_a_record_from_before_0_2_is_read() -> None:
    text = (Path(__file__).parent / "before_0_2" / "match.json").read_bytes()
    [(series, played)] = each_match("match.json", text.splitlines(keepends=True))
    hands = [*hands_of("match.json", 1, holdem.GAME, series, played)]
    assert hands[0].hands[0]["player"] is None and hands[0].hands[0]["cards"]
