"""A table for tests: a genome in a few words, stacked cards, moves by their names."""

from __future__ import annotations

from typing import Any

from croupier.games.genome import GAME, GameGenome, configure
from croupier.games.genome.language.genome import (
    AnyPhase,
    BestHand,
    BettingPhase,
    Session,
    SetupRules,
    TurnStructure,
    WinCondition,
)
from croupier.kernel.contract.dealers import Dealer, RandomDealer, StackedDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards, parse_cards
from croupier.kernel.vocabulary.events import Fact
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
        session=Session(hands=hands),
    )


class Table:
    """A session that is played move by move. The house deals `deck` first, then at random."""

    def __init__(self, played: GameGenome, deck: str = "", stacks: list[int] | None = None, **options: Any) -> None:
        self.dealer: Dealer = StackedDealer(parse_cards(deck), RandomDealer(1))
        self.facts: list[Fact] = []
        state, events = GAME.start(configure(played, **options))
        self.state, self.table = state, state.table
        self.facts += events
        if stacks:  # as after some hands; before the first card, so the hand starts from them
            self.table.betting.stack[: len(stacks)] = stacks
        self._deal()

    def _deal(self) -> None:
        while (pending := GAME.pending(self.state)) and pending[0].seat == HOUSE:
            self.facts += GAME.advance(self.state, HOUSE, self.dealer.deal(self.state, pending[0]))

    @property
    def actor(self) -> int | None:
        """Whose turn it is; None if the session is over."""
        pending = GAME.pending(self.state)
        return pending[0].seat if pending else None

    @property
    def moves(self) -> list[str]:
        """What the seat in turn may do."""
        pending = GAME.pending(self.state)
        return [option.name for option in pending[0].owed] if pending else []

    def moves_of(self, seat: int) -> list[str]:
        """What any seat may do."""
        return [option.name for option in GAME.decision(self.state, seat).options]

    def cards_for(self, name: str) -> str:
        """The cards that can be chosen."""
        option = GAME.pending(self.state)[0].option(GAME.kind(name))
        assert option is not None
        return format_cards(option.cards)

    def do(self, *moves: str) -> Table:
        """Moves of whoever is in turn: "CHECK", "RAISE 30", "PLAY 8h"."""
        for move in moves:
            name, *rest = move.split()
            amount = int(rest[0]) if rest and rest[0].isdigit() else 0
            cards = () if not rest or amount else tuple(parse_cards("".join(rest)))
            assert self.actor is not None
            self.facts += GAME.advance(self.state, self.actor, Move(GAME.kind(name), amount, cards))
            self._deal()
        return self

    def wait(self) -> Table:
        """Let the clock run out for whoever is in turn."""
        self.facts += GAME.advance(self.state, CLOCK, Move(TIMEOUT))
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

    def told(self, kind: type[Fact]) -> list[Any]:
        """Every fact of a kind so far."""
        return [fact for fact in self.facts if type(fact) is kind]

    def zone(self, zone: int) -> str:
        """The cards of a row."""
        cards = self.table.cards
        first = cards.first[zone]
        return format_cards(card for card in cards.row[first : first + cards.count[zone]] if card != UNKNOWN)
