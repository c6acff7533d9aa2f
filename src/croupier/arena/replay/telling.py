"""The requests about a match that was played: its hands, the moments of a hand, advice.

`tell` answers all of them. Permission is checked first: a `Permit` says whose eyes a visitor has.
"""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

import msgspec

from croupier.agents.search import imagined
from croupier.kernel.contract import record as records
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.rng import Rng, seed

from ..tables import lines
from ..tables.configs import TIMES, game_of
from ..tables.plan import Plan
from .advice import Asked, asked
from .files import match_of_file
from .hands import Hands, PlayedHand, PlayedMatch
from .highlights import Picked, picked
from .pages import OPEN, WATCHING, PointOfView, Shown, shown
from .solution import Position, Unsolved, position

HANDS = 500
"""The most hands in one page of a list."""


LEISURE_MS = 60_000
"""The least time for a decision where a match is taken up again."""


class Forbidden(BadInput):
    """A visitor asks for something that it may not see."""


class Permit(NamedTuple):
    """The eyes that a visitor may use: all, or those of one player, in whatever seat it sat."""

    open: bool = False
    player: str = ""
    could_open: bool = False
    """Whether the visitor gets all eyes if it asks for them."""
    counts: bool = False
    """Whether the match is still played and counts: then nothing is told that could help in it."""

    def offered(self, hand: PlayedHand) -> list[PointOfView]:
        """All eyes that the visitor has, or gets if it asks for them."""
        return self._replace(open=self.open or self.could_open).eyes(hand)

    def eyes(self, hand: PlayedHand) -> list[PointOfView]:
        """All eyes that the visitor has for a hand, those that see most first."""
        own = [seat for seat, plate in enumerate(hand.players) if self.player and plate.id == self.player]
        if not self.open:
            return [*own, WATCHING]
        return [OPEN, *range(hand.opening.state.table.seats), WATCHING]


class OfTable(NamedTuple):
    """A match of a table, as the table's lines have it."""

    plan: Plan
    number: int
    kept: list[bytes]
    hands: int = 0
    """If the match is still played: how many of its hands are over; the others are left out."""


class ListHands(NamedTuple):
    """Lists the hands, beginning with number `first` (from 1)."""

    first: int = 1


class ShowHand(NamedTuple):
    """Asks for the moments of a hand through some eyes; by default those that see most."""

    hand: int
    eyes: PointOfView | None = None
    first: int = 0


class AskHouse(NamedTuple):
    """Asks what a house bot would have done in a seat's place, after a number of moves of a hand."""

    hand: int
    made: int
    seat: int


class AskSolver(NamedTuple):
    """Asks how the solver would have played the decision after `made` moves of a hand, as seen through some eyes."""

    hand: int
    made: int
    eyes: PointOfView | None = None


class AskOutlooks(NamedTuple):
    """Asks what a seat's hand was worth, street by street, by what the seat saw of the hand."""

    hand: int
    seat: int


class TakeOver(NamedTuple):
    """Asks for the position of a seat after `made` moves of a hand, to be played on from there elsewhere."""

    match: str
    hand: int
    made: int
    seat: int


class PickHands(NamedTuple):
    """Asks for the hands in which some players won or lost most, by their ids. Only the arena itself asks."""

    match: str
    players: tuple[str, ...]


Wish = ListHands | ShowHand | AskHouse | AskSolver | AskOutlooks | TakeOver | PickHands


def match_from(source: OfTable | str) -> PlayedMatch:
    """A match of a table, or of a file's text; BadInput if it cannot be played again."""
    if isinstance(source, str):
        return match_of_file(source)
    plan, number, kept, over = source
    game = game_of(plan)
    game = game.for_config(game.configure(**plan.options)) if game.for_config else game
    hands = Hands(plan, game, number)
    hands.follow_all(map(lines.decode, kept))
    if not hands.hands:
        raise BadInput(f"The lines of match {number} of {plan.id} are gone.")
    return PlayedMatch(game, hands.hands[: over or None], plan.title or game.title)


class ReplayHand(TypedDict):
    """A hand in the list of a replay."""

    hand: int
    players: list[str]
    moves: int
    ended: str


class ReplayHands(TypedDict):
    """The hands of a match, or of a file, which has no result."""

    game: str
    title: str
    many: int
    first: int
    left_out: list[str]
    hands: list[ReplayHand]
    match: NotRequired[str]
    names: NotRequired[list[str]]
    scores: NotRequired[list[int]]
    at: NotRequired[int]
    key: NotRequired[str]
    """The public key that the match is signed with; "" if it is not signed."""


class StreetOutlook(TypedDict):
    """What a hand was worth on a street; see `Outlook`."""

    street: str
    board: list[str]
    share: float | None
    known: float | None
    outs: list[str] | None


