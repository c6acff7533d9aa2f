"""Writes hands as PokerStars' text, which trackers and other programs read.

A hand is replayed by our rules and told line by line. The format has no words for posts of players who come in with a
live small blind: such hands are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from croupier.games.holdem import events
from croupier.games.holdem.chip_count import ChipCount
from croupier.games.holdem.phh import BIG_BET, Amount, HandHistory, in_file_chips, printable
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.betting import FIXED_LIMIT
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards
from croupier.kernel.vocabulary.evaluate import hand_name
from croupier.kernel.vocabulary.events import Fact

from .check import chosen_replay
from .pokerstars import LIMITS as NAMED_LIMITS

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "CNY": "¥"}
UNDATED = (2000, 1, 1)
"""The year, month and day of a hand whose date is not known: trackers need one."""
LIMITS = {structure: name for name, structure in NAMED_LIMITS.items()}
STREETS = ("before Flop", "on the Flop", "on the Turn", "on the River")


def write_pokerstars(history: HandHistory, number: int, hero: str = "") -> str:
    """A hand as text, numbered `number`; BadInput if the format cannot express it.

    `hero` names the player whose hole cards are told before the betting; without one they are told of every player
    whose cards are known.
    """
    return "\n".join(_Writer(history, number, hero).lines()) + "\n"


class _Writer:
    """Writes one hand."""

    def __init__(self, history: HandHistory, number: int, hero: str) -> None:
        self.history, self.number, self.hero = history, number, hero
        self.replay = chosen_replay(history).run()
        if self.replay.further:
            raise BadInput(f"{history.name} was run more than once, and is not written as PokerStars' text.")
        if not self.replay.over:
            raise BadInput(f"{history.name} ends before the hand is over: PokerStars' text has whole hands only.")
        if any(self.replay.player_at(seat) is None and chips for seat, chips in enumerate(self.replay.config.stack)):
            raise BadInput(f"{history.name} has a player at the table whom it does not list.")
        self.place = self._places()
        """The number of each seat in the text."""
        names = dict(zip(self.replay.seats, _unique(map(history.player, range(len(history.stacks)))), strict=True))
        self.name = {seat: names[seat] for seat in sorted(names, key=self.place.__getitem__)}
        self.chips = ChipCount(list(self.replay.config.stack[: self.replay.config.seats]))
        self.board: list[int] = []
        self.folded: dict[int, str] = {}
        self.shown: dict[int, tuple[str, str]] = {}
        """The cards that a seat showed at the end, and the name of its hand."""
        self.mucked: set[int] = set()

    def lines(self) -> Iterator[str]:
        """All lines."""
        yield from self._head()
        facts = list(self.replay.facts)
        yield from self._posts(facts)
        yield "*** HOLE CARDS ***"
        for seat, held in zip(self.replay.seats, self.replay.hole, strict=True):
            if UNKNOWN not in held and self.hero in ("", self.name[seat]):
                yield f"Dealt to {self.name[seat]} [{format_cards(held)}]"
        for fact in facts:
            yield from self._line(fact)
            self.chips.follow(fact)
        yield from self._end()

    def _places(self) -> list[int]:
        """The seats by the numbers that the hand's file gave them, if it did, else from 1."""
        seats, listed = self.replay.config.seats, self.history.about.get("seats")
        if not isinstance(listed, list) or len(self.replay.seats) != seats:
            return list(range(1, seats + 1))
        return [listed[self.replay.seats.index(seat)] for seat in range(seats)]

    def _head(self) -> Iterator[str]:
        about, config = self.history.about, self.replay.config
        currency = str(about.get("currency", ""))
        fixed = config.structure == FIXED_LIMIT
        pair = (config.big_blind, BIG_BET * config.big_blind) if fixed else (config.small_blind, config.big_blind)
        blinds, game = "/".join(map(self._money, pair)), f"Hold'em {LIMITS[config.structure]}"
        if event := re.fullmatch(r"Tournament (\d+)", str(about.get("event", ""))):
            stakes = f"Tournament #{event[1]}, {game} - Level {printable(about.get('level', 'I'))} ({blinds})"
        else:
            stakes = f" {game} ({blinds}{f' {currency}' if currency in SYMBOLS else ''})"
        known = (about.get(part) for part in ("year", "month", "day"))
        year, month, day = (part or unknown for part, unknown in zip(known, UNDATED, strict=True))
        zone = printable(about.get("time_zone_abbreviation", "ET"))
        date = f"{year:04}/{month:02}/{day:02} {about.get('time', '00:00:00')} {zone}"
        yield f"PokerStars Hand #{self.number}: {stakes} - {date}"
        seats = about.get("seat_count", config.seats)
        table = printable(about.get("table", "Croupier"))
        yield f"Table '{table}' {seats}-max Seat #{self.place[self.replay.state.table.button]} is the button"
        for seat in self.name:
            yield f"Seat {self.place[seat]}: {self.name[seat]} ({self._money(self.chips.stack[seat])} in chips)"

    def _posts(self, facts: Iterable[Fact]) -> Iterator[str]:
        """Antes first, then the blinds, then the posts of players who come in."""
        table, config = self.replay.state.table, self.replay.config
        antes, blinds = dict[int, int](), dict[int, int]()
        dead, straddles = dict[int, int](), dict[int, int]()
        for fact in facts:
            match fact:
                case events.AntePosted(seat, chips) | events.DeadAntePosted(seat, chips):
                    antes[seat] = chips
                case events.BlindPosted(seat, chips):
                    blinds[seat] = chips
                case events.DeadBlindPosted(seat, chips):
                    dead[seat] = chips
                case events.StraddlePosted(seat, chips):
                    straddles[seat] = chips
        left = list(self.chips.stack)

        def posts(seat: int, what: str, chips: int) -> str:
            left[seat] -= chips
            return f"{self.name[seat]}: posts {what} {self._money(chips)}{'' if left[seat] else ' and is all-in'}"

        for seat, chips in antes.items():
            yield posts(seat, "the ante", chips)
        for seat, what in ((table.small_blind, "small blind"), (table.big_blind, "big blind")):
            if chips := blinds.pop(seat, 0):
                yield posts(seat, what, chips)
        for seat, chips in straddles.items():
            yield posts(seat, "straddle", chips)
        for seat in sorted({*blinds, *dead}):
            live = blinds.get(seat, 0)
            if live and live < min(config.big_blind, left[seat]):
                raise BadInput(f"{self.history.name} has a live post below a big blind, which the text cannot say.")
            what = "small & big blinds" if live and seat in dead else "big blind" if live else "small blind"
            yield posts(seat, what, live + dead.get(seat, 0))

    def _line(self, fact: Fact) -> Iterator[str]:
        """The lines of a fact after the posts."""
        match fact:
            case events.Folded(seat):
                self.folded[seat] = STREETS[max(0, len(self.board) - 2)]
                yield f"{self.name[seat]}: folds"
            case events.Checked(seat):
                yield f"{self.name[seat]}: checks"
            case events.Called(seat, chips):
                yield f"{self.name[seat]}: calls {self._money(chips)}{self._all_in(seat, chips)}"
            case events.BetPlaced(seat, total):
                added = total - self.chips.bet[seat]
                yield f"{self.name[seat]}: bets {self._money(added)}{self._all_in(seat, added)}"
            case events.Raised(seat, total):
                increase, added = total - max(self.chips.bet), total - self.chips.bet[seat]
                to = f"{self._money(increase)} to {self._money(total)}"
                yield f"{self.name[seat]}: raises {to}{self._all_in(seat, added)}"
            case events.BetReturned(seat, chips):
                yield f"Uncalled bet ({self._money(chips)}) returned to {self.name[seat]}"
            case events.FlopDealt(cards):
                self.board += cards
                yield f"*** FLOP *** [{format_cards(cards)}]"
            case events.TurnDealt(card) | events.RiverDealt(card):
                street = "TURN" if isinstance(fact, events.TurnDealt) else "RIVER"
                yield f"*** {street} *** [{format_cards(self.board)}] [{format_cards([card])}]"
                self.board.append(card)
            case events.HandShown(seat, cards, strength):
                if not self.shown and not self.mucked:
                    yield "*** SHOW DOWN ***"
                self.shown[seat] = format_cards(cards), hand_name(strength) if strength else "an unknown hand"
                yield f"{self.name[seat]}: shows [{self.shown[seat][0]}] ({self.shown[seat][1]})"
            case events.HandMucked(seat):
                self.mucked.add(seat)
                yield f"{self.name[seat]}: mucks hand"

    def _end(self) -> Iterator[str]:
        """What each player collects, and the summary."""
        told = dict(zip(self.replay.seats, self._collected(), strict=True))
        for seat, chips in told.items():
            if chips:
                yield f"{self.name[seat]} collected {self._amount(chips)} from pot"
                if not self.shown and not self.mucked:
                    yield f"{self.name[seat]}: doesn't show hand"
        yield "*** SUMMARY ***"
        pot = in_file_chips(sum(self.replay.awards), self.replay.scale)
        rake = pot - sum(told.values(), Decimal(0))
        yield f"Total pot {self._amount(pot)} | Rake {self._amount(max(rake, 0))}"
        if self.board:
            yield f"Board [{format_cards(self.board)}]"
        for seat in self.name:
            yield f"Seat {self.place[seat]}: {self.name[seat]}{self._position(seat)} {self._fate(seat, told)}"

    def _collected(self) -> Sequence[Amount]:
        """What each player collects: by the log, after a rake; by our rules if it does not say."""
        history, scale = self.history, self.replay.scale
        if history.winnings and any(history.winnings):
            return history.winnings
        awards = [in_file_chips(chips, scale) for chips in self.replay.awards]
        if history.finishing is None:
            return awards
        now = [in_file_chips(chips, scale) for chips in self.replay.stacks]
        return [won + end - have for won, end, have in zip(awards, history.finishing, now, strict=True)]

    def _position(self, seat: int) -> str:
        table = self.replay.state.table
        places = ((table.button, "button"), (table.small_blind, "small blind"), (table.big_blind, "big blind"))
        return "".join(f" ({name})" for at, name in places if at == seat)

    def _fate(self, seat: int, told: Mapping[int, Amount]) -> str:
        """How the hand ended for a seat."""
        won = self._amount(told[seat])
        if seat in self.folded:
            return f"folded {self.folded[seat]}"
        if seat in self.shown:
            cards, named = self.shown[seat]
            return f"showed [{cards}] and {f'won ({won})' if told[seat] else 'lost'} with {named}"
        if told[seat]:
            return f"collected ({won})"
        held = self.replay.hole[self.replay.seats.index(seat)]
        return "mucked" if UNKNOWN in held else f"mucked [{format_cards(held)}]"

    def _all_in(self, seat: int, chips: int) -> str:
        return "" if chips < self.chips.stack[seat] else " and is all-in"

    def _money(self, chips: int) -> str:
        """Our chips as an amount of the file."""
        return self._amount(in_file_chips(chips, self.replay.scale))

    def _amount(self, amount: Amount) -> str:
        symbol = SYMBOLS.get(str(self.history.about.get("currency", "")), "")
        return f"{symbol}{int(amount)}" if amount == int(amount) else f"{symbol}{amount:.2f}"


def _unique(names: Iterable[str]) -> list[str]:
    """Names of which none comes twice: a second "random" becomes "random 2"."""
    taken: list[str] = []
    for name in names:
        number = 2
        other = name
        while other in taken:
            other = f"{name} {number}"
            number += 1
        taken.append(other)
    return taken
