"""The hands of a match as rows: the match is replayed, and each row has what the record's reader may know.

The record of an arena hides cards that were not shown. If a match can be replayed without them, to the same scores,
only the cards are missing; otherwise its rows have only what the record itself says (`HandRows.bare`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.kernel.contract.game import ACTORS, Game, Move, State
from croupier.kernel.contract.record import Played, Series, config_of, move_of, replay
from croupier.kernel.errors import BadInput, CroupierError
from croupier.kernel.language.records import fields_of
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.menu import GAP, NEXT_HAND
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, NOBODY, SEATS, SPECTATOR, after, has, size

from .columns import ACTIONS, HANDS, Row

PAID, LATE = "PotAwarded", "TimeRanOut"
"""Facts that all games name alike: `seat` is paid `chips` from a pot; the clock has acted for `seat`."""
COSTS, TOTALS = ("Called", "WentAllIn"), ("BetPlaced", "Raised")
"""Facts about a seat's chips: these cost `chips`, or raise its bet to `total`."""
SEAT = "seat"


@dataclass
class HandRows:
    """A hand of a match: its rows in both tables."""

    hands: list[Row]
    actions: list[Row]
    bare: bool = False
    """Whether the match could not be replayed because cards are missing."""


def hands_of(name: str, number: int, game: Game, series: Series, played: Played) -> Iterator[HandRows]:
    """The hands of a match, one by one; `number` is that of the match in the record `name`.

    BadInput if it cannot be replayed although all its cards are there.
    """
    match = _Match(name, number, game, series, played)
    try:
        if any(UNKNOWN in cards for *_, cards in played.moves) and not match.can_be_played:
            yield from match.without_rules()
        else:
            yield from match.played_again()
    except CroupierError as error:
        raise BadInput(f"{name}, match {number}, cannot be played again: {error}") from error


@dataclass
class _Open:
    """A hand in play: its first state and, once it is over, its last. Moves before the next hand belong to it."""

    number: int
    begun: State
    ended: State | None = None
    first: dict[int, str | None] = field(default_factory=dict)
    actions: list[Row] = field(default_factory=list)
    paid: dict[int, int] = field(default_factory=dict)


