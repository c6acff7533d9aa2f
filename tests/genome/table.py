"""A table for tests: short genomes, stacked decks, moves by their names."""

from __future__ import annotations

from typing import Any

from croupier.games.genome import GAME, GameGenome, configure
from croupier.games.genome.language.genome import (
    AnyPhase,
    BestHand,
    BettingPhase,
    SessionLength,
    SetupRules,
    ShowdownPhase,
    TurnStructure,
    WinCondition,
)
from croupier.games.genome.machine.records import HAND
from croupier.kernel.contract.dealers import Dealer, RandomDealer, StackedDealer
from croupier.kernel.contract.decision import Decision, Option
from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.cards import UNKNOWN, format_card, format_cards, parse_cards
from croupier.kernel.vocabulary.events import Events, Fact
from croupier.kernel.vocabulary.menu import TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

HIGH_CARD = BestHand(evaluation="high_card")


def genome(
    *phases: AnyPhase,
    players: int = 2,
    cards: int = 1,
    chips: int = 0,
    win: WinCondition | tuple[WinCondition, ...] = HIGH_CARD,
    hands: int = 1,
    rounds: int = 0,
    once: int = 0,
    max_turns: int = 100,
    **setup: Any,
) -> GameGenome:
    """A genome of some phases."""
    return GameGenome(
        setup=SetupRules(cards_per_player=cards, starting_chips=chips, **setup),
        turn_structure=TurnStructure(phases=phases or (BettingPhase(),), rounds=rounds, once=once),
        win_conditions=win if isinstance(win, tuple) else (win,),
        max_turns=max_turns,
        player_count=players,
        session=SessionLength(hands=hands),
    )


def showdown(players: int = 3, held: int = 1, win: Any = HIGH_CARD, **more: Any) -> GameGenome:
    """A genome in which cards are dealt and compared, and nobody decides anything."""
    return genome(ShowdownPhase(), players=players, cards=held, win=win, **more)


def cards(text: str) -> tuple[int, ...]:
    """Cards as facts have them."""
    return tuple(parse_cards(text))


class GenomeTable:
    """A session that is played move by move. The house deals `deck` first, then at random."""

    def __init__(self, played: GameGenome, deck: str = "", stacks: list[int] | None = None, **options: Any) -> None:
        self.dealer: Dealer = StackedDealer(parse_cards(deck), RandomDealer(1))
        self.events: list[Events] = []
        state, events = GAME.start(configure(played, **options))
        self.state, self.table = state, state.table
        self.events.append(events)
        if stacks:  # as after some hands; before the first card, so the hand starts from them
            self.table.betting.stack[: len(stacks)] = stacks
        self._deal()

    def _deal(self) -> None:
        while (pending := GAME.pending(self.state)) and pending[0].seat == HOUSE:
            self.events.append(GAME.advance(self.state, HOUSE, self.dealer.deal(self.state, pending[0])))

    @property
    def actor(self) -> int | None:
        """The seat in turn; None if the session is over."""
        pending = GAME.pending(self.state)
        return pending[0].seat if pending else None

    @property
    def moves(self) -> list[str]:
        """The legal moves of the seat in turn."""
        return [option.name for option in self.decision.owed] if self.actor is not None else []

    @property
    def decision(self) -> Decision:
        """The pending decision."""
        return GAME.pending(self.state)[0]

    def option(self, name: str) -> Option:
        """One of the moves, with its amounts or its cards."""
        option = self.decision.option(GAME.kind(name))
        assert option is not None
        return option

    @property
    def default(self) -> str:
        """The move that the clock would make."""
        return self.decision.options[self.decision.default].name

    def moves_of(self, seat: int) -> list[str]:
        """The legal moves of any seat."""
        return [option.name for option in GAME.decision(self.state, seat).options]

    def cards_for(self, name: str) -> str:
        """The cards that can be chosen."""
        return format_cards(self.option(name).cards)

    def do(self, *moves: str) -> GenomeTable:
        """Make moves of the seats in turn: "CHECK", "RAISE 30", "PLAY 8h"."""
        for move in moves:
            name, *rest = move.split()
            amount = int(rest[0]) if rest and rest[0].isdigit() else 0
            cards = () if not rest or amount else tuple(parse_cards("".join(rest)))
            assert self.actor is not None
            self.events.append(GAME.advance(self.state, self.actor, Move(GAME.kind(name), amount, cards)))
            self._deal()
        return self

    def wait(self) -> GenomeTable:
        """Let the clock run out for the seat in turn."""
        self.events.append(GAME.advance(self.state, CLOCK, Move(TIMEOUT)))
        self._deal()
        return self

    @property
    def chips(self) -> list[int]:
        """The stacks."""
        return self.table.betting.stack[: self.table.seats]

    @property
    def scores(self) -> tuple[int, ...]:
        """The outcome."""
        outcome = GAME.outcome(self.state)
        assert outcome is not None
        return outcome.scores

    @property
    def facts(self) -> list[Fact]:
        """All facts so far, whoever was told them."""
        return [fact for events in self.events for fact in events]

    def told(self, kind: type[Fact]) -> list[Any]:
        """All facts of a kind so far."""
        return [fact for fact in self.facts if type(fact) is kind]

    def told_to(self, seat: int | None, kind: type[Fact]) -> list[Any]:
        """All facts of a kind that a seat, or a spectator (None), was told."""
        return [fact for events in self.events for fact in events.seen_by(seat) if type(fact) is kind]

    def view(self, seat: int | None) -> Any:
        """The view of a seat, or of a spectator (None)."""
        return GAME.view(self.state, seat)

    def zone(self, zone: int) -> str:
        """The cards of a row."""
        cards = self.table.cards
        first = cards.first[zone]
        return format_cards(card for card in cards.row[first : first + cards.count[zone]] if card != UNKNOWN)

    def hands(self) -> list[str]:
        """The cards of each hand."""
        return [self.zone(HAND + seat) for seat in range(self.table.seats)]

    def pool(self, zone: int) -> set[str]:
        """The cards of a zone without an order."""
        return {format_card(card) for card, where in enumerate(self.table.cards.zone) if where == zone}
