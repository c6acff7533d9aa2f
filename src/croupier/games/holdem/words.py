"""Hold'em in words: a table as a person would draw it, and what happened as a person would tell it."""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.showing.picture import Picture, Place
from croupier.kernel.vocabulary.cards import UNKNOWN, format_card, format_cards
from croupier.kernel.vocabulary.evaluate import hand_name
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.turns import size

from . import events
from .records import BOARD, HOLE, SHOWDOWN, View

STREETS = ("Before the flop", "Flop", "Turn", "River", "Showdown")


def render(view: View) -> str:
    """The table as one seat sees it."""
    board = format_cards(_lying(view, BOARD)) or ("no board" if view.street == SHOWDOWN else "no cards yet")
    lines = [f"{street_of(view)}: {board}   pot {view.pot:,}"]
    for seat in range(view.seats):
        if not view.dealt >> seat & 1:
            if view.stack[seat]:
                lines.append(f"   seat {seat}  {view.stack[seat]:>9,}  not in this hand")
            continue
        turn = ">" if seat == view.actor else " "
        marks = " ".join(
            mark
            for mark, where in (("button", view.button), ("sb", view.small_blind), ("bb", view.big_blind))
            if seat == where
        )
        name = "you   " if seat == view.seat else f"seat {seat}"
        held = format_cards(_lying(view, HOLE + seat)) if view.live >> seat & 1 else "folded"
        bet = f"bet {view.bet[seat]:,}" if view.bet[seat] else ""
        lines.append(f" {turn} {name}  {view.stack[seat]:>9,}  {held:6}  {bet:12} {marks}".rstrip())
    if view.to_call:
        lines.append(f"   {view.to_call:,} to call")
    return "\n".join(lines)


def picture(view: View) -> Picture:
    """The table as something to draw."""
    places = [
        Place(
            cards=[format_card(card) for card in _lying(view, HOLE + seat)],
            chips=view.stack[seat],
            bet=view.bet[seat],
            mark="D" if seat == view.button else "",
            out=not view.live >> seat & 1,
        )
        for seat in range(view.seats)
    ]
    board = [format_card(card) for card in _lying(view, BOARD)]
    return Picture(street_of(view), board, view.pot, view.actor, places)


def street_of(view: View) -> str:
    """The street that the board shows: while one is still to be dealt, the one before.

    Where all others have folded, nobody shows anything down.
    """
    if view.street == SHOWDOWN:
        return STREETS[SHOWDOWN] if size(view.live) > 1 else "The end"
    return STREETS[max(0, view.cards.count[BOARD] - 2)]


def _lying(view: View, zone: int) -> list[int]:
    """The cards of a zone."""
    start = view.cards.first[zone]
    return view.cards.row[start : start + view.cards.count[zone]]


def _cards(fact: Fact) -> str:
    return format_cards(getattr(fact, "cards", ()))


_TELL: dict[type[Fact], Callable[..., str]] = {
    events.HandStarted: lambda f: f"— Hand {f.number}: seat {f.seat} has the button —",
    events.AntePosted: lambda f: f"seat {f.seat} antes {f.chips:,}",
    events.DeadAntePosted: lambda f: f"seat {f.seat} antes {f.chips:,} for the table",
    events.BlindPosted: lambda f: f"seat {f.seat} posts {f.chips:,}",
    events.StraddlePosted: lambda f: f"seat {f.seat} straddles for {f.chips:,}",
    events.DeadBlindPosted: lambda f: f"seat {f.seat} posts {f.chips:,} dead",
    events.HoleDealt: lambda f: "" if UNKNOWN in f.cards else f"seat {f.seat} is dealt {_cards(f)}",
    events.Folded: lambda f: f"seat {f.seat} folds",
    events.Checked: lambda f: f"seat {f.seat} checks",
    events.Called: lambda f: f"seat {f.seat} calls {f.chips:,}",
    events.BetPlaced: lambda f: f"seat {f.seat} bets {f.total:,}",
    events.Raised: lambda f: f"seat {f.seat} raises to {f.total:,}",
    events.BetReturned: lambda f: f"{f.chips:,} uncalled go back to seat {f.seat}",
    events.FlopDealt: lambda f: f"Flop: {_cards(f)}",
    events.TurnDealt: lambda f: f"Turn: {format_cards([f.card])}",
    events.RiverDealt: lambda f: f"River: {format_cards([f.card])}",
    events.HandTabled: lambda f: f"seat {f.seat} turns up {_cards(f)}",
    events.HandShown: lambda f: (
        f"seat {f.seat} shows {_cards(f)}" + (f": {hand_name(f.strength)}" if f.strength else "")
    ),
    events.HandMucked: lambda f: f"seat {f.seat} mucks",
    events.PotAwarded: lambda f: f"seat {f.seat} wins {f.chips:,}",
    events.Eliminated: lambda f: f"seat {f.seat} is out",
    events.SatDown: lambda f: f"seat {f.seat} sits down with {f.chips:,}",
    events.Left: lambda f: f"seat {f.seat} leaves with {f.chips:,}",
    events.WentAway: lambda f: f"seat {f.seat} sits out",
    events.CameBack: lambda f: f"seat {f.seat} is back",
    events.TimeRanOut: lambda f: f"seat {f.seat} runs out of time",
}


def tell(fact: Fact) -> str:
    """A fact as a sentence; turns, gathered bets and the like go without saying."""
    return _TELL[type(fact)](fact) if type(fact) in _TELL else ""
