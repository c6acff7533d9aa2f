"""Shows a record on the screen: keys step through a match, forwards and back.

A `Viewer` does not use the terminal: `press` takes a key, and `draw` returns what to show. `watch` is the loop that
connects it to a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.contract.record import Misdeed
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import cast_for, seat_name
from croupier.kernel.showing.draw import draw
from croupier.kernel.showing.onlooker import Onlooker
from croupier.simulate.leaks.judging import JudgedHand, JudgedMove
from croupier.simulate.record.record_file import Entry, RecordFile
from croupier.simulate.record.timeline import Moment

from . import keys
from .console import console, rule_book
from .numbers import counted
from .paint import paint, speaks_unicode

if TYPE_CHECKING:
    from rich.console import RenderableType

ALL_CARDS, PUBLIC = "all cards", "public"
Eyes = int | str
"""What is shown: the view of a seat, what everybody could see (PUBLIC), or ALL_CARDS."""
LISTED = 15
DEALS, DEAL = "deals", "deal"
IN_ORDER, BIGGEST, COSTLIEST = "in order of play", "biggest pots first", "costliest first"
HELP = {
    DEALS: "↑ ↓ choose · Enter open · p sort · g go to · r rules · q quit",
    DEAL: "→ ← step · d D decision · ↓ ↑ deal · g go to · c cards · l list · r rules · q quit",
}
MANY_HANDS = " · h H hand"


class Place(NamedTuple):
    """A line of the list: a match, or a hand whose decisions were judged."""

    number: int
    """The number of the match in the record."""
    judged: JudgedHand | None = None


class Judgements(NamedTuple):
    """What was found about a player of the record: who it is, and the unit of costs."""

    bot: str
    unit: str

    def told(self, move: JudgedMove) -> str:
        """The cost of a decision, as text."""
        better = "" if move.better == move.played else f"; better is {move.better}"
        return f"{self.bot}: {move.played} costs {move.cost:+,.1f} {self.unit}{better}"


class Viewer:
    """A position in a record, and the eyes through which it is shown."""

    def __init__(
        self,
        record: RecordFile,
        number: int | None = None,
        eyes: Eyes = ALL_CARDS,
        *,
        step: int | None = None,
        places: Sequence[Place] = (),
        judgements: Judgements | None = None,
    ) -> None:
        """`places` are what the list has, by default all matches; with `judgements`, they are judged hands."""
        self.record, self.game, self.eyes, self.judgements = record, record.game, eyes, judgements
        self.places = [*places] or [Place(number) for number in range(len(record.entries))]
        self.sorts = (*([COSTLIEST] if judgements else []), IN_ORDER, BIGGEST)
        self.sorted_by = self.sorts[0]
        self.order = self.sorted_to(self.sorted_by)
        """Indices of `places`."""
        self.place = 0
        """The index in `order`."""
        self.page = DEALS if number is None and len(self.order) > 1 else DEAL
        self.note = ""
        self.at = 0
        self.open(self.order[0])
        if number is not None:
            self.find(number)
        self.at = self.at if step is None else min(step, len(self.timeline) - 1)

    @property
    def here(self) -> Place:
        """The current line of the list."""
        return self.places[self.order[self.place]]

    @property
    def number(self) -> int:
        """The number of the current match in the record."""
        return self.here.number

    @property
    def entry(self) -> Entry:
        """The current match."""
        return self.record.entries[self.number]

    @property
    def moment(self) -> Moment:
        """The current moment of the match."""
        return self.timeline.moments[self.at]

    def open(self, index: int) -> None:
        """Go to the beginning of one of the places; to a judged hand before the decision that cost most."""
        self.place = self.order.index(index)
        self.timeline = self.record.timeline(self.number)
        self.misdeeds = self.record.misdeeds(self.number)
        judged = self.here.judged
        self.at = max(judged.moves, key=lambda move: move.cost).step if judged and judged.moves else 0

    def find(self, number: int) -> None:
        """Go to the first place of a match; BadInput if the list has none."""
        index = next((at for at, place in enumerate(self.places) if place.number == number), None)
        if index is None:
            raise BadInput(f"{self.record.entries[number].title} is not in this list.")
        self.open(index)

    def press(self, key: str) -> bool:
        """Handle a key; False if it was a key to quit."""
        self.note = ""
        if key in (keys.QUIT, keys.ESCAPE):
            return False
        if key == "p":
            self._sort()
        elif self.page == DEALS:
            self._press_in_list(key)
        else:
            self._press_in_deal(key)
        return True

    def _press_in_list(self, key: str) -> None:
        if key in (keys.UP, keys.DOWN):
            self._turn(1 if key == keys.DOWN else -1)
        elif key in (keys.ENTER, keys.NEXT, "l"):
            self.page = DEAL

    def _press_in_deal(self, key: str) -> None:
        line, last = self.timeline, len(self.timeline) - 1
        if key in (keys.NEXT, keys.ENTER, "n", " "):
            self.at = min(self.at + 1, last)
        elif key in (keys.BACK, "b"):
            self.at = max(self.at - 1, 0)
        elif key == "d":
            self.at = line.next_decision(self.at)
        elif key == "D":
            self.at = line.previous_decision(self.at)
        elif key in ("h", "H"):
            hand = self.moment.state.table.hands
            self.at = line.start_of(hand + 1 if key == "h" else max(0, hand - 1))
        elif key in (keys.DOWN, keys.UP):
            self._turn(1 if key == keys.DOWN else -1)
        elif key == "c":
            self._change_eyes()
        elif key == "l":
            self.page = DEALS

    def _turn(self, by: int) -> None:
        """Go to another match in the order of the list."""
        place = min(max(self.place + by, 0), len(self.order) - 1)
        if place != self.place:
            self.open(self.order[place])

    def _sort(self) -> None:
        """Sort the list in the next way, and open its first line."""
        self.sorted_by = self.sorts[(self.sorts.index(self.sorted_by) + 1) % len(self.sorts)]
        self.order = self.sorted_to(self.sorted_by)
        self.open(self.order[0])

    def sorted_to(self, how: str) -> list[int]:
        """The indices of all places, sorted in one of the ways."""
        indices = range(len(self.places))
        if how == BIGGEST:
            return sorted(indices, key=lambda index: -self.record.entries[self.places[index].number].swing)
        if how == COSTLIEST:
            return sorted(indices, key=lambda index: -cost_of(self.places[index]))
        return [*indices]

    def _change_eyes(self) -> None:
        everybody: list[Eyes] = [ALL_CARDS, *range(len(self.entry.names)), PUBLIC]
        self.eyes = everybody[(everybody.index(self.eyes) + 1) % len(everybody)]

    def go_to(self, text: str) -> None:
        """Go to a deal ("12", or "12.1" for its next rotation) or to a step of it ("12:7"); in a record of one match,
        go to a hand."""
        deal, step = text.strip(), None
        try:
            if not self.record.one_match:
                number, step = self.record.place_of(deal)
                self.find(number)
            elif deal.isdecimal():
                self.at = self.timeline.start_of(int(deal) - 1)
            else:
                raise BadInput(f"{deal!r} is no hand; type its number.")
        except BadInput as error:
            self.note = str(error)
            return
        self.page = DEAL
        self.at = self.at if step is None else min(step, len(self.timeline) - 1)

    @property
    def asks_where(self) -> str:
        """What `go_to` takes, for a prompt."""
        return "hand > " if self.record.one_match else "deal, or deal:step > "

    def draw(self) -> list[RenderableType]:
        """The contents of the screen, from top to bottom."""
        from rich.text import Text

        drawn: list[Any] = self._draw_list() if self.page == DEALS else self._draw_deal()
        many = MANY_HANDS if self.page == DEAL and self.timeline.hands > 1 else ""
        return [*drawn, "", Text(self.note, "yellow"), Text(HELP[self.page] + many, "dim")]

    def _draw_list(self) -> list[Any]:
        from rich.table import Table

        first = max(0, min(self.place - LISTED // 2, len(self.order) - LISTED))
        what = counted(len(self.order), "hand" if self.judgements else "deal")
        table = Table(title=f"{self.game.title}: {what}, {self.sorted_by}", title_justify="left", box=None)
        costs = [f"costs {self.judgements.bot}, {self.judgements.unit}"] if self.judgements else []
        for column in ("", "deal", *costs, "seats and scores"):
            table.add_column(column)
        for at in range(first, min(first + LISTED, len(self.order))):
            place, here = self.places[self.order[at]], at == self.place
            entry = self.record.entries[place.number]
            figures = [f"{cost_of(place):,.1f}"] if self.judgements else []
            row = (">" if here else "", title_of(entry, place), *figures, told_scores(entry))
            table.add_row(*row, style="bold" if here else None)
        return [table]

    def _draw_deal(self) -> list[Any]:
        from rich.text import Text

        last = len(self.timeline) - 1
        eyes = self.eyes if isinstance(self.eyes, str) else f"as {self.entry.names[self.eyes]} saw it"
        hand = f", hand {self.moment.state.table.hands + 1}" if self.timeline.hands > 1 else ""
        drawn = [Text(f"{self.entry.title}{hand}   step {self.at} of {last}   {eyes}", "bold"), seats(self.entry), ""]
        told, table = self._shown()
        drawn += [paint(f"  {line}", "dim", unicode=speaks_unicode()) for line in told]
        judged = self.here.judged
        if self.judgements and judged:
            costs = [self.judgements.told(move) for move in judged.moves if move.step == self.at]
            drawn += [Text(f"  {told}", "yellow") for told in costs]
        wrong = [misdeed for misdeed in self.misdeeds if misdeed.step + 1 == self.at]
        drawn += [Text(f"  {told_misdeed(self.entry, misdeed)}", "yellow") for misdeed in wrong]
        drawn += ["", *(paint(line, unicode=speaks_unicode()) for line in table.splitlines())]
        if self.at == last and self.entry.scores is not None:
            drawn += ["", Text(f"The end: {told_scores(self.entry)}", "bold green")]
        return drawn

    def _shown(self) -> tuple[list[str], str]:
        """The sentences of this moment, and the table as text."""
        eyes, told = onlooker(self.record, self.entry, self.eyes), list[str]()
        for moment in self.timeline.moments[self.timeline.start_of(self.moment.hand) : self.at + 1]:
            told = eyes.hear(eyes.facts(moment.events))
        return told, draw(eyes.see(self.moment.state))


def cost_of(place: Place) -> float:
    """The cost of a judged hand; 0 for a match that was not judged."""
    return place.judged.cost if place.judged else 0.0


def title_of(entry: Entry, place: Place) -> str:
    """The title of a match, with the number of the judged hand if it has several."""
    return f"{entry.title}, hand {place.judged.hand + 1}" if place.judged and place.judged.hand else entry.title


def seats(entry: Entry) -> str:
    """The names by seat as text; "" if nobody has a name."""
    named = [f"{seat_name(seat)} {name}" for seat, name in enumerate(entry.names) if name != seat_name(seat)]
    return " · ".join(named)


def told_scores(entry: Entry) -> str:
    """The score of each player as text."""
    if entry.scores is None:
        return "broken off"
    return ", ".join(f"{name} {score:+,}" for name, score in zip(entry.names, entry.scores, strict=True))


def told_misdeed(entry: Entry, misdeed: Misdeed) -> str:
    """What a bot did wrong, and the nearest legal move, as text."""
    missed = f" (nearest legal move: {misdeed.nearest})" if misdeed.nearest else ""
    return f"{entry.names[misdeed.seat]}: {misdeed.what}{missed}"


def onlooker(record: RecordFile, entry: Entry, eyes: Eyes) -> Onlooker:
    """An onlooker of a match with the given eyes."""
    cast = cast_for(record.game, eyes if isinstance(eyes, int) else None, nameplates(entry.names), spoken_to=False)
    return Onlooker(record.game, cast, all_cards=eyes == ALL_CARDS)


def watch(viewer: Viewer) -> None:
    """Let a person at a terminal step through a record until they quit."""
    screen = console()
    with keys.Keyboard() as keyboard, screen.screen(hide_cursor=True), suppress(KeyboardInterrupt, EOFError):
        while True:
            screen.clear()
            for part in viewer.draw():
                screen.print(part)
            key = keyboard.key()
            if key == "g":
                screen.show_cursor(True)
                with suppress(EOFError):  # Ctrl-D: stay where we are
                    viewer.go_to(keyboard.line(partial(screen.input, viewer.asks_where)))
                screen.show_cursor(False)
            elif key == "r":
                with screen.pager():
                    screen.print(rule_book(viewer.game))
            elif not viewer.press(key):
                return
