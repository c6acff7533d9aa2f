"""Hold'em in words: sentences about what happened."""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.showing.cast import Cast
from croupier.kernel.vocabulary.betting import FIXED_LIMIT, POT_LIMIT, SPREAD_LIMIT
from croupier.kernel.vocabulary.cards import UNKNOWN, format_card, format_cards
from croupier.kernel.vocabulary.evaluate import hand_name
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.turns import size

from . import events
from .betting_lines import LARGE, MEDIUM, SMALL, size_of_bet
from .options import HUNDREDTHS
from .policies.reading import entered, level
from .records import BIG_BLIND_ANTES, BOARD, PRE_FLOP, SHOWDOWN, Config, View
from .style import places

STREETS = ("Before the flop", "Flop", "Turn", "River", "Showdown")
ACTS = (
    *(events.AntePosted, events.DeadAntePosted, events.BlindPosted, events.StraddlePosted, events.DeadBlindPosted),
    *(events.Folded, events.Checked, events.Called, events.BetPlaced, events.Raised, events.HandMucked),
    *(events.PotAwarded, events.SatDown, events.Left, events.WentAway, events.CameBack),
    *(events.ToppedUp, events.Returned),
)
"""What seats do, and its immediate results."""
OPENINGS = (events.HandStarted, events.FlopDealt, events.TurnDealt, events.RiverDealt)

MEANS = {
    "FOLD": "give up this hand and what you have put in",
    "CHECK": "stay in without paying",
    "CALL": "pay the price and stay in",
    "RAISE_TO": "the amount is your total on this street, not what you add to it",
}

LIMITS = {FIXED_LIMIT: "fixed limit", POT_LIMIT: "pot limit", SPREAD_LIMIT: "spread limit"}
BEFORE_THE_FLOP = ("nobody in", "a raise", "a re-raise")
"""By the number of raises, the last for all larger numbers."""
LIMPED = "a limp"
BETS = {SMALL: "a small bet", MEDIUM: "a medium bet", LARGE: "a large bet"}
OVERBET = "an overbet"


def stakes(config: Config) -> str:
    """Blinds, antes and limits; at a cash table also what a player brings, and what the house takes."""
    parts = {
        "cash table": config.most_buy_in,
        f"blinds {config.small_blind:,}/{config.big_blind:,}": True,
        f"{'big blind ' if config.ante_kind == BIG_BLIND_ANTES else ''}ante {config.ante:,}": config.ante,
        LIMITS.get(config.structure, ""): config.structure in LIMITS,
        f"{config.least_buy_in:,} to {config.most_buy_in:,} chips": config.most_buy_in,
        f"rake {config.rake / HUNDREDTHS:g} %": config.rake,
    }
    return ", ".join(words for words, holds in parts.items() if holds)


def street_of(view: View) -> str:
    """The street that the board shows: until its cards are dealt, the one before.

    If all others have folded, there is no showdown.
    """
    if view.street == SHOWDOWN:
        return STREETS[SHOWDOWN] if size(view.live) > 1 else "The end"
    return STREETS[max(0, view.cards.count[BOARD] - 2)]


def spot(v: View) -> tuple[str, str]:
    """The position of the seat that decides, and what it faces."""
    return places(v).get(v.seat, ""), _faced(v)


def _faced(v: View) -> str:
    raises = level(v)
    if v.street == PRE_FLOP:
        if raises == 0 and entered(v):
            return LIMPED
        return BEFORE_THE_FLOP[min(raises, len(BEFORE_THE_FLOP) - 1)]
    if not v.to_call:
        return "no bet"
    if raises > 1:
        return "a raise"
    bet = v.current_bet
    return BETS.get(size_of_bet(bet, v.pot - bet), OVERBET)


def _shows(fact: events.HandShown) -> str:
    return format_cards(fact.cards) + (f": {hand_name(fact.strength)}" if fact.strength else "")


_TELL: dict[type[Fact], Callable[..., str]] = {
    events.HandStarted: lambda f, c: f"Hand {f.number}: {c.does(f.seat, 'have', 'the button')}",
    events.AntePosted: lambda f, c: c.does(f.seat, "ante", f"{f.chips:,}"),
    events.DeadAntePosted: lambda f, c: c.does(f.seat, "ante", f"{f.chips:,} for the table"),
    events.BlindPosted: lambda f, c: c.does(f.seat, "post", f"{f.chips:,}"),
    events.StraddlePosted: lambda f, c: c.does(f.seat, "straddle", f"for {f.chips:,}"),
    events.DeadBlindPosted: lambda f, c: c.does(f.seat, "post", f"{f.chips:,} dead"),
    events.HoleDealt: lambda f, c: "" if UNKNOWN in f.cards else c.does(f.seat, "be", f"dealt {format_cards(f.cards)}"),
    events.Folded: lambda f, c: c.does(f.seat, "fold"),
    events.Checked: lambda f, c: c.does(f.seat, "check"),
    events.Called: lambda f, c: c.does(f.seat, "call", f"{f.chips:,}"),
    events.BetPlaced: lambda f, c: c.does(f.seat, "bet", f"{f.total:,}"),
    events.Raised: lambda f, c: c.does(f.seat, "raise", f"to {f.total:,}"),
    events.BetReturned: lambda f, c: f"{f.chips:,} uncalled go back to {c.name(f.seat)}",
    events.FlopDealt: lambda f, c: f"Flop: {format_cards(f.cards)}",
    events.TurnDealt: lambda f, c: f"Turn: {format_card(f.card)}",
    events.RiverDealt: lambda f, c: f"River: {format_card(f.card)}",
    events.HandTabled: lambda f, c: c.does(f.seat, "turn", f"up {format_cards(f.cards)}"),
    events.HandShown: lambda f, c: c.does(f.seat, "show", _shows(f)),
    events.HandMucked: lambda f, c: c.does(f.seat, "muck"),
    events.PotAwarded: lambda f, c: c.does(f.seat, "win", f"{f.chips:,}"),
    events.Eliminated: lambda f, c: c.does(f.seat, "be", "out"),
    events.SatDown: lambda f, c: c.does(f.seat, "sit", f"down with {f.chips:,}"),
    events.Left: lambda f, c: c.does(f.seat, "leave", f"with {f.chips:,}"),
    events.WentAway: lambda f, c: c.does(f.seat, "sit", "out"),
    events.CameBack: lambda f, c: c.does(f.seat, "be", "back"),
    events.TimeRanOut: lambda f, c: c.does(f.seat, "run", "out of time"),
    events.ToppedUp: lambda f, c: c.does(f.seat, "top", f"up by {f.chips:,}"),
    events.TopUpOrdered: lambda f, c: c.does(f.seat, "order", f"{f.chips:,} for after this hand") if f.chips else "",
    events.TopsUpAlways: lambda f, c: c.does(f.seat, "be", "topped up before every hand from now on"),
    events.TopsUpNoMore: lambda f, c: c.does(f.seat, "be", "topped up no more"),
    events.Returned: lambda f, c: c.does(f.seat, "have", f"to bring back {f.chips:,}"),
    events.RakeTaken: lambda f, c: f"The house takes {f.chips:,}",
}


def tell(fact: Fact, cast: Cast) -> str:
    """A fact as a clause; turns, gathered bets and the like are not told."""
    return _TELL[type(fact)](fact, cast) if type(fact) in _TELL else ""
