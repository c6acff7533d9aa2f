"""Reads PokerStars' hand histories, as text, into the fields of PHH: cash games and tournaments of hold'em,
no-limit, with a pot limit and with a fixed limit.

The text is translated line by line: posts, bets, shown cards, and what each player collects. Lines about chat, time and
connections are left out. Amounts of any currency are read; `about` has the currency, the table, the tournament and the
player whose cards the file shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import time
from decimal import Decimal
from functools import partial
from typing import Any

from croupier.games.holdem.phh import RAKE as RAKE_FIELD
from croupier.games.holdem.phh import Amount, HandHistory, printable
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.betting import FIXED_LIMIT, NO_LIMIT, POT_LIMIT

from .actions import checked
from .enact import BOARDS
from .phh import OtherVariant

TITLE = re.compile(r"^PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #(\d+):\s*(.*)$", re.MULTILINE)
"""The first line of a hand, with its number and the description of its game."""
GAME = re.compile(r"(Hold'em|Omaha[^,(]*|\d Card [^,(]*|Razz|Badugi|Triple Draw[^,(]*|8-Game|HORSE|HOSE)\s*(.*)")
LIMITS = {"No Limit": NO_LIMIT, "Pot Limit": POT_LIMIT, "Limit": FIXED_LIMIT}
AMOUNT = r"[^\s\d.,()/\[\]]*([\d,]{0,30}\.?\d{1,30})"
"""A number with its currency before it and commas between thousands, of bounded length, so that no line is slow."""
BLINDS = re.compile(rf"\({AMOUNT}/{AMOUNT}(?: [^)]{{0,100}}?)?(?: ?([A-Z]{{3}}))?\)")
TOURNAMENT = re.compile(r"Tournament #(\d+),")
LEVEL = re.compile(r"Level (\w+) ")
DATE = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})(?: (\w+))?")
TABLE = re.compile(r"^Table '(.{0,100})'(?: (\d+)-max)?.*? Seat #(\d+) is the button")
SEAT = re.compile(rf"^Seat (\d+): (.+) \({AMOUNT} in chips[^)]*\)(.*)$")
IN_SUMMARY = re.compile(r"^Seat (\d+): ")
STREET = re.compile(r"^\*\*\* (?:(FIRST|SECOND|THIRD) )?(FLOP|TURN|RIVER) \*\*\* .*?\[([^\[\]]*)\]\s*$")
CARDS = re.compile(r"\[([^\]]*)\]")
POST = re.compile(rf"posts (?:the )?(ante|small & big|small|big|straddle)[a-z ]* {AMOUNT}")
UNCALLED = re.compile(rf"^Uncalled bet \({AMOUNT}\) returned to (.+)$")
COLLECTED = re.compile(rf"^(.+) collected {AMOUNT} from (?:the )?(?:main |side )?pot")
DEALT = re.compile(r"^Dealt to (.+) \[([^\]]*)\]$")
RAKE = re.compile(rf"\| Rake {AMOUNT}")
TOTAL = re.compile(rf"^Total pot {AMOUNT}")
BOARD = re.compile(r"^Board \[([^\[\]]*)\]")
WON = re.compile(rf"(?:won|collected) \({AMOUNT}\)")
ALL_IN = "and is all-in"
CASHED_OUT = " cashed out the hand "
"""What the room paid to a player before the end of a hand is no part of the pot."""
FURTHER = ("SECOND", "THIRD")
UNSEEN = "????"
MOST_DIGITS = 18
"""The most digits of a hand's or a seat's number."""


def is_pokerstars(text: str) -> bool:
    """Whether a text is of PokerStars' format: it begins with the title of a hand."""
    return TITLE.match(text.lstrip()) is not None