class _Match:
    """A match of a record that is being turned into rows."""

    def __init__(self, name: str, number: int, game: Game, series: Series, played: Played) -> None:
        self.key: Row = {"record": name, "match": number}
        self.game, self.series, self.played = game, series, played
        self.names = [series.bots[bot] if bot < len(series.bots) else "" for bot in played.seating]
        self.has = {field.name for field in fields_of(game.View)}
        self.misdeeds: dict[int, list[str]] = {}
        for one in played.misdeeds:
            self.misdeeds.setdefault(one.step + 1, []).append(f"{one.what}: {one.detail}" if one.detail else one.what)
        self.scores: dict[int, int] = {}
        self.between = _separator(game, config_of(game, series))

    @property
    def can_be_played(self) -> bool:
        """Whether it can be replayed to its end."""
        try:
            for _ in replay(self.game, self.series, self.played):
                pass
        except CroupierError:
            return False
        return True

    def played_again(self) -> Iterator[HandRows]:
        """Every hand, replayed by the rules."""
        steps = replay(self.game, self.series, self.played)
        state, _ = next(steps)
        hands_before = state.table.hands
        hand = _Open(1, state)
        for at, (line, step) in enumerate(zip(self.played.moves, steps, strict=True), 1):
            actor, move = move_of(self.game, line)
            if move.kind == NEXT_HAND:
                if hand.ended is not None:
                    yield self._closed(hand, state)
                    hand = _Open(state.table.hands - hands_before + 1, state)
                hand.begun = step.state
            hand.actions.append(self._action(hand.number, at, actor, move, state, step.events))
            if actor != HOUSE:
                self._note_cards(hand, state)
            for fact in step.events:
                if type(fact).__name__ == PAID and hasattr(fact, "chips"):
                    seat = fact.seat  # type: ignore[attr-defined]
                    hand.paid[seat] = hand.paid.get(seat, 0) + fact.chips
            if hand.ended is None and (step.state.table.hands > state.table.hands or self.game.over(step.state)):
                hand.ended = step.state
            state = step.state
        if hand.actions:
            yield self._closed(hand, state)

    def without_rules(self) -> Iterator[HandRows]:
        """Every hand, from the record alone."""
        actions: list[Row] = []
        number = 1
        for at, line in enumerate(self.played.moves, 1):
            actor, move = move_of(self.game, line)
            if move.kind == NEXT_HAND and actions:
                yield self._bare(number, actions)
                actions, number = [], number + 1
            actions.append(self._action(number, at, actor, move))
        if actions:
            yield self._bare(number, actions)

    def _bare(self, number: int, actions: list[Row]) -> HandRows:
        return HandRows([self._seat(number, seat) for seat in range(len(self.names))], actions, bare=True)

    def _note_cards(self, hand: _Open, state: State) -> None:
        """Note the first cards of each seat: those that it holds at the first decision, or else gets later."""
        for seat in range(state.table.seats):
            if seat not in hand.first and (held := self._held(state, seat)):
                hand.first[seat] = self._cards(held)

    def _closed(self, hand: _Open, last: State) -> HandRows:
        """The rows of a hand; `last` is the last state before the next hand."""
        state = hand.ended or last
        self._note_cards(hand, state)
        begun, ended = self.game.view(hand.begun, None), self.game.view(state, None)
        seats = hand.begun.table.seats
        bets = {"stack", "total"} <= self.has and (any(begun.stack) or any(begun.total))
        dealt = ended.dealt if "dealt" in self.has else (1 << seats) - 1
        position = _positions(begun.button, dealt) if "button" in self.has else {}
        lying = self._cards(self._held(state, NOBODY))
        rows = []
        for seat in range(seats):
            score = self.game.core.score(last.table, seat)
            won, self.scores[seat] = score - self.scores.get(seat, 0), score
            if not has(dealt, seat):
                continue
            held = self._held(state, seat)
            row = self._seat(hand.number, seat) | {
                "position": position.get(seat),
                "stack": begun.stack[seat] + begun.total[seat] if bets else None,
                "cards": hand.first.get(seat),
                "last_cards": self._cards(held),
                "shown": _is_open(state, held) if held else None,
                "folded": not has(ended.live, seat) if "live" in self.has else None,
                "board": lying,
                "finished": hand.ended is not None,
            }
            if hand.ended is not None:
                row |= {"won": won, "score": score}
                row |= {"pot": sum(hand.paid.values()), "collected": hand.paid.get(seat, 0)} if bets else {}
            rows.append(row)
        return HandRows(rows, hand.actions)

    def _seat(self, hand: int, seat: int) -> Row:
        """A row of a seat with what is known without a replay."""
        row: Row = dict.fromkeys(column.name for column in HANDS)
        roles = self.game.words.roles
        role = roles[seat] if seat < len(roles) else None
        row |= self.key | {"hand": hand, "deal": self.played.deal, "game": self.series.game, "title": self.game.title}
        return row | {"seat": seat, "player": self._name(seat), "role": role}

    def _action(
        self, hand: int, at: int, actor: int, move: Move, before: State | None = None, events: Iterable[Fact] = ()
    ) -> Row:
        """A row of a move; in a replay, with the state `before` it and the events that it caused."""
        row: Row = dict.fromkeys(column.name for column in ACTIONS)
        row |= self.key | {"hand": hand, "step": at, "action": self.game.kinds[move.kind]}
        row |= {"actor": ACTORS.get(actor, SEAT), "amount": move.amount or None, "cards": self._cards(move.cards)}
        if misdeeds := self.misdeeds.get(at):
            row["misdeed"] = "; ".join(misdeeds)
        facts = list(events)
        if actor == CLOCK:
            late = {fact.seat for fact in facts if type(fact).__name__ == LATE}  # type: ignore[attr-defined]
            actor = late.pop() if len(late) == 1 else CLOCK
        is_seat = actor < SEATS
        if is_seat:
            row |= {"seat": actor, "player": self._name(actor)}
        if before is None or move.kind == NEXT_HAND:
            return row
        view = self.game.view(before, actor if is_seat else None)
        if self.game.words.phase:
            row["phase"] = self.game.words.phase(view) or None
        if is_seat and {"stack", "bet", "pot", "to_call"} <= self.has:
            row |= _stakes(view, actor, facts)
        return row

    def _name(self, seat: int) -> str | None:
        return (self.names[seat] if seat < len(self.names) else "") or None

    def _held(self, state: State, owner: int) -> list[int]:
        """The cards in the rows of a seat, or in those of no seat (NOBODY)."""
        held: list[int] = []
        for zone, words in enumerate(self.game.words.zones if self.game.has_cards else ()):
            if words.owner == owner and words.drawn:
                held += row_of(state.table.cards, zone)
        return held

    def _cards(self, cards: Sequence[int]) -> str | None:
        """Cards as text, "??" for a hidden one; None if there are none, or none is known."""
        if all(card == UNKNOWN for card in cards):
            return None
        name = self.game.words.card_name
        return self.between.join("??" if card == UNKNOWN else "-" if card == GAP else name(card) for card in cards)


def _separator(game: Game, config: Any) -> str:
    """The separator between two cards: a space, or comma and space if names of cards have several words."""
    for card in range(len(game.fresh(config).cards.zone)) if game.has_cards else ():
        try:
            if " " in game.words.card_name(card):
                return ", "
        except (BadInput, LookupError):  # a number that no card has
            continue
    return " "


def _positions(button: int, dealt: int) -> dict[int, int]:
    """How many players after the button each seat is. A button may lie at an empty seat."""
    places = {button: 0} if has(dealt, button) else {}
    seat = button
    for place in range(1, size(dealt) + (not places)):
        seat = after(dealt, seat)
        places[seat] = place
    return places


def _is_open(state: State, cards: Sequence[int]) -> bool:
    """Whether spectators have seen all these cards."""
    return all(card != UNKNOWN and has(state.table.cards.known[card], SPECTATOR) for card in cards)


def _stakes(view: Any, seat: int, facts: Iterable[Fact]) -> Row:
    """A seat's stack, pot and price of a call before its move, and the cost of the move; {} in a game without chips."""
    if not any(view.stack) and not view.pot:
        return {}
    cost = 0
    for fact in facts:
        if getattr(fact, "seat", None) == seat:
            if type(fact).__name__ in COSTS:
                cost += fact.chips  # type: ignore[attr-defined]
            elif type(fact).__name__ in TOTALS:
                cost += fact.total - view.bet[seat]  # type: ignore[attr-defined]
    return {"stack": view.stack[seat], "pot": view.pot, "to_call": view.to_call, "chips": cost}
