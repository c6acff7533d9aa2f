"""The playing style of a bot in hold'em, in the figures that players know.

| figure | is |
|---|---|
| VPIP | put chips into the pot before the flop of its own will (a call or a raise), of all hands dealt |
| PFR | raised before the flop, of all hands dealt |
| 3-bet | raised again, of the times it faced exactly one raise, not its own, before the flop |
| AFq | aggression frequency: bets and raises, of all bets, raises, calls and folds after the flop |
| AF | aggression factor: bets and raises for each call after the flop |
| WTSD | went to showdown, of the hands in which it saw a flop |
| W$SD | won at showdown: lost no chips, of the hands that went to showdown |

A match of one hand is counted from its moves alone, without a table: the players, the betting and the seats left can be
derived from them, the chips are in the scores, and it is about forty times as fast as a replay. If the moves do not
suffice (a match of several hands, a clock that acted), the match is replayed. Both ways end in the same `_count_hand`,
and a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from operator import add

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Moved, move_of
from croupier.kernel.showing.style import Figure, Style
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.turns import after, size

from . import events
from .chip_count import ChipCount
from .records import Config, Table, View

FOLD, CHECK, CALL, RAISE_TO = "FOLD", "CHECK", "CALL", "RAISE_TO"
STREET = "street"
"""The deed of the house: the next street begins."""
DEEDS = frozenset({FOLD, CHECK, CALL, RAISE_TO})
DEED_OF: dict[type[Fact], str] = {
    events.Folded: FOLD,
    events.Checked: CHECK,
    events.Called: CALL,
    events.BetPlaced: RAISE_TO,
    events.Raised: RAISE_TO,
}
STREETS = (events.FlopDealt, events.TurnDealt, events.RiverDealt)
LATE = ("BTN", "CO", "HJ", "LJ")
EARLY = ("UTG", "UTG+1", "UTG+2", "UTG+3")
PLACES = (*EARLY, *reversed(LATE), "SB", "BB")
"""Positions at the table in order of play before the flop."""
HOUSE = "house"

Deed = tuple[int, str]


@dataclass(slots=True)
class _Counts:
    """What one bot did in one position."""

    hands: int = 0
    voluntary: int = 0
    raised: int = 0
    faced_raise: int = 0
    three_bets: int = 0
    aggressive: int = 0
    calls: int = 0
    folds: int = 0
    flops: int = 0
    showdowns: int = 0
    won: int = 0

    def __add__(self, other: _Counts) -> _Counts:
        return _Counts(*map(add, astuple(self), astuple(other)))

    def figures(self) -> tuple[Figure, ...]:
        """The figures of the table above, in its order."""
        reacted = self.aggressive + self.calls + self.folds
        return (
            Figure("vpip", "VPIP", "put chips in before the flop", self.voluntary, self.hands),
            Figure("pfr", "PFR", "raised before the flop", self.raised, self.hands),
            Figure("three_bet", "3-bet", "raised a raise before the flop", self.three_bets, self.faced_raise),
            Figure("aggression_frequency", "AFq", "bet or raised after the flop", self.aggressive, reacted),
            Figure("aggression_factor", "AF", "bets and raises for each call", self.aggressive, self.calls, False),
            Figure("went_to_showdown", "WTSD", "saw a flop and the showdown", self.showdowns, self.flops),
            Figure("won_at_showdown", "W$SD", "lost nothing at the showdown", self.won, self.showdowns),
        )


class HoldemStyles:
    """Counts the styles of some bots over matches with one config."""

    def __init__(self, game: Game, config: Config, bots: int) -> None:
        self.game, self.config, self.bots = game, config, bots
        self._counts: dict[tuple[int, str], _Counts] = {}
        table = game.start(config).state.table
        self._places = places(table)
        self._one_hand = config.hands == 1

    def count(self, seating: Sequence[int], moves: Sequence[Moved], scores: Sequence[int]) -> None:
        """Add a finished match."""
        deeds = _deeds(moves) if self._one_hand else None
        if deeds is None:
            self._play_again(seating, moves)
        else:
            self._count_hand(seating, self._places, deeds, scores)

    def _play_again(self, seating: Sequence[int], moves: Sequence[Moved]) -> None:
        """Replay a match and count its facts hand by hand."""
        state, told = self.game.start(self.config)
        hand = _ReplayedHand(state.table)
        for fact in told:
            hand.follow(fact)
        for line in moves:
            told = self.game.advance(state, *move_of(self.game, line))
            for fact in told:
                if isinstance(fact, events.HandStarted):
                    self._count_hand(seating, hand.places, hand.deeds, hand.profits)
                    hand = _ReplayedHand(state.table)
                hand.follow(fact)
        if self.game.over(state):
            self._count_hand(seating, hand.places, hand.deeds, hand.profits)

    def _count_hand(
        self, seating: Sequence[int], place_of: Mapping[int, str], deeds: Sequence[Deed], profits: Sequence[int]
    ) -> None:
        """Add one hand: its deeds, in order, and what each seat won or lost."""
        counts = {seat: self._of(seating[seat], place) for seat, place in place_of.items()}
        live = set(place_of)
        street = raises = 0
        raiser = -1
        voluntary, raised = set(), set()
        for seat, deed in deeds:
            if deed == STREET:
                street += 1
                if street == 1:
                    for other in live:
                        counts[other].flops += 1
                continue
            seen = counts[seat]
            if deed == FOLD:
                live.discard(seat)
            if street:
                if deed == RAISE_TO:
                    seen.aggressive += 1
                elif deed == CALL:
                    seen.calls += 1
                elif deed == FOLD:
                    seen.folds += 1
                continue
            if raises == 1 and raiser != seat:
                seen.faced_raise += 1
                seen.three_bets += deed == RAISE_TO
            if deed == RAISE_TO:
                raises += 1
                raiser = seat
                raised.add(seat)
                voluntary.add(seat)
            elif deed == CALL:
                voluntary.add(seat)
        for seat, seen in counts.items():
            seen.hands += 1
            seen.voluntary += seat in voluntary
            seen.raised += seat in raised
        if len(live) > 1:
            for seat in live:
                counts[seat].showdowns += 1
                counts[seat].won += profits[seat] >= 0

    def _of(self, bot: int, place: str) -> _Counts:
        found = self._counts.get((bot, place))
        if found is None:
            found = self._counts[bot, place] = _Counts()
        return found

    def styles(self) -> list[Style]:
        """Each bot's figures, overall and by position."""
        made = []
        for bot in range(self.bots):
            seen = [(place, self._counts[bot, place]) for place in PLACES if (bot, place) in self._counts]
            overall = sum((counts for _, counts in seen), _Counts())
            for place, counts in (("", overall), *seen):
                made.append(Style(bot, place, counts.hands, counts.figures()))
        return made


