"""A run of the Deal for tests: moves in words, draws by the names of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.games.deal import GAME, configure
from croupier.games.deal.decks import CLASSIC, Deck, load_deck
from croupier.games.deal.records import DECK, DOWN, HAND, SPENT, TABLE, Table, View
from croupier.games.deal.totals import count_card
from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.ledger import draw, move
from croupier.kernel.vocabulary.turns import HOUSE, NOBODY, PUBLIC

SEATS = ("Narc", "Customer", "Player")
SHORT = str(Path(__file__).with_name("short.toml"))
"""Decks of three or four cards each."""


class Run:
    """A run. The seats draw the named cards, comma-separated and in this order, then from the top of their deck."""

    def __init__(self, narc: str = "", customer: str = "", player: str = "", **options: Any) -> None:
        self.deck: Deck = load_deck(options.get("decks", CLASSIC))
        self.draws = [[name.strip() for name in names.split(",") if name.strip()] for names in (narc, customer, player)]
        self.state, events = GAME.start(configure(**options))
        self.facts: list[Fact] = list(events)
        self.told: list[list[Fact]] = [events.seen_by(seat) for seat in range(3)]
        self._deal()

    def play(self, *moves: str) -> Run:
        """Moves such as "Narc raise Raid" or "Player go home"; the seat must be the one whose turn it is."""
        for text in moves:
            who, kind, *rest = text.split(maxsplit=2)
            assert who == self.actor, f"{text}: it is the turn of {self.actor}"
            if kind == "go":
                kind, rest = "go_home", []
            cards = tuple(self._held(SEATS.index(who), name) for name in rest)
            self.make(SEATS.index(who), Move(GAME.kind(kind.upper()), 0, cards))
            self._deal()
        return self

    def checks(self, seats: str = "Narc Customer Player") -> Run:
        """Make all seats check."""
        return self.play(*(f"{seat} check" for seat in seats.split()))

    def make(self, seat: int, move: Move) -> None:
        """Make a move through the contract."""
        events = GAME.advance(self.state, seat, move)
        self.facts += events
        for observer in range(3):
            self.told[observer] += events.seen_by(observer)

    @property
    def table(self) -> Table:
        made: Table = self.state.table
        return made

    @property
    def actor(self) -> str:
        """The seat that has to act; "" at the end."""
        return "" if self.table.actor == NOBODY else SEATS[self.table.actor]

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves of the actor."""
        return tuple(option.name for option in GAME.decision(self.state, self.table.actor).owed)

    @property
    def scores(self) -> tuple[int, ...]:
        outcome = GAME.outcome(self.state)
        assert outcome is not None
        return outcome.scores

    def view(self, seat: str = "Player") -> View:
        seen: View = GAME.view(self.state, SEATS.index(seat))
        return seen

    def hand(self, seat: str) -> list[str]:
        """The cards in a seat's hand."""
        return self.names(HAND + SEATS.index(seat))

    def face_down(self, seat: str) -> list[str]:
        return self.names(DOWN + SEATS.index(seat))

    @property
    def face_up(self) -> list[str]:
        """The cards on the table, in order of play."""
        return self.names(TABLE)

    @property
    def spent(self) -> list[str]:
        return [self.deck.names[card] for card, zone in enumerate(self.table.cards.zone) if zone == SPENT]

    def names(self, row: int) -> list[str]:
        x = self.table.cards
        return [self.deck.names[card] for card in x.row[x.first[row] : x.first[row] + x.count[row]]]

    def left(self, seat: str) -> int:
        """How many cards a seat's deck has."""
        return self.table.cards.count[DECK + SEATS.index(seat)]

    def happened(self, kind: type[Fact]) -> list[Any]:
        """The facts of a kind, each as the recipient sees it that sees most."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def show(self, *names: str) -> Run:
        """Move cards from decks and hands face up onto the table, and go to the last round."""
        t = self.table
        for name in names:
            card = next(
                card
                for card, known in enumerate(self.deck.names)
                if known == name and t.cards.zone[card] not in (TABLE, SPENT)
            )
            zone = t.cards.zone[card]
            if zone < HAND:
                draw(t.cards, zone, card, TABLE, PUBLIC)
            else:
                move(t.cards, card, TABLE, PUBLIC)
            count_card(t, card)
        t.round = t.config.rounds
        return self

    def _held(self, seat: int, name: str) -> int:
        x = self.table.cards
        start = x.first[HAND + seat]
        held = x.row[start : start + x.count[HAND + seat]]
        return next(card for card in held if self.deck.names[card] == name)

    def _deal(self) -> None:
        while (pending := GAME.pending(self.state)) and pending[0].seat == HOUSE:
            option = pending[0].options[0]
            seat, cards = option.zone - DECK, list[int]()
            pool = [card for card, zone in enumerate(self.table.cards.zone) if zone == option.zone]
            for _ in range(option.most):
                name = self.draws[seat].pop(0) if self.draws[seat] else None
                card = next(card for card in pool if name in (None, self.deck.names[card]))
                pool.remove(card)
                cards.append(card)
            self.make(HOUSE, Move(option.kind, 0, tuple(cards)))


def resolved(*face_up: str, cash: int = 0, heat: int = 0, **options: Any) -> Run:
    """A run after a last round in which these cards lay on the table, in this order, and all seats checked."""
    return Run(hands=1, cash=cash, heat=heat, **options).show(*face_up).checks()


def totals(*face_up: str, **options: Any) -> tuple[int, int, int, int]:
    """Evidence, Cover, Heat and profit of these cards, in this order."""
    view = Run(**options).show(*face_up).view()
    return view.evidence, view.cover, view.hand_heat, view.profit


def only(facts: Sequence[Any]) -> Any:
    """The one fact of a list."""
    assert len(facts) == 1, facts
    return facts[0]
