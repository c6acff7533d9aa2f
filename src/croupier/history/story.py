"""Tells a hand in words: the seats and stacks, then each street in sentences."""

from __future__ import annotations

import calendar
from collections.abc import Iterable
from decimal import Decimal

from croupier.games.holdem import events
from croupier.games.holdem.chip_count import ChipCount
from croupier.games.holdem.phh import Amount, HandHistory, printable
from croupier.games.holdem.words import STREETS
from croupier.kernel.vocabulary.betting import FIXED_LIMIT, NO_LIMIT, POT_LIMIT
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards
from croupier.kernel.vocabulary.evaluate import hand_name
from croupier.kernel.vocabulary.events import Fact

from .check import check, chosen_replay, contradictions_of
from .compare import Status
from .enact import BrokenHand, Replay
from .prose import INDENT, Paragraph, listed, short, wrapped

GAMES = {NO_LIMIT: "No-limit", POT_LIMIT: "Pot-limit", FIXED_LIMIT: "Fixed-limit"}
POSTS, BETS, TABLED = "posts", "bets", "tabled"
"""Topics: each has its own sentence."""
UNLISTED = "somebody"
"""The name of a player at the table whom the file does not list."""


def tell(history: HandHistory) -> str:
    """The whole hand; if its log ends early or breaks the rules, the part before, and why it ends there."""
    try:
        return Story(chosen_replay(history)).tell()
    except BrokenHand as error:  # a line cannot be parsed: nothing of the hand can be played
        return f"{_title(history)}\n\n{wrapped(f'This hand cannot be told: {printable(error.explanation)}')}"