class _ReplayedHand:
    """One hand of a match that is replayed; the table has just begun it."""

    def __init__(self, table: Table) -> None:
        self.places = places(table)
        self.deeds: list[Deed] = []
        self._chips = ChipCount([0] * table.seats)

    def follow(self, fact: Fact) -> None:
        """Record what a fact says about the betting and the chips."""
        self._chips.follow(fact)
        if deed := DEED_OF.get(type(fact)):
            self.deeds.append((fact.seat, deed))  # type: ignore[attr-defined]
        elif isinstance(fact, STREETS):
            self.deeds.append((-1, STREET))

    @property
    def profits(self) -> list[int]:
        """What each seat has won or lost so far."""
        return self._chips.stack


def _deeds(moves: Sequence[Moved]) -> list[Deed] | None:
    """The betting of one hand from its moves; None if something happened that moves alone do not tell."""
    made: list[Deed] = []
    for actor, kind, _, _ in moves:
        if actor == HOUSE:
            made.append((-1, STREET))
        elif kind in DEEDS and isinstance(actor, int):
            made.append((actor, kind))
        else:
            return None
    return made[1:]  # the first draw deals hole cards


def places(table: Table | View) -> dict[int, str]:
    """The position of each dealt seat: the blinds, and the others counted back from the button."""
    blinds = [seat for seat in (table.small_blind, table.big_blind) if table.dealt >> seat & 1]
    named = dict(zip(blinds, ("SB", "BB") if len(blinds) == 2 else ("BB",), strict=True))
    if size(table.dealt) == 2:
        return {table.small_blind: "BTN", table.big_blind: "BB"}
    rest = []
    seat = table.big_blind
    for _ in range(size(table.dealt)):
        seat = after(table.dealt, seat)
        if seat not in named:
            rest.append(seat)
    late = min(len(rest), max(3, min(len(LATE), len(rest) - 1)))
    named.update(zip(reversed(rest), LATE[:late], strict=False))
    named.update(zip(rest[: len(rest) - late], EARLY, strict=False))
    return named