class HandOutlooks(TypedDict):
    """What a seat's hand was worth, street by street; no street in a game that has no such figures."""

    hand: int
    seat: int
    streets: list[StreetOutlook]


class ReplayPage(TypedDict):
    """Moments of a hand, through a pair of eyes: those of a seat, of a spectator, or of the god view."""

    hand: int
    hands: int
    game: str
    title: str
    eyes: PointOfView
    may: list[PointOfView]
    adviser: str
    first: int
    many: int
    moments: list[Shown]
    match: NotRequired[str]


def tell(
    match: PlayedMatch, wish: Wish, permit: Permit
) -> ReplayHands | ReplayPage | HandOutlooks | Asked | records.Position | Position | Unsolved | dict[str, Picked]:
    """Answer a request; Forbidden if the visitor may not know the answer, BadInput if the request makes no sense."""
    if isinstance(wish, ListHands):
        return _list(match, wish.first)
    if isinstance(wish, PickHands):
        return picked(match, wish.match, wish.players)
    hand = _hand(match, wish.hand)
    may = permit.eyes(hand)
    if permit.counts and not isinstance(wish, ShowHand):
        raise Forbidden("This match is still played, and counts: ask when it is over.")
    if isinstance(wish, AskHouse):
        if OPEN not in may and wish.seat not in may:
            raise Forbidden("The house's advice reveals cards: only a client that may see them can ask.")
        return asked(match.game, hand, wish.made, wish.seat)
    if isinstance(wish, AskOutlooks):
        if OPEN not in may and wish.seat not in may:
            raise Forbidden("These cards are not yours to see: show the token of the seat, or the host's.")
        return {"hand": wish.hand, "seat": wish.seat, "streets": _streets(match.game, hand, wish.seat)}
    if isinstance(wish, TakeOver):
        if OPEN not in may and wish.seat not in may:
            raise Forbidden("This seat is not yours to take over: show its token, or the host's.")
        return _taken_over(match.game, hand, wish)
    eyes = may[0] if wish.eyes is None else wish.eyes
    if eyes not in may:
        raise Forbidden("These cards are not yours to see: show the token of the seat, or the host's.")
    if isinstance(wish, AskSolver):
        return position(match.game, hand, wish.made, eyes)
    page, many = shown(match.game, hand, eyes, wish.first)
    if permit.counts:
        page = [msgspec.structs.replace(one, shares=msgspec.UNSET) for one in page]
    return {
        "hand": wish.hand,
        "hands": len(match.hands),
        "game": match.game.name,
        "title": match.title,
        "eyes": eyes,
        "may": permit.offered(hand),
        "adviser": "" if permit.counts else f"house:{match.game.house_bots.adviser}",
        "first": wish.first,
        "many": many,
        "moments": msgspec.to_builtins(page),
    }


def _streets(game: Game, hand: PlayedHand, seat: int) -> list[StreetOutlook]:
    if game.outlooks is None:
        return []
    told = game.outlooks([game.view(step.after, seat) for step in hand.steps(game)])
    return [
        {
            "street": one.street,
            "board": [*one.board],
            "share": None if one.share is None else round(one.share, 4),
            "known": None if one.known is None else round(one.known, 4),
            "outs": None if one.outs is None else [*one.outs],
        }
        for one in told
    ]


def _taken_over(game: Game, hand: PlayedHand, wish: TakeOver) -> records.Position:
    """The position of a seat, with all that it does not know dealt anew."""
    state, rng = hand.after(game, wish.made), Rng()
    if not 0 <= wish.seat < state.table.seats:
        raise BadInput(f"There is no seat {wish.seat}; seats are 0 to {state.table.seats - 1}.")
    if game.over(state) or game.between_hands(state):
        raise BadInput("The hand is over there: choose an earlier step.")
    seed(rng, fresh_seed(), 0)
    for name in TIMES:
        if limit_ms := getattr(state.table.config, name, 0):
            setattr(state.table.config, name, max(limit_ms, LEISURE_MS))
    return records.Position.of(wish.match, wish.hand, wish.made, wish.seat, imagined(state, wish.seat, rng))


def _list(match: PlayedMatch, first: int) -> ReplayHands:
    page = match.hands[max(0, first - 1) : max(0, first - 1) + HANDS]
    return {
        "game": match.game.name,
        "title": match.title,
        "many": len(match.hands),
        "first": first,
        "left_out": match.left_out[:20],
        "hands": [
            {
                "hand": number,
                "players": [plate.name for plate in hand.players],
                "moves": len(hand.moves),
                "ended": hand.ended(match.game),
            }
            for number, hand in enumerate(page, max(1, first))
        ],
    }


def _hand(match: PlayedMatch, number: int) -> PlayedHand:
    if not 1 <= number <= len(match.hands):
        raise BadInput(f"There is no hand {number}; the match has hands 1 to {len(match.hands)}.")
    return match.hands[number - 1]