def pokerstars_hands(text: str, name: str) -> list[tuple[str, Callable[[], HandHistory]]]:
    """The hands of a text: for each a name for messages, and a function that reads it. That raises BadInput if the hand
    cannot be read, and OtherVariant if it is a game that Croupier does not read."""
    found = list(TITLE.finditer(text))
    ends = [*(title.start() for title in found[1:]), len(text)]
    hands: list[tuple[str, Callable[[], HandHistory]]] = []
    for title, end in zip(found, ends, strict=True):
        named = f"{name} #{title[1]}"
        hands.append((named, partial(_read, text[title.start() : end], named, text.count("\n", 0, title.start()))))
    return hands


def _read(text: str, name: str, before: int) -> HandHistory:
    """One hand; `before` lines precede it in its file."""
    return _Reader(text, name, before).read()


@dataclass
class _Player:
    """A player who was dealt in, with what the lines so far have said."""

    seat: int
    stack: Amount
    place: int = 0
    """The player's place in PHH: 0 is the first after the button."""
    ante: Amount = 0
    blind: Amount = 0
    """The blind; the post of an entering player is negative."""
    cards: str = UNSEEN
    bet: Amount = 0
    """The bet of the present street."""
    paid: Amount = 0
    returned: Amount = 0
    collected: Amount = 0

    def put(self, chips: Amount, live: Amount | None = None) -> None:
        """Pay chips, of which `live` count as a bet: by default all."""
        self.paid += chips
        self.bet += chips if live is None else live


