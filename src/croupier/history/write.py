"""Hands of ours as hand histories, and records of matches as well: `games/holdem/phh.py` has the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from croupier.games.holdem import GAME, Hand, events
from croupier.games.holdem.chip_count import ChipCount
from croupier.games.holdem.phh import HandHistory, hand_history
from croupier.games.holdem.records import Table
from croupier.kernel.contract.record import MatchRecord, replay
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import Fact

from .about import SCALE, known_of, with_logged_end


def write_phh(source: HandHistory | Hand | MatchRecord, about: Mapping[str, Any] | None = None) -> str:
    """A hand as `.phh` text; a record of a match of several hands as `.phhs` text.

    `about` are further fields, such as players or table. In a match they are the same for all hands, except that
    lists with one entry for each seat of the match are put into the order of each hand.
    """
    if isinstance(source, MatchRecord):
        hands = histories_of(source, about)
        if not hands:
            raise BadInput("No hand of this match was dealt.")
        return hands[0].to_toml() if len(hands) == 1 else write_all(hands)
    if isinstance(source, Hand):
        return source.to_phh(**about or {})
    return replace(source, about={**source.about, **(about or {})}).to_toml()


def write_all(hands: Iterable[HandHistory]) -> str:
    """Several hands as `.phhs` text."""
    return "\n".join(f"[{number}]\n{hand.to_toml()}" for number, hand in enumerate(hands, 1))


def histories_of(record: MatchRecord, about: Mapping[str, Any] | None = None) -> list[HandHistory]:
    """Every hand of a recorded match, with all that the record tells about it; BadInput if PHH cannot tell one.

    A record that was made of a hand history becomes that hand history again, in its chips and with its own end.
    """
    known, scale = known_of(record)
    told = []
    for number, (table, facts, stacks, over) in enumerate(_hands(record), 1):
        if any(isinstance(fact, events.HoleDealt) for fact in facts):
            fields = {**({} if SCALE in record.series.about else {"hand": number}), **known, **(about or {})}
            told.append(with_logged_end(hand_history(table, facts, stacks, over, fields, scale)))
    return told


def _hands(record: MatchRecord) -> Iterator[tuple[Table, list[Fact], list[int], bool]]:
    """The hands of a match: the table as the hand began, what happened, the stacks before it, whether it ended."""
    begun: tuple[Table, list[Fact], list[int]] | None = None
    for state, told in replay(GAME, *record):
        facts = list(told)
        for at, fact in enumerate(facts):
            if isinstance(fact, events.HandStarted):
                if begun:
                    yield *begun, True
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
