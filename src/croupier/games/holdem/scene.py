"""Hold'em's additions to a Scene: button and blinds, hands by name, pots, and options in words."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.kernel.contract.words import ZoneWords
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.questions import each_choice
from croupier.kernel.showing.scene import Choice, Scene, Seat, Zone
from croupier.kernel.showing.wagers import Stakes, in_play, pots_of, wager
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.evaluate import CATEGORY_SHIFT, PAIR, RANKS, add_card, hand_name, strength

from .records import BOARD, BOARD_CARDS, HOLE, SHOWDOWN, View
from .words import street_of

ZONES = (ZoneWords("deck", drawn=False), ZoneWords("board"), *(ZoneWords("hole cards", seat) for seat in range(SEATS)))
ASIDES: dict[str, dict[str, str]] = {
    "SIT": {"words": "Sit down with"},
    "LEAVE": {"words": "Leave the table", "costly": "You give up this hand and your seat."},
    "AWAY": {"words": "Sit out"},
    "BACK": {"words": "Come back"},
}


def add_to_scene(scene: Scene, view: View, cast: Cast) -> Scene:
    """A Scene with the details of hold'em."""
    ended = view.street == SHOWDOWN and not any(view.total)
    betting = scene.question is not None and bool(scene.question.owed)
    return replace(
        scene,
        phase=f"Hand {view.hands + (not ended)} · {street_of(view)}",
        zones=tuple(_zone(zone) for zone in in_play(scene.zones, view.live)),
        seats=tuple(_seat(seat, view) for seat in scene.seats),
        pots=pots_of(view.seats, view.live, view.stack, view.total, view.dead),
        clause="Betting" if view.actor >= 0 else "The match" if scene.over else "A hand",
        question=each_choice(scene.question, lambda choice: _choice(choice, view), _asks(view) if betting else ""),
    )


def _zone(zone: Zone) -> Zone:
    return replace(zone, room=BOARD_CARDS) if zone.id == BOARD else zone


def _seat(seat: Seat, view: View) -> Seat:
    number = seat.seat
    dealt, live = view.dealt >> number & 1, view.live >> number & 1
    marks = [
        mark
        for mark, where in (("button", view.button), ("small blind", view.small_blind), ("big blind", view.big_blind))
        if number == where
    ]
    if live and not view.stack[number] and view.pot:
        marks.append("all-in")
    if dealt and not live and not seat.last:
        marks.append("folded")
    if not dealt:
        marks = ["not in this hand" if view.stack[number] else "empty seat"]
    return replace(seat, marks=tuple(marks), out=not live, holds=_holds(view, number) if live else "")


def _holds(view: View, seat: int) -> str:
    """The name of a hand that the viewer sees: from the flop on, or a pair."""
    hole, board = _lying(view, HOLE + seat), _lying(view, BOARD)
    if not hole or UNKNOWN in (*hole, *board):
        return ""
    if not board:
        rank = hole[0] >> 2
        return hand_name(PAIR << CATEGORY_SHIFT | 1 << rank + RANKS) if rank == hole[1] >> 2 else ""
    hand = 0
    for card in [*hole, *board]:
        hand = add_card(hand, card)
    return hand_name(strength(hand))


def _lying(view: View, zone: int) -> list[int]:
    """The cards of a zone."""
    start = view.cards.first[zone]
    return view.cards.row[start : start + view.cards.count[zone]]


def _asks(view: View) -> str:
    return f"{view.to_call:,} to call." if view.to_call else "Nothing to call."


def _choice(choice: Choice, view: View) -> Choice:
    if choice.name in ASIDES:
        amount = f" {choice.low:,}" if choice.step and choice.low == choice.high else ""
        aside = ASIDES[choice.name]
        return replace(choice, words=aside["words"] + amount, costly=aside.get("costly", ""))
    stack, bet = view.stack[view.seat], view.bet[view.seat]
    return wager(choice, Stakes(view.to_call, view.current_bet, view.pot, stack, bet, view.blinds[1]))
