"""Writes hands and records of matches as hand histories. `games/holdem/phh.py` writes the actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from croupier.games.holdem import GAME, Hand, events
from croupier.games.holdem.chip_count import ChipCount
from croupier.games.holdem.phh import HandHistory, hand_history
from croupier.games.holdem.records import Table
from croupier.kernel.contract.record import MatchRecord, replay
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import Fact

from .about import about_file, fields_of, is_of_file, listed_in, scale_of
from .actions import Verb, parse_action
from .phh import read_table

NOT_LISTED = ""
"""The name of a seat that the file does not list."""


def write_phh(source: HandHistory | Hand | MatchRecord, about: Mapping[str, Any] | None = None) -> str:
    """A hand as `.phh` text; a record of a match as `.phhs` text, even if it has only one hand.

    `about` are further fields, such as players or table. In a match they are the same for all hands, except that
    lists with one entry for each seat of the match are put into the order of each hand.
    """
    if isinstance(source, MatchRecord):
        hands = histories_of(source, about)
        if not hands:
            raise BadInput("No hand of this match was dealt.")
        return write_all(hands)
    if isinstance(source, Hand):
        return source.to_phh(**about or {})
    return replace(source, about={**source.about, **(about or {})}).to_toml()


def write_all(hands: Iterable[HandHistory]) -> str:
    """Hands as `.phhs` text: numbered tables."""
    return "\n".join(f"[{number}]\n{hand.to_toml()}" for number, hand in enumerate(hands, 1))


def histories_of(record: MatchRecord, about: Mapping[str, Any] | None = None) -> list[HandHistory]:
    """Every hand of a recorded match, with the fields of the record's `about`; BadInput if PHH cannot express a hand.

    A record that was made from a hand history becomes that hand history again, in the file's chips and with its end.
    """
    return [*each_history(record, about)]


def each_history(record: MatchRecord, about: Mapping[str, Any] | None = None) -> Iterator[HandHistory]:
    """The hands of `histories_of`, one by one."""
    known, scale, of_file = fields_of(record), scale_of(record), is_of_file(record)
    listed = listed_in(record) if of_file else None
    for number, (table, facts, stacks, over) in enumerate(_hands(record), 1):
        if any(isinstance(fact, events.HoleDealt) for fact in facts):
            if of_file:
                ours = hand_history(table, facts, stacks, False, about or {}, scale, listed)
                yield _as_logged(ours, known)
            else:
                fields = {"hand": number, **known, **(about or {})}
                yield hand_history(table, facts, stacks, over, fields, scale)


def record_of_file(record: MatchRecord, history: HandHistory, seats: Sequence[int], scale: int) -> MatchRecord:
    """The record of a replayed hand history, with all fields of the file; `seats` are the seats of its players."""
    series, played = record
    many = len(played.seating)
    names = [history.player(seats.index(seat)) if seat in seats else NOT_LISTED for seat in range(many)]

    def keeping(fields: Mapping[str, Any]) -> MatchRecord:
        about = about_file(fields, scale, seats, many)
        return MatchRecord(msgspec.structs.replace(series, bots=names, about=about), played)

    ours = {key: value for hand in histories_of(keeping({})) for key, value in hand.as_table().items()}
    told = history.as_table()
    return keeping({key: value for key, value in told.items() if key not in ours or ours[key] != value})


def _as_logged(ours: HandHistory, known: Mapping[str, Any]) -> HandHistory:
    """A hand with the fields of its file in place of ours; BadInput if they describe another hand."""
    history = read_table({**ours.as_table(), **known}, "this record")
    if _play(history) != _play(ours):
        raise BadInput(
            "This record has the lines of a file in its `about`, with other bets or boards than its moves: "
            "make it again from the file, or remove `actions` from its `about`."
        )
    return replace(history, name=ours.name)


def _play(history: HandHistory) -> list[Any]:
    """The bets and the cards of the board, in order, without anything else that lines may contain."""
    play: list[Any] = []
    for at, line in enumerate(history.actions):
        action = parse_action(line, at, len(history.stacks))
        if action and action.verb == Verb.DEAL_BOARD:
            play += action.cards
        elif action and action.verb not in (Verb.DEAL_HOLE, Verb.SHOW_OR_MUCK):
            play.append((action.verb, action.player, action.total))
    return play


def _hands(record: MatchRecord) -> Iterator[tuple[Table, list[Fact], list[int], bool]]:
    """The hands of a match: the table as the hand began, its facts, the stacks before it, and whether it ended."""
    begun: tuple[Table, list[Fact], list[int]] | None = None
    for state, told in replay(GAME, *record):
        facts = list(told)
        for at, fact in enumerate(facts):
            if isinstance(fact, events.HandStarted):
                posted = ChipCount([0] * state.table.seats)
                for later in facts[at:]:
                    posted.follow(later)
                stacks = [state.table.betting.stack[seat] - posted.stack[seat] for seat in range(state.table.seats)]
                begun = state.table, [], stacks
            if begun:
                begun[1].append(fact)
        if begun and (GAME.between_hands(state) or GAME.over(state)):
            yield *begun, True
            begun = None
    if begun:
        yield *begun, False
