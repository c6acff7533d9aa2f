"""Genome games' additions to a Scene: the worth of hands, the winner of a trick, pots, and options in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile

from msgspec.structs import replace

from croupier.kernel.contract.words import ZoneWords
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.questions import KEYS, cards_wanted, each_choice
from croupier.kernel.showing.results import marked, name_of, result_of
from croupier.kernel.showing.scene import COMPARED, Card, Choice, Meter, Scene, Seat, Zone
from croupier.kernel.showing.wagers import Stakes, in_play, pots_of, wager
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.cards import format_card
from croupier.kernel.vocabulary.ledger import row_of

from ..machine.choices import DISCARD, PLAY, value_in_trick
from ..machine.dealing import hand_room
from ..machine.program import (
    ALWAYS,
    AS_CHOSEN,
    BET,
    CAPTURED_POINTS,
    CHOOSE,
    CHOOSE_FEWEST,
    CHOOSE_KIND,
    CHOOSE_OFFERS,
    CHOOSE_TESTS,
    CHOOSE_TO,
    DEAL,
    DEAL_COUNT,
    DEAL_TO,
    FOLLOW_SUIT,
    IF_CHOSEN,
    IF_EMPTY,
    IF_LAID,
    JUMP,
    JUMP_IF,
    LOOP,
    LOOP_ROUNDS,
    OFFER_CARDS,
    OFFER_DRAW,
    OFFER_PASS,
    OFFER_TAKE,
    OPERATION,
    REPEAT,
    REPEAT_TIMES,
    SEAT,
    TARGET,
    TO_BOARD,
    TO_CAPTURED,
    TO_DISCARD,
    TO_EACH,
    TO_SEAT,
    TO_TOP,
    TO_TRICK,
    instructions,
)
from ..machine.records import BOARD, CAPTURED, HAND, TOP, TRICK, Config, View
from ..machine.translate import SUITS
from .fitting import refusals
from .worth import winning_cards, worth_of

IN_ADVANCE = ("FOLD", "CHECK", "CALL")
ZONES = (
    ZoneWords("deck"),
    ZoneWords("discarded"),
    ZoneWords("thrown away"),
    ZoneWords("not in the deck", drawn=False),
    ZoneWords("discard pile"),
    ZoneWords("community"),
    ZoneWords("trick"),
    *(ZoneWords("hand", seat) for seat in range(SEATS)),
    *(ZoneWords("captured", seat) for seat in range(SEATS)),
)


def add_to_scene(scene: Scene, view: View, cast: Cast, config: Config | None = None) -> Scene:
    """A Scene with the details of a genome game. A config tells the number of hands and whether there are side pots."""
    bets = any(view.stack) or view.pot > 0
    code = () if config is None else tuple(config.code)
    used = _used_zones(code) if code else range(HAND, CAPTURED)
    room = _room(code, view) if code else {}
    lying = in_play(scene.zones, view.live)
    final = _is_over(view) or (bool(code) and not _loses_cards(code, view.at, view.rounds))
    paid = any(seat.wins for seat in scene.seats)
    won = {card for seat in scene.seats if seat.wins for card in winning_cards(view, seat.seat)}
    made = replace(
        scene,
        phase=_phase(view, config),
        zones=tuple(
            marked(_zone(zone, view, room), row_of(view.cards, zone.id) if zone.cards else (), won)
            for zone in lying
            if zone.count or zone.id in used
        ),
        seats=tuple(_seat(seat, view, bets, final) for seat in scene.seats),
        pots=scene.pots
        if paid or not _has_side_pots(config)
        else pots_of(view.seats, view.live, view.stack, view.total),
        meters=tuple(_captured(view, seat) for seat in range(view.seats)) if _counts_captured(view) else (),
        clause=_clause(view),
        question=each_choice(scene.question, lambda choice: _choice(choice, view, code), _asks(view)),
        in_advance=() if cast.eyes is None or not _has_bets(code) else IN_ADVANCE,
    )
    result = result_of(made.seats, view.live)
    if result is not None and result.kind == COMPARED:
        result = replace(result, words=name_of(made, cast))
    return replace(made, result=result)


def _operation(view: View) -> int:
    return view.prospects.instruction[OPERATION]


def _is_over(view: View) -> bool:
    """Whether a hand is over and no other has begun: its first instruction is next."""
    return view.at == 0


def _phase(view: View, config: Config | None) -> str:
    number = f"Hand {view.hands + (not _is_over(view))}" + (f" of {config.hands}" if config else "")
    trumps = [f"{SUITS[view.trump].capitalize()} are trumps"] if view.trump >= 0 else []
    return " · ".join([number, *_part(view), *trumps])


def _part(view: View) -> list[str]:
    """The part of the hand, as a list of at most one word."""
    instruction = view.prospects.instruction
    if _is_over(view):
        return ["The end"]
    if _operation(view) == BET:
        return ["Betting"]
    if _operation(view) != CHOOSE:
        return []
    if instruction[CHOOSE_OFFERS] & OFFER_CARDS:
        return ["Trick" if instruction[CHOOSE_TO] == TO_TRICK else _verb(view)]
    return ["Draw" if instruction[CHOOSE_OFFERS] & OFFER_DRAW or view.prospects.if_passed else "Take"]


def _verb(view: View) -> str:
    """The verb for the cards that are chosen."""
    instruction = view.prospects.instruction
    if instruction[CHOOSE_KIND] == PLAY:
        return "Lay down" if instruction[CHOOSE_TO] == TO_CAPTURED else "Play"
    return "Exchange" if view.prospects.replaces else "Discard"


def _clause(view: View) -> str:
    if _is_over(view):
        return "Who wins the hand"
    return "Betting" if _operation(view) == BET else "A hand"


@lru_cache(maxsize=64)
def _has_bets(code: tuple[int, ...]) -> bool:
    """Whether there is a betting round in a hand."""
    return bool(code) and any(line[OPERATION] == BET for line in instructions(list(code)))


def _has_side_pots(config: Config | None) -> bool:
    return config is not None and config.side_pots != 0


@lru_cache(maxsize=64)
def _used_zones(code: tuple[int, ...]) -> frozenset[int]:
    """The rows of a game that are shown even if no card lies there."""
    lines = instructions(list(code))
    chosen_to = {line[CHOOSE_TO] for line in lines if line[OPERATION] == CHOOSE and line[CHOOSE_OFFERS] & OFFER_CARDS}
    dealt_to = {line[DEAL_TO] for line in lines if line[OPERATION] == DEAL}
    used = {TRICK: TO_TRICK in chosen_to, BOARD: TO_BOARD in dealt_to}
    used[TOP] = TO_DISCARD in chosen_to or TO_TOP in dealt_to
    return frozenset([*range(HAND, CAPTURED), *(zone for zone, is_used in used.items() if is_used)])


@lru_cache(maxsize=64)
def _board_room(code: tuple[int, ...]) -> int:
    """How many cards a hand turns up in the middle; 0 if that depends on play."""
    lines = instructions(list(code))
    if any(line[OPERATION] in (REPEAT, LOOP) for line in lines):
        return 0
    return sum(max(0, line[DEAL_COUNT]) for line in lines if line[OPERATION] == DEAL and line[DEAL_TO] == TO_BOARD)


def _room(code: tuple[int, ...], view: View) -> dict[int, int]:
    """How many cards the program brings to the board and to each hand."""
    held = min(_hand_room(code), hand_room(view.seats))
    return {BOARD: _board_room(code)} | dict.fromkeys(range(HAND, HAND + view.seats), held)


@lru_cache(maxsize=64)
def _hand_room(code: tuple[int, ...]) -> int:
    """The most cards that a seat has at one time in a hand if it passes wherever it may."""
    lines = instructions(list(code))
    at = held = most = chosen = 0
    laid, again = False, dict.fromkeys(range(len(lines)), 0)
    while at < len(lines):
        line, here = lines[at], at
        operation, at = line[OPERATION], at + 1
        if operation == DEAL and line[DEAL_TO] in (TO_EACH, TO_SEAT):
            held += chosen if line[DEAL_COUNT] == AS_CHOSEN else line[DEAL_COUNT]
            most = max(most, held)
        elif operation == CHOOSE:
            plays = line[CHOOSE_OFFERS] & OFFER_CARDS
            chosen = 0 if line[CHOOSE_OFFERS] & OFFER_PASS else min(held, line[CHOOSE_FEWEST]) if plays else 1
            held -= chosen if plays else 0
            laid = laid or bool(plays and chosen)
        elif operation == SEAT:
            chosen, laid = 0, False
        elif operation in (REPEAT, LOOP):
            times = line[LOOP_ROUNDS] if operation == LOOP else line[REPEAT_TIMES] if chosen else 0
            again[here] = again[here] + 1 if again[here] + 1 < times else 0
            at = line[TARGET] if again[here] else at
        elif operation == JUMP:
            met = {ALWAYS: True, IF_LAID: laid, IF_CHOSEN: laid or chosen > 0, IF_EMPTY: not held}
            at = line[TARGET] if met.get(line[JUMP_IF], False) else at
    return most


def _zone(zone: Zone, view: View, room: Mapping[int, int]) -> Zone:
    """A zone with its room, the seats that played to a trick, and its winner so far."""
    zone = replace(zone, room=room.get(zone.id, 0))
    if zone.id != TRICK or not zone.count:
        return zone
    cards, p = row_of(view.cards, TRICK), view.prospects
    values = [value_in_trick(card, cards[0] & 3, view.trump, p.high_wins, p.led_suit_wins) for card in cards]
    best = values.index(max(values))
    return replace(zone, cards=tuple(_in_trick(card, view, at, at == best) for at, card in enumerate(zone.cards)))


def _in_trick(card: Card, view: View, at: int, wins: bool) -> Card:
    return replace(card, by=view.trick_seat[at], marks=("winning",) if wins else ())


def _seat(seat: Seat, view: View, bets: bool, final: bool) -> Seat:
    number, going_on = seat.seat, not _is_over(view)
    dealt, live = view.dealt >> number & 1, view.live >> number & 1
    marks = [
        mark
        for mark, has in (
            ("not in this hand", not dealt),
            ("folded", dealt and not live and not seat.last),
            ("all-in", bets and live and not view.stack[number] and view.pot),
            ("starter", going_on and number == view.start),
        )
        if has
    ]
    return replace(
        seat,
        chips=view.stack[number] if bets else None,
        points=view.points[number] if any(view.points) or not bets else None,
        marks=tuple(marks),
        out=not live,
        holds=worth_of(view, number, is_final=final) if live else "",
    )


def _counts_captured(view: View) -> bool:
    return CAPTURED_POINTS in view.prospects.measure[: view.prospects.deciding]


def _captured(view: View, seat: int) -> Meter:
    value = view.prospects.captured_points[seat]
    return Meter(label=f"point{'' if value == 1 else 's'} captured", value=value, owner=seat)


def _asks(view: View) -> str:
    """The question in a sentence, or ""."""
    instruction = view.prospects.instruction
    if _operation(view) == BET:
        return f"{view.to_call:,} to call." if view.to_call else "Nothing to call."
    if instruction[CHOOSE_OFFERS] & OFFER_CARDS and instruction[CHOOSE_TO] == TO_TRICK:
        trick = row_of(view.cards, TRICK)
        if not trick:
            return "You lead."
        led = SUITS[trick[0] & 3].capitalize()
        return f"{led} were led{': follow if you can' if instruction[CHOOSE_TESTS] & FOLLOW_SUIT else ''}."
    return ""


@lru_cache(maxsize=1024)
def _loses_cards(code: tuple[int, ...], at: int, rounds: int) -> bool:
    """Whether hands may still lose cards, from a place of the program on or in the rounds that follow."""
    lines = instructions(list(code))
    ahead = lines[at:]
    for line in lines[at:]:
        if line[OPERATION] == LOOP and (not line[LOOP_ROUNDS] or rounds + 1 < line[LOOP_ROUNDS]):
            ahead += lines[line[TARGET] : at]
    return any(line[OPERATION] == CHOOSE and line[CHOOSE_OFFERS] & OFFER_CARDS for line in ahead)


def _choice(choice: Choice, view: View, code: tuple[int, ...]) -> Choice:
    """An option in words."""
    if choice.name in ("PLAY", "DISCARD"):
        verb = _verb(view)
        words = f"{verb} {cards_wanted(choice.fewest, choice.most)}"
        key = "e" if verb == "Exchange" else choice.key
        return replace(choice, words=words, key=key, refuses=refusals(choice, view))
    if choice.name == "DRAW":
        return replace(choice, words="Draw a card of the deck")
    if choice.name == "TAKE":
        return replace(choice, words=f"Take {format_card(row_of(view.cards, TOP)[0])} from the discard pile")
    if choice.name == "PASS":
        return _pass(choice, view, code)
    stack, bet = view.stack[view.seat], view.bet[view.seat]
    return wager(choice, Stakes(view.to_call, view.current_bet, view.pot, stack, bet, view.min_bet))


def _pass(choice: Choice, view: View, code: tuple[int, ...]) -> Choice:
    """The choice to pass, in words: it may bring a card."""
    instruction = view.prospects.instruction
    offers, drawn = instruction[CHOOSE_OFFERS], _drawn_instead(code, view.at) if code else 0
    if offers & OFFER_CARDS and view.prospects.replaces:
        return replace(choice, words="Stand pat")
    if drawn:
        cards = cards_wanted(drawn, drawn)
        if offers & ~OFFER_PASS == OFFER_TAKE:
            return replace(choice, words=f"Draw {cards} of the deck", key=KEYS["DRAW"])
        return replace(choice, words=f"Pass and draw {cards}")
    if offers & (OFFER_DRAW | OFFER_TAKE):
        return replace(choice, words="Pass" if view.prospects.if_passed else "Draw nothing")
    return replace(choice, words="Discard nothing" if instruction[CHOOSE_KIND] == DISCARD else "Pass")


@lru_cache(maxsize=1024)
def _drawn_instead(code: tuple[int, ...], at: int) -> int:
    """How many cards a seat certainly draws if, and only if, it passes; 0 where that depends on more."""
    lines = instructions(list(code))
    before = takewhile(lambda line: line[OPERATION] != SEAT, reversed(lines[:at]))
    if any(line[OPERATION] == CHOOSE for line in before):
        return 0
    after = [line for line in lines[at + 1 :] if line[:2] != [JUMP, IF_EMPTY]]
    if after[0][OPERATION] == DEAL and after[0][DEAL_COUNT] == AS_CHOSEN:
        del after[0]
    drawn = 0
    for jump, deal in zip(after[::2], after[1::2], strict=False):
        if jump[:2] != [JUMP, IF_CHOSEN] or deal[OPERATION] != DEAL or deal[DEAL_COUNT] <= 0:
            break
        drawn += deal[DEAL_COUNT]
    return drawn
