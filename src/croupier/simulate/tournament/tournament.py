"""The state of a tournament: all that follows from its lines. Only `follow` changes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.games.holdem.options import MOST_CHIPS
from croupier.kernel.errors import BadInput

from . import lines
from .terms import MINUTE, Stage, Terms

NOBODY = ""
NEW_BANK = lines.Bank()


@dataclass
class Player:
    """An entrant: registered, in a seat, or out."""

    key: str
    name: str
    policy: str = ""
    entries: int = 1
    rebuys: int = 0
    addons: int = 0
    table: int = 0
    """The number of its table; 0 if it has no seat."""
    seat: int = 0
    chips: int = 0
    """Its chips when it took this seat, or bought more; its table counts them from then on."""
    hand: int = 0
    """If it has bought chips: the number of hands that its table had played by then."""
    moves: int = 0
    """How often it was moved from one table to another."""
    balances: bool = False
    """Whether it took this seat to balance the tables."""
    wishes: tuple[lines.Chips, ...] = ()
    """What it wants to buy at the next boundary of its table."""
    declined: str = ""
    """Why it could not buy what it wished for last; "" if it could."""
    bank: lines.Bank = NEW_BANK
    """Its time bank when it took this seat; its table counts it from then on."""

    @property
    def bought(self) -> int:
        """The number of fees that it has paid."""
        return self.entries + self.rebuys + self.addons


@dataclass
class TableSeats:
    """A table of the tournament: who sits where."""

    number: int
    name: str
    keys: list[str]
    button: int = 0
    """The seat that has the button in its first hand."""
    size: int = 0
    """The number of its players."""

    @property
    def players(self) -> list[str]:
        """The keys of its players, in the order of the seats."""
        return [key for key in self.keys if key]

    @property
    def open_seats(self) -> list[int]:
        """The seats that nobody has."""
        return [seat for seat, key in enumerate(self.keys) if not key]


class BustOut(NamedTuple):
    """A player that is out. Players of one `group` went out at once: in one hand, or in one round hand for hand."""

    key: str
    group: str
    table: int
    hand: int
    stack: int
    at: int
    why: str = ""


@dataclass
class Tournament:
    """A tournament after its lines so far."""

    terms: Terms
    seats: int
    stack: int
    stages: Sequence[Stage] = ()
    players: dict[str, Player] = field(default_factory=dict)
    tables: dict[int, TableSeats] = field(default_factory=dict)
    """The tables that stand, by number."""
    names: dict[int, str] = field(default_factory=dict)
    """The names of all tables so far."""
    late_levels: int = 0
    """The number of levels during which players may enter late: that of the terms, unless the host has said another."""
    order: list[int] = field(default_factory=list)
    """The numbers of the tables that stand, in the order in which they break."""
    outs: list[BustOut] = field(default_factory=list)
    removed: int = 0
    """The chips of players that were disqualified."""
    draws: int = 0
    """The number of draws so far."""
    hash: str = ""
    started: int = 0
    """When play began; 0 before."""
    level: int = 0
    reached: int = 1
    """The most levels that have ever begun, breaks not counted: a host may go back to an earlier one."""
    level_hands: dict[int, int] = field(default_factory=dict)
    runs: bool = False
    spent_ms: int = 0
    since: int = 0
    """The clock: whether it runs, and how much of the stage was over at `since`."""
    round: int = 0
    round_hands: dict[int, int] = field(default_factory=dict)
    deal: lines.Deal | None = None
    ended: lines.Ended | None = None

    def __post_init__(self) -> None:
        self.late_levels = self.terms.late_levels

    def follow(self, line: lines.Lines) -> None:
        """Apply the next line."""
        match line:
            case lines.Registered(key, name, _, policy):
                self._register(key, name, policy)
            case lines.Unregistered(key):
                del self.players[key]
            case lines.Started():
                self._start(line)
            case lines.Opened(table, name):
                self._open(table, name)
                self.order.insert(0, table)
            case lines.Seated(key, table, seat, chips):
                self._take(lines.Place(key, table, seat, chips))
                self.draws += 1
            case lines.Moved(key, table, seat, chips, _, bank):
                self._move(lines.Place(key, table, seat, chips, bank), balances=True)
            case lines.Broken(table, places):
                for place in places:
                    self._move(place)
                self._close(table)
                self.draws += 1
            case lines.Replaced():
                self._replace(line)
            case lines.Final():
                self._go_to_final(line)
            case lines.Out():
                self._put_out(line)
            case lines.Bought():
                self._buy(line)
            case lines.Wished(key, what):
                self.players[key].wishes += (what,)
                self.players[key].declined = ""
            case lines.Declined(key, what, why):
                self._grant(self.players[key], what)
                self.players[key].declined = why
            case lines.LateEntries(levels):
                self.late_levels = levels
            case lines.Level(number, at, hands):
                self.level, self.level_hands = number, hands
                self.spent_ms, self.since = 0, at
                self.reached = max(self.reached, self.levels_begun)
            case lines.Clock(runs, spent_ms, at):
                self.runs, self.spent_ms, self.since = runs, spent_ms, at
            case lines.Round(number, hands):
                self.round, self.round_hands = number, hands
            case lines.Deal():
                self.deal = line
            case lines.Ended():
                self.ended, self.runs = line, False

    def _register(self, key: str, name: str, policy: str) -> None:
        if key in self.players:  # enters again
            self.players[key].entries += 1
            self.outs = [one for one in self.outs if one.key != key]
        else:
            self.players[key] = Player(key, name, policy)

    def _start(self, line: lines.Started) -> None:
        self.started, self.hash, self.order = line.at, line.hash, list(line.order)
        self.runs, self.spent_ms, self.since = True, 0, line.at
        self.draws = 2 + len(line.names)
        for number, (name, keys) in enumerate(zip(line.names, line.seating, strict=True), 1):
            self._open(number, name, line.buttons[number - 1])
            for seat, key in enumerate(keys):
                if key:
                    self._take(lines.Place(key, number, seat, self.stack))

    def _open(self, table: int, name: str, button: int = 0) -> None:
        self.tables[table] = TableSeats(table, name, [NOBODY] * self.seats, button)
        self.names[table] = name

    def _close(self, table: int) -> None:
        del self.tables[table]
        self.order.remove(table)

    def _take(self, place: lines.Place, *, balances: bool = False) -> None:
        player, table = self.players[place.key], self.tables[place.table]
        assert not table.keys[place.seat], "the seat is taken"
        table.keys[place.seat] = place.key
        table.size += 1
        player.table, player.seat, player.chips, player.hand = place.table, place.seat, place.chips, 0
        player.balances, player.bank = balances, place.bank or lines.Bank(levels=self.reached)

    def _leave(self, player: Player) -> None:
        self.tables[player.table].keys[player.seat] = NOBODY
        self.tables[player.table].size -= 1
        player.table = 0

    def _move(self, place: lines.Place, *, balances: bool = False) -> None:
        self._leave(self.players[place.key])
        self._take(place, balances=balances)
        self.players[place.key].moves += 1

    def _replace(self, line: lines.Replaced) -> None:
        self._open(line.other, line.name, line.button)
        for place in line.places:
            self._leave(self.players[place.key])
            self._take(place)
        self.order[self.order.index(line.table)] = line.other
        del self.tables[line.table]

    def _go_to_final(self, line: lines.Final) -> None:
        before = list(self.order)
        self._open(line.table, line.name, line.button)
        for place in line.places:
            self._move(place)
        for table in before:
            self._close(table)
        self.order.append(line.table)
        self.draws += 1

    def _put_out(self, line: lines.Out) -> None:
        in_round = self.round_hands.get(line.table) == line.hand - 1
        group = f"round {self.round}" if in_round else f"{line.table}/{line.hand}"
        if line.why:
            group = f"out {' '.join(line.stacks)}"
            self.removed += sum(line.stacks.values())
        for key, stack in line.stacks.items():
            self.outs.append(BustOut(key, group, line.table, line.hand, stack, line.at, line.why))
        for key in line.stacks:
            self._leave(self.players[key])
            self.players[key].wishes = ()

    def _buy(self, line: lines.Bought) -> None:
        player = self.players[line.key]
        player.rebuys += line.what == "rebuy"
        player.addons += line.what == "addon"
        player.chips, player.hand = line.chips, line.hand
        self._grant(player, line.what)
        player.declined = ""

    def _grant(self, player: Player, wish: lines.Chips) -> None:
        player.wishes = tuple(what for what in player.wishes if what != wish)

    # What follows

    @property
    def playing(self) -> list[str]:
        """The keys of all players that have a seat."""
        return [key for number in self.tables for key in self.tables[number].players]

    @property
    def left(self) -> int:
        """The number of players that have a seat."""
        return sum(table.size for table in self.tables.values())

    def size(self, table: int) -> int:
        """The number of players at a table."""
        return self.tables[table].size

    @property
    def stage(self) -> Stage:
        """The present stage."""
        return self.stages[self.level] if self.stages else Stage()

    @property
    def is_open(self) -> bool:
        """Whether players may enter: before play begins, and during the late levels and the break after them. What is
        closed stays closed if the host goes back to an earlier level."""
        if self.ended is not None:
            return False
        return not self.started or self.reached <= self.late_levels

    @property
    def levels_begun(self) -> int:
        """The number of levels so far, breaks not counted."""
        return max(1, sum(not stage.rest for stage in self.stages[: self.level + 1]))

    @property
    def entries(self) -> int:
        """The number of entries, re-entries included."""
        return sum(player.entries for player in self.players.values())

    @property
    def pool(self) -> int:
        """The tokens of the prize pool."""
        return self.terms.added + self.terms.fee * sum(player.bought for player in self.players.values())

    @property
    def chips(self) -> int:
        """All chips in play: those that were ever given out, without those of players that were disqualified."""
        return self._given - self.removed if self.started else 0

    @property
    def _given(self) -> int:
        return sum(
            (player.entries + player.rebuys) * self.stack + player.addons * self.terms.addon
            for player in self.players.values()
        )

    def check_chips(self, chips: int) -> None:
        """BadInput if `chips` more are more than one player could win at a table."""
        if self._given - self.removed + chips > MOST_CHIPS:
            raise BadInput(f"All players of a tournament together have at most {MOST_CHIPS:,} chips.")

    def spent(self, now: int) -> int:
        """How much of the stage is over, in milliseconds."""
        return self.spent_ms + (max(0, now - self.since) if self.runs else 0)

    def ends_at(self) -> int | None:
        """When the stage ends, if the clock goes on running; None if it does not end by the clock."""
        if not self.runs or not self.stage.minutes or self.level + 1 >= len(self.stages):
            return None
        return self.since + round(self.stage.minutes * MINUTE) - self.spent_ms