class Story:
    """Tells one hand."""

    def __init__(self, replay: Replay) -> None:
        self.replay, self.history = replay, replay.history
        players = map(replay.player_at, range(replay.config.seats))
        self.names = [UNLISTED if player is None else short(self.history.player(player)) for player in players]
        self.before = list(replay.config.stack[: replay.config.seats])
        self.chips = ChipCount(self.before)
        self.told = Paragraph()
        self.lines: list[str] = []
        self.board: list[int] = []
        self.awards: dict[int, int] = {}
        self.at_showdown = False

    def tell(self) -> str:
        """The whole text."""
        trouble = ""
        try:
            self.replay.run()
        except BrokenHand as error:
            trouble = f"Here the log breaks the rules: {printable(error.explanation)}"
        self.lines = [_title(self.history), *self._about(), "", *self._seats(), "", STREETS[0]]
        for fact in self.replay.facts:
            self._tell(fact)
            self.chips.follow(fact)
        self.lines += self.told.take()
        if trouble:
            self.lines += ["", wrapped(trouble)]
        elif not self.replay.over:
            self.lines += ["", "Here the log ends, before the hand is over."]
        self.lines += self._result()
        return "\n".join(self.lines)

    def _about(self) -> Iterable[str]:
        """The stakes, the place and the time."""
        about, antes = self.history.about, self.history.antes
        stakes = [
            f"{GAMES[self.history.structure]} hold'em",
            "blinds " + "/".join(self._money(chips) for chips in self.history.blinds if chips > 0),
        ]
        if any(antes):
            stakes.append(f"ante {self._money(antes[1])}{'' if antes[0] else ' of the big blind'}")
        if "currency" in about:
            stakes.append(f"in {printable(about['currency'])}")
        yield wrapped(", ".join(stakes))
        places = [printable(about[key]) for key in ("event", "venue", "city", "country") if about.get(key)]
        places += [f"table {printable(about['table'])}"] if "table" in about else []
        if when := _date(self.history):
            places.append(when)
        if places:
            yield wrapped(", ".join(places))

    def _seats(self) -> Iterable[str]:
        """Every player: stack, position, hole cards."""
        table = self.replay.state.table
        marks = {table.button: "button", table.big_blind: "big blind"}
        marks[table.small_blind] = "button, small blind" if table.small_blind == table.button else "small blind"
        stacks = [self._money(chips) for chips in self.history.stacks]
        names = [self.names[seat] for seat in self.replay.seats]
        wide, digits, room = (max(map(len, texts)) for texts in (names, stacks, marks.values()))
        for seat, name, chips, cards in zip(self.replay.seats, names, stacks, self.replay.hole, strict=True):
            held = "" if set(cards) == {UNKNOWN} else format_cards(cards)
            yield f"{INDENT}{name:{wide}}  {chips:>{digits}}  {marks.get(seat, ''):{room}}  {held}".rstrip()

    def _tell(self, fact: Fact) -> None:
        """Add a fact to the story."""
        match fact:
            case events.AntePosted(seat, chips) | events.DeadAntePosted(seat, chips):
                self._say(POSTS, seat, f"antes {self._chips(chips)}", f"ante {self._chips(chips)}")
            case events.BlindPosted(seat, chips) | events.StraddlePosted(seat, chips) if chips:
                verb = "straddles for" if isinstance(fact, events.StraddlePosted) else "posts"
                self._say(POSTS, seat, f"{verb} {self._chips(chips)}{self._all_in(seat, chips)}")
            case events.DeadBlindPosted(seat, chips) if chips:
                self._say(POSTS, seat, f"posts {self._chips(chips)} dead{self._all_in(seat, chips)}")
            case events.Folded(seat):
                if seat in self.replay.seats:
                    self._say(BETS, seat, "folds", "fold")
            case events.Checked(seat):
                self._say(BETS, seat, "checks", "check")
            case events.Called(seat, chips):
                all_in = self._all_in(seat, chips)
                together = "" if all_in else f"call {self._chips(chips)}"
                self._say(BETS, seat, f"calls {self._chips(chips)}{all_in}", together)
            case events.BetPlaced(seat, total) | events.Raised(seat, total):
                verb = "raises to" if isinstance(fact, events.Raised) else "bets"
                all_in = self._all_in(seat, total - self.chips.bet[seat])
                self._say(BETS, seat, f"{verb} {self._chips(total)}{all_in}")
            case events.BetReturned(seat, chips):
                self._say(BETS, seat, f"takes back {self._chips(chips)} that nobody called")
            case events.HandTabled(seat, cards):
                self._say(TABLED, seat, f"turns up {format_cards(cards)}")
            case events.FlopDealt(cards):
                self._street(STREETS[1], cards)
            case events.TurnDealt(card):
                self._street(STREETS[2], (card,))
            case events.RiverDealt(card):
                self._street(STREETS[3], (card,))
            case events.HandShown(seat, cards, strength):
                named = f": {hand_name(strength)}" if strength else ""
                self._show(seat, f"shows {format_cards(cards)}{named}")
            case events.HandMucked(seat):
                self._show(seat, "mucks")
            case events.PotAwarded(seat, chips):
                self.awards[seat] = self.awards.get(seat, 0) + chips

    def _say(self, topic: object, seat: int, does: str, do: str = "") -> None:
        self.told.say(topic, self.names[seat], does, do)

    def _street(self, name: str, cards: tuple[int, ...]) -> None:
        """Begin a new street, with the pot if there was any betting on the last one."""
        said = self.told.take()
        self.board += cards
        pot = f"   (pot {self._chips(self.chips.pot)})" if said else ""
        self.lines += [*said, *([""] if said else []), f"{name}: {format_cards(self.board)}{pot}"]

    def _show(self, seat: int, does: str) -> None:
        """Add what a player does with the hand at the showdown: a sentence for each."""
        if not self.at_showdown:
            self.lines += [*self.told.take(), "", STREETS[4]]
            self.at_showdown = True
        self._say(seat, seat, does)

    def _result(self) -> Iterable[str]:
        """Who won, the stacks at the end, and the log's end if it differs."""
        if self.replay.further and self.replay.over:
            boards = listed([format_cards(board) for board in self.replay.further])
            yield from ("", wrapped(f"Run again, for an equal part of every pot: {boards}."))
            for seat, collected, have in zip(self.replay.seats, self.replay.awards, self.replay.stacks, strict=True):
                self.chips.stack[seat], self.awards[seat] = have, collected
            self.awards = {seat: chips for seat, chips in self.awards.items() if chips}
        if self.awards:
            shares = [f"{self.names[seat]} wins {self._chips(chips)}" for seat, chips in self.awards.items()]
            yield from ("", wrapped(listed(shares) + "."))
            changes = [now - then for now, then in zip(self.chips.stack, self.before, strict=True)]
            won = [f"{'+' if change > 0 else '−'}{self._chips(abs(change))}" for change in changes]
            wide, digits = max(map(len, self.names)), max(map(len, won))
            for seat, change in enumerate(changes):
                if change and seat in self.replay.seats:
                    now = self._chips(self.chips.stack[seat])
                    yield f"{INDENT}{self.names[seat]:{wide}}  {won[seat]:>{digits}}  to {now}"
        if contradictions := contradictions_of(self.history):
            yield from ("", wrapped(contradictions))
        elif self.replay.over and (result := check(self.history)).status != Status.EQUAL:
            ends = "Except for a rake the log agrees" if result.status == Status.RAKED else "The log ends differently"
            yield from ("", wrapped(f"{ends}: {result.explanation}"))

    def _all_in(self, seat: int, chips: int) -> str:
        return " and is all-in" if chips >= self.chips.stack[seat] else ""

    def _chips(self, chips: int) -> str:
        """Our chips as an amount of the file."""
        return self._money(Decimal(chips) / self.replay.scale)

    def _money(self, amount: Amount) -> str:
        decimals = 0 if amount == int(amount) else max(2, len(str(self.replay.scale)) - 1)
        return f"{printable(self.history.about.get('currency_symbol', ''))}{amount:,.{decimals}f}"


def _title(history: HandHistory) -> str:
    number = history.about.get("hand")
    return printable(history.name if number is None else f"Hand {number} ({history.name})")


def _date(history: HandHistory) -> str:
    """The date and time, as far as they are known."""
    about = history.about
    month = about.get("month")
    named = calendar.month_name[month] if isinstance(month, int) and 1 <= month <= 12 else None
    parts = [part for part in (about.get("day"), named, about.get("year")) if part is not None]
    if "time" in about:
        parts += ["at", about["time"]]
        parts += [about[key] for key in ("time_zone_abbreviation", "time_zone") if key in about][:1]
    return printable(" ".join(map(str, parts)))
