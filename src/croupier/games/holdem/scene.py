"""Hold'em's additions to a Scene: button and blinds, hands by name, pots, and options in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.kernel.contract.words import ZoneWords
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.questions import each_choice
from croupier.kernel.showing.results import marked, name_of, needed, result_of
from croupier.kernel.showing.scene import BLUFF, COMPARED, Choice, Preset, Result, Scene, Seat, Zone
from croupier.kernel.showing.wagers import Stakes, in_play, pots_of, wager
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.evaluate import (
    CATEGORY_SHIFT,
    FEWEST,
    HIGH_CARD,
    PAIR,
    RANKS,
    add_card,
    category,
    hand_name,
    strength,
)
from croupier.kernel.vocabulary.turns import NOBODY

from .betting_lines import on_street, raises_of
from .odds import cards_seen, shares_of
from .options import HUNDREDTHS
from .records import BOARD, BOARD_CARDS, FLOP, HOLE, HOLE_CARDS, SHOWDOWN, View
from .words import street_of

ZONES = (ZoneWords("deck", drawn=False), ZoneWords("board"), *(ZoneWords("hole cards", seat) for seat in range(SEATS)))
FLOP_CARDS = 3
IN_ADVANCE = ("FOLD", "CHECK", "CALL", "RAISE_TO")
ASIDES: dict[str, dict[str, str]] = {
    "SIT": {"words": "Sit down with"},
    "LEAVE": {"words": "Leave the table", "costly": "You give up this hand and your seat."},
    "AWAY": {"words": "Sit out"},
    "BACK": {"words": "Come back"},
    "TOP_UP": {"words": "Top up"},
    "AUTO_TOP_UP": {"words": "Top me up before every hand"},
    "END_TOP_UP": {"words": "Top me up no more"},
}
BUY_INS = (20, 40, 60, 100, 200)
"""Amounts that are offered by name to a player who sits down at a cash table, in big blinds."""


def add_to_scene(scene: Scene, view: View, cast: Cast) -> Scene:
    """A Scene with the details of hold'em."""
    ended = view.street == SHOWDOWN and not any(view.total)
    betting = scene.question is not None and bool(scene.question.owed)
    shares, paid = _shares(view), any(seat.wins for seat in scene.seats)
    won = {card for seat in scene.seats if seat.wins for card in _best_five(view, seat.seat)}
    made = replace(
        scene,
        phase=f"Hand {view.hands + (not ended)} · {street_of(view)}",
        zones=tuple(_zone(zone, view, won) for zone in in_play(scene.zones, view.live)),
        seats=tuple(_seat(seat, view, shares) for seat in scene.seats),
        pots=scene.pots if paid else pots_of(view.seats, view.live, view.stack, view.total, view.dead),
        terms=_terms(view),
        clause="Betting" if view.actor >= 0 else "The match" if scene.over else "A hand",
        question=each_choice(
            scene.question, lambda choice: _choice(choice, view, cast.seat), _asks(view) if betting else ""
        ),
        in_advance=() if cast.eyes is None else IN_ADVANCE,
    )
    return replace(made, result=_result(made, view, cast)) if paid else made


def _result(scene: Scene, view: View, cast: Cast) -> Result | None:
    """How the hand ended, in words."""
    result = result_of(scene.seats, view.live)
    if result is None or result.kind == COMPARED:
        return result and replace(result, words=name_of(scene, cast))
    winner = next(seat for seat in scene.seats if seat.wins)
    if not _bluffed(view, winner.seat):
        return result
    return replace(result, kind=BLUFF, words=f"{winner.holds.capitalize()}: a bluff")


def _bluffed(view: View, seat: int) -> bool:
    """Whether a seat won with a bet after the flop to which all others folded, and is known to have held less than a
    pair."""
    board = _lying(view, BOARD)
    if len(board) < FLOP_CARDS or not raises_of(on_street(view.line[seat], len(board) - FLOP_CARDS + FLOP)):
        return False
    strong = _strength(view, seat)
    return strong is not None and category(strong) == HIGH_CARD


def _best_five(view: View, seat: int) -> list[int]:
    """The five cards that make a seat's hand, if the viewer sees them and hands were compared: those in the hand before
    those on the board."""
    if not view.live & (view.live - 1) or _strength(view, seat) is None:
        return []
    return needed([*_lying(view, HOLE + seat), *_lying(view, BOARD)], lambda cards: strength(_as_set(cards)), FEWEST)