class _Reader:
    """Reads one hand."""

    def __init__(self, text: str, name: str, before: int) -> None:
        self.name = name
        self.about: dict[str, Any] = {"venue": "PokerStars"}
        self.players: dict[str, _Player] = {}
        self.actions: list[str] = []
        self.lines: list[int] = []
        """The line of the file of each action."""
        self.at = before + 1
        """The line of the file that is being read."""
        self.text = text
        self.structure = NO_LIMIT
        self.common = ""
        """The cards of the board before it was run more than once."""
        self.further: list[str] = []
        """The boards of further runs."""
        self.runs = False
        self.big: Amount = 0
        self.contradictions: list[str] = []

    def read(self) -> HandHistory:
        """The hand."""
        title, *rest = self.text.splitlines()
        small, big = self._title(title)
        self.big = big
        lines = [(number, line.rstrip()) for number, line in enumerate(rest, self.at + 1)]
        summary = next((at for at, (_, line) in enumerate(lines) if line.startswith("*** SUMMARY ***")), len(lines))
        button = self._seats(lines[:summary])
        self._summary(lines[summary:])
        self._blinds([line for line in lines[:summary] if ": posts " in line[1]], small, big)
        order = self._order(button, small, big)
        for number, line in lines[:summary]:
            self.at = number
            self._line(line)
        self._compare_summary(lines[summary:])
        if self.runs != bool(self.further):
            raise BadInput(f"{self.name} has one run of a board that was run more than once.")
        if self.further:
            self.about[BOARDS] = self.further
        return self._history(order, big)

    def _title(self, title: str) -> tuple[Amount, Amount]:
        """Read the first line; return both blinds. In a fixed limit it has the small and the big bet instead."""
        found = TITLE.match(title)
        if not found:
            raise BadInput(f'{self.name} does not begin with the title of a hand, such as "PokerStars Hand #1: …".')
        described = found[2]
        game = GAME.search(described)
        limit = next((limit for limit in LIMITS if game and game[2].startswith(limit)), None)
        if not game or game[1] != "Hold'em" or limit is None:
            named = f"{game[1].strip()} {game[2].partition('(')[0]}" if game else repr(described)
            raise OtherVariant(self.name, printable(named.strip()))
        self.structure = LIMITS[limit]
        blinds = BLINDS.search(game[2])
        if not blinds:
            raise BadInput(f"{self.name} does not say how large the blinds are.")
        self.about["hand"] = self._whole(found[1])
        if tournament := TOURNAMENT.search(described):
            self.about["event"] = f"Tournament {tournament[1]}"
        if level := LEVEL.search(described):
            self.about["level"] = level[1]
        if blinds[3]:
            self.about["currency"] = blinds[3]
        if date := DATE.search(described):
            year, month, day, hour, minute, second = (int(part) for part in date.groups()[:6])
            try:
                self.about |= {"day": day, "month": month, "year": year, "time": time(hour, minute, second)}
            except ValueError:
                raise BadInput(f"{self.name} has no valid time: {printable(date[0])}.") from None
            if date[7]:
                self.about["time_zone_abbreviation"] = date[7]
        small, big = self._amount(blinds[1]), self._amount(blinds[2])
        return (Decimal(small) / 2, small) if self.structure == FIXED_LIMIT else (small, big)

    def _seats(self, lines: Sequence[tuple[int, str]]) -> int:
        """Read the table and who sits there; return the seat with the button."""
        button = 0
        for number, line in lines:
            self.at = number
            if found := TABLE.match(line):
                self.about |= {"table": found[1]} | ({"seat_count": self._whole(found[2])} if found[2] else {})
                button = self._whole(found[3])
            elif found := SEAT.match(line):
                if found[2] in self.players or self._whole(found[1]) in (one.seat for one in self.players.values()):
                    raise BadInput(f"{self.name}, line {number}: that player or that seat has been told before.")
                self.players[found[2]] = _Player(self._whole(found[1]), self._amount(found[3]))
        if not button:
            raise BadInput(f"{self.name} has no line such as \"Table 'X' 6-max Seat #1 is the button\".")
        return button

    def _summary(self, lines: Sequence[tuple[int, str]]) -> None:
        """Read what is below the summary: the rake, hands that were mucked, and who was dealt in."""
        dealt = set()
        for number, line in lines:
            self.at = number
            if found := RAKE.search(line):
                self.about[RAKE_FIELD] = self._amount(found[1])
            if found := IN_SUMMARY.match(line):
                dealt.add(seat := self._whole(found[1]))
                cards = CARDS.search(line) if " mucked [" in line or " showed [" in line else None
                for name, player in self.players.items():
                    if cards and player.seat == seat:
                        self._holds(name, cards[1])
        if not dealt:
            raise BadInput(f"{self.name} has no summary with the seats that were dealt in: it is not complete.")
        self.players = {name: player for name, player in self.players.items() if player.seat in dealt}

    def _blinds(self, lines: Sequence[tuple[int, str]], small: Amount, big: Amount) -> None:
        """Read blinds, antes and the posts of entering players. A blind is noted in full, whatever the stack was."""
        posted: set[str] = set()
        for number, line in lines:
            self.at = number
            name = self._actor(line)
            found = POST.match(line[len(name) + 2 :])
            if not name:
                continue
            if not found:
                raise BadInput(f"{self.name}, line {number}: {printable(line)!r} is no blind, ante or straddle.")
            player, what, chips = self.players[name], found[1], self._amount(found[2])
            if what == "ante":
                player.ante = chips
                player.put(chips, 0)
            elif what == "straddle":
                player.blind = chips
                player.put(chips)
            elif what in posted or what == "small & big":
                player.blind = -chips
                player.put(chips, min(chips, big) if what != "small" else 0)
            else:
                posted.add(what)
                fixed = self.structure == FIXED_LIMIT  # then the text names no small blind
                player.blind = big if what == "big" else chips if fixed else small
                player.put(chips)

    def _order(self, button: int, small: Amount, big: Amount) -> list[str]:
        """The players in the order of PHH: the small blind is first, or without one the big blind; between two the big
        blind."""
        clockwise = sorted(self.players, key=lambda name: (self.players[name].seat <= button, self.players[name].seat))
        if clockwise:
            self._note_unpaid_blinds([self.players[name] for name in clockwise], small, big)
        first = next((name for name in clockwise if self.players[name].blind > 0), None)
        if len(clockwise) < 2 or first is None:
            raise BadInput(f"{self.name} needs two players who were dealt in, and a blind.")
        at = clockwise.index(first)
        order = clockwise[at:] + clockwise[:at]
        if len(order) == 2:
            order.sort(key=lambda name: self.players[name].seat == button)
        for place, name in enumerate(order):
            self.players[name].place = place
        return order

    def _note_unpaid_blinds(self, clockwise: Sequence[_Player], small: Amount, big: Amount) -> None:
        """Note the blind of a player whose whole stack went into the ante: the text has no line for it."""
        if not any(player.blind == big for player in clockwise):
            at = next((at for at, player in enumerate(clockwise) if player.blind == small), -1) + 1
            at %= len(clockwise)
            if clockwise[at].paid == clockwise[at].stack:
                clockwise[at].blind = big
        if not any(player.blind == small for player in clockwise):
            at = next((at for at, player in enumerate(clockwise) if player.blind == big), 0) - 1
            if clockwise[at].paid == clockwise[at].stack and (at >= 0 or len(clockwise) == 2):
                clockwise[at].blind = small

    def _line(self, line: str) -> None:
        """Read a line between the seats and the summary."""
        if found := STREET.match(line):
            *before, _ = CARDS.findall(line)
            if not found[1] and (told := "".join(before).replace(" ", "")) and told != self.common:
                self._contradict(f"{printable(line)!r}, where the board was {self.common}")
            self._street(found[1] or "", found[3].replace(" ", ""))
        elif found := DEALT.match(line):
            self._player(found[1])
            self._holds(found[1], found[2])
            self.about["_hero"] = found[1]
        elif found := UNCALLED.match(line):
            self._player(found[2]).returned += self._amount(found[1])
        elif found := COLLECTED.match(line):
            self._player(found[1]).collected += self._amount(found[2])
        elif name := self._actor(line):
            self._action(name, line[len(name) + 2 :])

    def _street(self, run: str, cards: str) -> None:
        """Read the cards of a street: of the first run, or of a further one. They have the board before in common."""
        if run in FURTHER:
            number = FURTHER.index(run)
            self.further += [self.common] * (number + 1 - len(self.further))
            self.further[number] += cards
            return
        for player in self.players.values():
            player.bet = 0
        if not run:
            self.common += cards
        self.runs = self.runs or bool(run)
        self._act(f"d db {cards}")

    def _action(self, name: str, told: str) -> None:
        """Read what a player does. Lines with other verbs, such as "said", are no actions."""
        player, highest = self.players[name], max(one.bet for one in self.players.values())
        is_sure = self.common or highest >= self.big
        """Whether the highest bet is what others have to call: a big blind counts in full, however short it is."""
        amounts = [self._amount(chips) for chips in re.findall(rf"(?<=\s){AMOUNT}(?=\s|$)", told)]
        number, cards = f"p{player.place + 1}", CARDS.search(told)
        held = cards[1].replace(" ", "") if cards else ""
        if held:
            self._holds(name, held)
        verb = told.partition(" ")[0]
        match verb, amounts:
            case "folds", _:
                self._act(f"{number} f")
            case "checks", _:
                self._act(f"{number} cc")
            case "calls", [chips]:
                owed = min(highest - player.bet, player.stack - player.paid)
                if is_sure and chips != owed:
                    self._contradict(f"{name} calls {chips:,}, where {owed:,} is to call")
                player.put(chips)
                self._act(f"{number} cc")
            case "bets", [chips]:
                player.put(chips)
                self._act(f"{number} cbr {player.bet}")
            case "raises", [more, total]:
                if is_sure and more != total - highest:
                    self._contradict(f"{name} raises {more:,} to {total:,}, where the bet was {highest:,}")
                player.put(total - player.bet)
                self._act(f"{number} cbr {total}")
            case "shows", _ if held:
                if (shows := f"{number} sm {held}") not in self.actions:  # once, however often the board was run
                    self._act(shows)
            case "mucks", _:
                self._act(f"{number} sm")
            case (("calls" | "bets" | "raises"), _):
                raise BadInput(f"{self.name}, line {self.at}: {printable(told)!r} does not say how much.")
        if told.endswith(ALL_IN) and player.paid < player.stack:
            self._contradict(f"{name} is all-in, and has {player.stack - player.paid:,} left")

    def _compare_summary(self, lines: Sequence[tuple[int, str]]) -> None:
        """Compare what is below the summary with the hand above it."""
        pot = sum((player.paid - player.returned for player in self.players.values()), Decimal(0))
        collected = sum((player.collected for player in self.players.values()), Decimal(0))
        for number, line in lines:
            self.at = number
            if (found := TOTAL.match(line)) and (total := self._amount(found[1])) != pot:
                self._contradict(f"a pot of {total:,}, into which {checked(pot):,} was paid")
            if found := RAKE.search(line):
                taken, rake = checked(pot - collected), self._amount(found[1])
                if 0 <= taken != rake and CASHED_OUT not in self.text:
                    self._contradict(f"a rake of {rake:,}, where {taken:,} of the pot was not collected")
            if (found := BOARD.match(line)) and not self.runs and found[1].replace(" ", "") != self.common:
                self._contradict(f"{printable(line)!r}, where the board was {self.common or 'empty'}")
            if found := IN_SUMMARY.match(line):
                won = [self._amount(chips) for chips in WON.findall(line)]
                for name, player in self.players.items():
                    if won and player.seat == self._whole(found[1]) and sum(won) != player.collected:
                        self._contradict(f"{name} won {sum(won):,}, and collected {player.collected:,}")

    def _holds(self, name: str, cards: str) -> None:
        """Note the hole cards of a player. They may be told more than once, and one of them alone."""
        player, held = self.players[name], cards.replace(" ", "")
        old, new = (
            {text[at : at + 2] for at in range(0, len(text), 2)} - {UNSEEN[:2]} for text in (player.cards, held)
        )
        if old - new and new - old:
            self._contradict(f"{name} holds {held}, elsewhere {player.cards}")
        if new - old or len(new) > len(old):
            player.cards = held

    def _contradict(self, why: str) -> None:
        """Note that a line denies what other lines say."""
        self.contradictions.append(f"line {self.at}, {why}")

    def _history(self, order: Sequence[str], big: Amount) -> HandHistory:
        """The hand, from all that was read."""
        players = [self.players[name] for name in order]
        deals = [f"d dh p{player.place + 1} {player.cards}" for player in players]
        blinds = [player.blind for player in players]
        antes = [player.ante for player in players]
        for name, player in zip(order, players, strict=True):
            if all(antes) and player.ante < min(max(antes), player.stack):
                self.contradictions.append(f"{name} posts an ante of {player.ante:,}, others {max(antes):,}")
        if all(antes):
            antes = [max(antes)] * len(antes)
        if len(players) == 2:  # these lists are read backwards
            blinds, antes = blinds[::-1], antes[::-1]
        ends = tuple(player.stack - player.paid + player.returned + player.collected for player in players)
        return HandHistory(
            stacks=tuple(player.stack for player in players),
            blinds=tuple(blinds),
            antes=tuple(antes),
            min_bet=big,
            structure=self.structure,
            actions=(*deals, *self.actions),
            trims_antes=all(antes),
            finishing=ends,
            winnings=tuple(player.collected for player in players),
            about={**self.about, "players": list(order), "seats": [player.seat for player in players]},
            name=self.name,
            lines=(*[0] * len(deals), *self.lines),
            contradictions=tuple(map(printable, self.contradictions)),
        )

    def _act(self, action: str) -> None:
        self.actions.append(action)
        self.lines.append(self.at)

    def _actor(self, line: str) -> str:
        """The player whose action a line tells; "" for any other line."""
        return max((name for name in self.players if line.startswith(f"{name}: ")), key=len, default="")

    def _player(self, name: str) -> _Player:
        if name not in self.players:
            raise BadInput(f"{self.name}, line {self.at}: {printable(name)!r} was not dealt in.")
        return self.players[name]

    def _whole(self, text: str) -> int:
        if len(text) > MOST_DIGITS:
            raise BadInput(f"{self.name}, line {self.at}: a number has more than {MOST_DIGITS} digits.")
        return int(text)

    def _amount(self, text: str) -> Amount:
        return checked(Decimal(text.replace(",", "")))
