"""Hands of ours as hand histories.

What PHH cannot say, or what we could not read back, is refused: dead blinds, posts of returning players, players who
leave in mid-hand, and limits other than no-limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from croupier.games.holdem import GAME, Hand, events
from croupier.games.holdem.chip_count import ChipCount
from croupier.games.holdem.records import BIG_BLIND_ANTES, EACH_ANTES, Table
from croupier.kernel.contract.record import MatchRecord, replay
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.betting import NO_LIMIT
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards
from croupier.kernel.vocabulary.events import Fact

from .phh import HandHistory


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
        return history_of(source, about).to_toml()
    return replace(source, about={**source.about, **(about or {})}).to_toml()


def write_all(hands: Iterable[HandHistory]) -> str:
    """Several hands as `.phhs` text."""
    return "\n".join(f"[{number}]\n{hand.to_toml()}" for number, hand in enumerate(hands, 1))


def history_of(hand: Hand, about: Mapping[str, Any] | None = None) -> HandHistory:
    """A hand as it stands."""
    stacks = [now - won for now, won in zip(hand.stacks, hand.payoffs, strict=True)]
    return _history(hand.table, hand.events, stacks, hand.over, about or {})


def histories_of(record: MatchRecord, about: Mapping[str, Any] | None = None) -> list[HandHistory]:
    """Every hand of a recorded match; BadInput if there is one that PHH cannot tell."""
    return [
        _history(table, facts, stacks, over, {"hand": number, **(about or {})})
        for number, (table, facts, stacks, over) in enumerate(_hands(record), 1)
        if any(isinstance(fact, events.HoleDealt) for fact in facts)
    ]


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


def _history(
    table: Table, facts: Sequence[Fact], stacks: Sequence[int], over: bool, about: Mapping[str, Any]
) -> HandHistory:
    order = list(dict.fromkeys(fact.seat for fact in facts if isinstance(fact, events.HoleDealt)))
    _refuse_what_phh_cannot_say(table, facts, stacks, order)
    config = table.config
    straddles = [fact.chips for fact in facts if isinstance(fact, events.StraddlePosted)]
    antes = [0] * len(order)
    if config.ante_kind == EACH_ANTES:
        antes = [config.ante] * len(order)
    elif config.ante_kind == BIG_BLIND_ANTES:
        antes[1] = config.ante
    chips = ChipCount(stacks)
    for fact in facts:
        chips.follow(fact)
    return HandHistory(
        stacks=tuple(stacks[seat] for seat in order),
        blinds=tuple([config.small_blind, config.big_blind, *straddles, *[0] * len(order)][: len(order)]),
        antes=tuple(antes),
        min_bet=config.big_blind,
        actions=tuple(_actions(facts, {seat: f"p{place}" for place, seat in enumerate(order, 1)})),
        trims_antes=config.ante_kind == EACH_ANTES,
        finishing=tuple(chips.stack[seat] for seat in order) if over else None,
        about={key: _in_order(value, order, len(stacks)) for key, value in about.items()},
    )


def _actions(facts: Iterable[Fact], player: Mapping[int, str]) -> Iterator[str]:
    """The facts of a hand in the notation of PHH."""
    known: set[int] = set()
    for fact in facts:
        match fact:
            case events.HoleDealt(seat, cards):
                if seat not in known:  # first as the seat itself saw them, then as the others did
                    known.add(seat)
                    yield f"d dh {player[seat]} {format_cards(cards, '')}"
            case events.FlopDealt(cards):
                yield f"d db {format_cards(cards, '')}"
            case events.TurnDealt(card) | events.RiverDealt(card):
                yield f"d db {format_cards([card])}"
            case events.Folded(seat):
                yield f"{player[seat]} f"
            case events.Checked(seat) | events.Called(seat):
                yield f"{player[seat]} cc"
            case events.BetPlaced(seat, total) | events.Raised(seat, total):
                yield f"{player[seat]} cbr {total}"
            case events.HandTabled(seat, cards) | events.HandShown(seat, cards):
                if seat in known and UNKNOWN not in cards:
                    known.discard(seat)
                    yield f"{player[seat]} sm {format_cards(cards, '')}"
            case events.HandMucked(seat):
                yield f"{player[seat]} sm"


def _refuse_what_phh_cannot_say(
    table: Table, facts: Sequence[Fact], stacks: Sequence[int], order: Sequence[int]
) -> None:
    config, blinds = table.config, [table.small_blind, table.big_blind]
    if config.structure != NO_LIMIT:
        raise BadInput("PHH's NT is no-limit hold'em; this match had another limit.")
    if blinds != (order[:2] if len(order) > 2 else order[::-1]):
        raise BadInput("A hand had a dead small blind, which PHH cannot say: its first player is the small blind.")
    for fact in facts:
        if isinstance(fact, events.DeadBlindPosted) or (
            isinstance(fact, events.BlindPosted) and fact.seat not in blinds
        ):
            raise BadInput(f"Seat {fact.seat} posted missed blinds, which need the hands before to be understood.")
        if isinstance(fact, events.Left) and fact.seat in order:
            raise BadInput(f"Seat {fact.seat} left in the middle of a hand, which PHH cannot say.")
    short = stacks[table.big_blind] < config.ante + config.big_blind
    if config.ante_kind == BIG_BLIND_ANTES and config.blind_before_ante and short:
        raise BadInput("The big blind came before the ante, and was too short for both; PHH has the ante first.")


def _in_order(value: Any, order: Sequence[int], seats: int) -> Any:
    """A list with an entry for each seat, in the order of a hand; anything else as it is."""
    if isinstance(value, list | tuple) and len(value) == seats:
        return [value[seat] for seat in order]
    return value