def _shares(view: View) -> dict[int, float]:
    """The share of every live seat, while cards are to come, the viewer sees all hands, and nobody can bet any more.

    They are the same for everybody: folded cards, which only some may know, are counted as unknown.
    """
    live = [seat for seat in range(view.seats) if view.live >> seat & 1]
    running = view.actor == NOBODY and view.street != SHOWDOWN and len(live) > 1
    if not running or sum(view.stack[seat] > 0 for seat in live) > 1 or any(view.bet):
        return {}
    hands = tuple(cards_seen(view, HOLE + seat) for seat in live)
    if not all(hands):
        return {}
    told = shares_of(hands, cards_seen(view, BOARD))
    return {seat: round(share, 3) for seat, share in zip(live, told, strict=True)}


def _zone(zone: Zone, view: View, won: set[int]) -> Zone:
    zone = marked(zone, _lying(view, zone.id), won)
    return replace(zone, room=BOARD_CARDS if zone.id == BOARD else HOLE_CARDS)


def _seat(seat: Seat, view: View, shares: dict[int, float]) -> Seat:
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
    without_chips = view.most_buy_in and not view.stack[number] and not (live and view.pot)
    if not dealt or without_chips:
        nobody = "empty seat" if not seat.id else "no chips" if without_chips else "out"
        marks = ["not in this hand" if view.stack[number] else nobody]
    if view.ordered[number]:
        marks.append(f"{view.ordered[number]:,} more after this hand")
    holds, gone = _holds(view, number) if live else "", seat.gone and not view.most_buy_in
    return replace(seat, marks=tuple(marks), out=not live, gone=gone, holds=holds, share=shares.get(number))


def _terms(view: View) -> str:
    """What the house takes, in words."""
    if not view.rake:
        return ""
    return f"Rake {view.rake / HUNDREDTHS:g} %" + (f", at most {view.rake_cap:,} of a hand" if view.rake_cap else "")


def _holds(view: View, seat: int) -> str:
    """The name of a hand that the viewer sees: from the flop on, or a pair."""
    hole, board = _lying(view, HOLE + seat), _lying(view, BOARD)
    if not hole or UNKNOWN in (*hole, *board):
        return ""
    if not board:
        rank = hole[0] >> 2
        return hand_name(PAIR << CATEGORY_SHIFT | 1 << rank + RANKS) if rank == hole[1] >> 2 else ""
    return hand_name(strength(_as_set([*hole, *board])))


def _strength(view: View, seat: int) -> int | None:
    """The strength of a hand that the viewer sees, from the flop on."""
    hole, board = _lying(view, HOLE + seat), _lying(view, BOARD)
    if not hole or len(board) < FLOP_CARDS or UNKNOWN in hole:
        return None
    return strength(_as_set([*hole, *board]))


def _as_set(cards: Sequence[int]) -> int:
    hand = 0
    for card in cards:
        hand = add_card(hand, card)
    return hand


def _lying(view: View, zone: int) -> list[int]:
    """The cards of a zone."""
    start = view.cards.first[zone]
    return view.cards.row[start : start + view.cards.count[zone]]


def _buy_ins(choice: Choice, unit: int) -> tuple[Preset, ...]:
    """Named amounts of chips to buy: the least, some numbers of big blinds, and the most."""
    if not choice.step or choice.low == choice.high:
        return ()
    named = {blinds * unit: f"{blinds} bb" for blinds in BUY_INS} if choice.name == "SIT" else {}
    named |= {choice.low: "min", choice.high: "max"}
    return tuple(
        Preset(label, amount) for amount, label in sorted(named.items()) if choice.low <= amount <= choice.high
    )


def _asks(view: View) -> str:
    return f"{view.to_call:,} to call." if view.to_call else "Nothing to call."


def _choice(choice: Choice, view: View, seat: int | None) -> Choice:
    if choice.name in ASIDES:
        amount = f" {choice.low:,}" if choice.step and choice.low == choice.high else ""
        aside = ASIDES[choice.name]
        if choice.name == "TOP_UP" and any(view.total):
            amount = " after this hand"
        unit = view.blinds[1]
        free = view.most_buy_in and seat is not None and not (view.stack[seat] or view.total[seat])
        return replace(
            choice,
            words=aside["words"] + amount,
            costly="" if free else aside.get("costly", ""),
            stride=unit if choice.step and choice.low < choice.high and unit > 1 else 0,
            presets=_buy_ins(choice, unit),
        )
    stack, bet = view.stack[view.seat], view.bet[view.seat]
    return wager(choice, Stakes(view.to_call, view.current_bet, view.pot, stack, bet, view.blinds[1]))
