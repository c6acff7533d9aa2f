"""A Scene as plain text of at most 80 columns: the one drawing of a table for everything that shows text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from .numbering import drawn_order, numbers
from .scene import PILE, PLACES, Card, Choice, Meter, Pot, Question, Scene, Seat, Zone

WIDTH = 80
LONGEST_NAME = 18
MANY = 7
"""A seat's line shows at most this many cards."""
BAR, SEAT_BAR = 10, 10
BACK, GAP = "??", "-"
"""A card that lies face down, and an empty place."""
HELD = ("deck", "hand")
"""Labels of zones that are told of with "in"."""


def draw(scene: Scene, *, numbered: bool = False, brief: bool = False) -> str:
    """The table, and the result if the match is over; `draw_question` draws the question.

    With `numbered`, cards that can be chosen have their numbers; with `brief`, the texts of the cards in the middle and
    the piles of seats are left out.
    """
    if not numbered:
        scene = replace(scene, question=None)
    lines = [*_headline(scene), *_middle(scene, brief), *_meters(scene)]
    lines += [*_seats(scene, brief), *_places(scene), *_hand(scene)]
    if scene.over:
        lines += _wrapped(scene.over)
    return "\n".join(line[:WIDTH].rstrip() for line in lines)


def draw_question(question: Question) -> str:
    """The question, and the options with their keys; options without a key by their names."""
    lines = _wrapped(question.says) if question.says else []
    lines += [line for choice in question.owed for line in _choice(choice)]
    asides = [choice.name.lower().replace("_", " ") for choice in question.options if choice.aside]
    if asides:
        lines += _wrapped(f"Besides, by name: {', '.join(asides)}")
    return "\n".join(lines)


def card_text(card: Card) -> str:
    """A card in one word or two."""
    return card.name or BACK


def chips(amount: int) -> str:
    """A number with separators and a real minus sign."""
    return f"{amount:,}".replace("-", "−")


def _wrapped(text: str, indent: str = "   ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _headline(scene: Scene) -> list[str]:
    return textwrap.wrap(f"{scene.phase}   {_pots(scene)}".rstrip(), WIDTH, subsequent_indent="   ")


def _pots(scene: Scene) -> str:
    """The pots, and for side pots the players that can win them."""
    names = {seat.seat: seat.name for seat in scene.seats}

    def one(pot: Pot) -> str:
        who = f" ({', '.join(names[seat] for seat in pot.seats)})" if len(pot.seats) < len(scene.pots[0].seats) else ""
        return f"{pot.label or 'pot'} {chips(pot.chips)}{who}"

    return ", ".join(map(one, scene.pots))


def _middle(scene: Scene, brief: bool) -> Iterator[str]:
    """The cards in the middle of the table."""
    piles = []
    for zone in scene.zones:
        if zone.owner < 0 and zone.cards:
            yield from _zone(scene, zone, brief)
        elif zone.owner < 0 and zone.count:
            piles.append(f"{zone.label} {zone.count}")
    if piles:
        yield f"   {'   '.join(piles)}"


def _zone(scene: Scene, zone: Zone, brief: bool) -> Iterator[str]:
    """The cards of a zone: side by side, or one below the other if they have texts."""
    if any(card.lines for card in zone.cards) and not brief:
        yield f"   {zone.label}"
        yield from (f"     {line}" for line in _listed(scene, zone.cards))
    else:
        cards = "  ".join(_played(scene, card) for card in zone.cards)
        yield from textwrap.wrap(f"   {zone.label}: {cards}", WIDTH, subsequent_indent="     ")


def _played(scene: Scene, card: Card) -> str:
    """A card with the player that played it and its marks."""
    notes = [] if card.by < 0 else ["you" if scene.seats[card.by].you else _label(scene.seats[card.by])]
    notes += () if scene.result else card.marks
    return card_text(card) + (f" ({', '.join(notes)})" if notes else "")


def _listed(scene: Scene, cards: Sequence[Card], beside: Sequence[str] = ()) -> Iterator[str]:
    """Cards one below the other, with their texts, and with the strings of `beside` in front."""
    wide = max(len(card_text(card)) for card in cards)
    who = max((len(_label(scene.seats[card.by])) for card in cards if card.by >= 0), default=0)
    for at, card in enumerate(cards):
        by = f"{_label(scene.seats[card.by]):{who}}  " if card.by >= 0 else ""
        says = ", ".join([*([card.kind] if card.kind else []), *card.lines])
        marks = f"  ({', '.join(card.marks)})" if card.marks else ""
        yield f"{f'{beside[at]} ' if beside else ''}{by}{card_text(card):{wide}}  {says}{marks}".rstrip()


def _meters(scene: Scene) -> Iterator[str]:
    """The meters of the table: those with a scale as bars, the others in one line."""
    table = [meter for meter in scene.meters if meter.owner < 0]
    scaled = [meter for meter in table if meter.most]
    wide = max((len(meter.label) for meter in scaled), default=0)
    for meter in scaled:
        marks = ", ".join(f"{mark.label} {chips(mark.value)}" for mark in meter.marks)
        says = " · ".join(part for part in (marks, meter.verdict) if part)
        head = f"   {meter.label:{wide}} {chips(meter.value):>3} {bar(meter)} "
        yield from textwrap.wrap(head + says, WIDTH, subsequent_indent=" " * len(head)) if says else [head]
    plain = [f"{meter.label} {chips(meter.value)}{_note(meter)}" for meter in table if not meter.most]
    if plain:
        yield from _wrapped("   ".join(plain))


def _note(meter: Meter) -> str:
    return f" ({meter.verdict})" if meter.verdict else ""


def bar(meter: Meter, length: int = BAR) -> str:
    """ "[########--|-]": the value of a meter on its scale, with its marks."""
    full = round(length * min(max(meter.value, 0), meter.most) / meter.most)
    drawn = ["#"] * full + ["-"] * (length - full)
    for mark in meter.marks:
        drawn[min(length * max(mark.value, 0) // meter.most, length - 1)] = "|"
    return f"[{''.join(drawn)}]"


def _label(seat: Seat) -> str:
    """The player in a seat, as a short label."""
    named = seat.role or seat.name
    if seat.you:
        named = f"{seat.role} (you)" if seat.role else "you"
    return named if len(named) <= LONGEST_NAME else f"{named[: LONGEST_NAME - 1]}…"


def _seats(scene: Scene, brief: bool) -> Iterator[str]:
    """A line for each seat: its player, chips, cards, bet and notes; a column that is empty for all is left out."""
    rows = [_row(scene, seat, brief) for seat in scene.seats]
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for seat, row in zip(scene.seats, rows, strict=True):
        cells = [f"{row[0]:{wide[0]}}", f"{row[1]:>{wide[1]}}", *(f"{row[at]:{wide[at]}}" for at in (2, 3))]
        turn = ">" if seat.to_act else " "
        line = f" {turn} {'  '.join(cell for cell, most in zip(cells, wide, strict=False) if most)}  {row[4]}".rstrip()
        yield from textwrap.wrap(line, WIDTH, subsequent_indent="        ", drop_whitespace=True)


def _row(scene: Scene, seat: Seat, brief: bool) -> tuple[str, str, str, str, str]:
    """The cells of a seat: player, chips or points, cards, bet, notes."""
    has = "" if seat.chips is None else chips(seat.chips)
    if seat.points is not None and seat.chips is None:
        has = f"{chips(seat.points)} points"
    shown = [zone for zone in scene.zones if zone.owner == seat.seat]
    cards, piles = "", []
    for zone in shown:
        if zone.lies == PLACES or zone.count == 0 or _is_listed(scene, zone) or (brief and zone.lies == PILE):
            continue
        if zone.cards and not cards and not any(card.lines for card in zone.cards):
            unseen = len(zone.cards) > MANY and not any(card.name for card in zone.cards)
            cards = f"{zone.count} cards" if unseen else " ".join(map(card_text, zone.cards))
        else:
            piles.append(f"{zone.count} {'in ' if zone.label in HELD else ''}{zone.label}")
    counted = [meter for meter in scene.meters if meter.owner == seat.seat and (meter.most or meter.value)]
    notes = [seat.holds, *map(_meter_note, counted)]
    notes += [seat.last, *seat.marks, *piles]
    if seat.out and not seat.marks and not seat.last:
        notes.append("out")
    bet = f"bet {chips(seat.bet)}" if seat.bet else ""
    return _label(seat), has, cards, bet, ", ".join(note for note in notes if note)


def _meter_note(meter: Meter) -> str:
    return f"{bar(meter, SEAT_BAR) if meter.most else ''} {chips(meter.value)} {meter.label}".strip()


def _places(scene: Scene) -> Iterator[str]:
    """The cards laid into places, a line for each seat, aligned so that cards which meet stand below one another."""
    rows = [zone for zone in scene.zones if zone.lies == PLACES]
    wide = max((len(card_text(card)) for zone in rows for card in zone.cards), default=0)
    who = max((len(_label(scene.seats[zone.owner])) for zone in rows), default=0)
    label = max((len(zone.label) for zone in rows), default=0)
    for zone in rows:
        cards = "  ".join(f"{card_text(card):{wide}}" for card in zone.cards)
        yield f"   {_label(scene.seats[zone.owner]):{who}}  {zone.label:{label}}  {cards}".rstrip()


def _is_listed(scene: Scene, zone: Zone) -> bool:
    """Whether a zone holds cards of the viewer that need lines of their own: many, with texts, or to be chosen from."""
    if zone.owner != scene.eyes or zone.lies == PLACES or not zone.cards:
        return False
    asked = any(place == zone.id for place, _ in numbers(scene))
    return asked or len(zone.cards) > MANY or any(card.lines for card in zone.cards)


def _hand(scene: Scene) -> Iterator[str]:
    """The viewer's own cards that need lines of their own, each with its number if it can be chosen; cards with texts
    one below the other."""
    beside, allowed = numbers(scene), _allowed(scene)
    for zone in scene.zones:
        if not _is_listed(scene, zone):
            continue
        order = drawn_order(scene, zone)
        shown = [str(beside.get((zone.id, slot), "")) if (zone.id, slot) in allowed else "" for slot in order]
        cards = [zone.cards[slot] for slot in order]
        if any(card.lines for card in cards):
            yield f"   {_whose(scene, zone)}"
            wide = max(map(len, shown))
            numbered = [f"{number:>{wide}}" for number in shown] if wide else ()
            yield from (f"     {line}" for line in _listed(scene, cards, numbered))
        else:
            yield from _side_by_side(f"   {_whose(scene, zone)}: ", [card_text(card) for card in cards], shown)


def _allowed(scene: Scene) -> set[tuple[int, int]]:
    """The places of the cards that some option takes."""
    options = scene.question.options if scene.question else ()
    return {(candidate.zone, candidate.slot) for choice in options for candidate in choice.takes}


def _side_by_side(head: str, cards: Sequence[str], below: Sequence[str]) -> Iterator[str]:
    """Cards in rows, with their numbers below them."""
    wide = max(map(len, [*cards, *below]))
    fit = (WIDTH - len(head)) // (wide + 1)
    for first in range(0, len(cards), fit):
        start = head if first == 0 else " " * len(head)
        yield start + " ".join(f"{card:>{wide}}" for card in cards[first : first + fit])
        if any(below):
            yield " " * len(head) + " ".join(f"{number:>{wide}}" for number in below[first : first + fit])


def _whose(scene: Scene, zone: Zone) -> str:
    seat = scene.seats[zone.owner]
    return f"{'Your' if seat.you else f'{_label(seat)}:'} {zone.label}"


def _choice(choice: Choice) -> Iterator[str]:
    """An option: its key, its words, its bounds and presets, and the cards that it refuses."""
    text = f"{choice.key or ' '}  {choice.words}"
    if choice.step and choice.low != choice.high:
        text += f" {chips(choice.low)}–{chips(choice.high)}"
        text += f" by {choice.step}" if choice.step > 1 else ""
        named = [f"{preset.label} {chips(preset.amount)}" for preset in choice.presets]
        text += f": {', '.join(named)}" if named else ""
    if choice.takes:
        text += ", by number" + (", - for none" if choice.gaps else "")
    yield from textwrap.wrap(text, WIDTH, initial_indent="   ", subsequent_indent="      ")
    reasons = dict.fromkeys(candidate.why_not for candidate in choice.refuses)
    for why in reasons:
        names = [candidate.name for candidate in choice.refuses if candidate.why_not == why]
        which = "the others" if len(reasons) == 1 and len(names) > MANY else ", ".join(names)
        yield from textwrap.wrap(f"not {which}: {why}", WIDTH, initial_indent="      ", subsequent_indent="      ")
