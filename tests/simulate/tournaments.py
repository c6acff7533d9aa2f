"""Tournaments for tests: tables without cards, whose hands end as the test says."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.simulate.tournament import directing, lines
from croupier.simulate.tournament.places import Felt, next_places
from croupier.simulate.tournament.terms import Stage, Terms
from croupier.simulate.tournament.tournament import Tournament


def lots(number: int, count: int) -> list[int]:
    """A draw that depends on its number alone."""
    order = list(range(count))
    random.Random(number).shuffle(order)
    return order


class Felted:
    """A table: the places and chips of its last hand, and whether one is being played."""

    def __init__(self, button: int) -> None:
        self.button, self.small_blind, self.big_blind = button, -1, -1
        self.hand, self.rests = 0, True
        self.stacks: dict[str, int] = {}

    def felt(self) -> Felt:
        return Felt(self.rests, self.hand, self.button, self.small_blind, self.big_blind, dict(self.stacks))


class Club:
    """A tournament with its director and its tables."""

    def __init__(self, seats: int = 9, stack: int = 100, stages: Sequence[Stage] = (), **terms: Any) -> None:
        self.settings = (Terms(**{"players": 2, **terms}), seats, stack, stages)
        self.t = Tournament(*self.settings)
        self.said: list[lines.Lines] = []
        self.tables: dict[int, Felted] = {}
        self.now = 1_000

    def say(self, *said: lines.Lines) -> None:
        for line in said:
            self.said.append(line)
            self.t.follow(line)

    def register(self, *keys: str) -> None:
        self.say(*(lines.Registered(key, key, self.now) for key in keys))

    def start(self, many: int = 0) -> None:
        if many:
            self.register(*(f"p{number}" for number in range(many)))
        self.say(directing.started(self.t, list(self.t.players), lots, self.name, "hash", self.now))

    def name(self) -> str:
        return f"T-{len(self.t.names) + 1}"

    def sizes(self) -> list[int]:
        return [self.t.size(number) for number in self.t.order]

    def felts(self) -> dict[int, Felt]:
        for number, table in self.t.tables.items():
            felted = self.tables.setdefault(number, Felted(table.button))
            if felted.rests:  # who has left its seat has taken its chips along
                felted.stacks = {key: chips for key, chips in felted.stacks.items() if key in table.keys}
        return {number: self.tables[number].felt() for number in self.t.tables}

    def direct(self, most: int = 10_000) -> int:
        """Let the director say what is due, up to a number of lines; the number that it said."""
        for count in range(most):
            line = directing.next_line(self.t, self.felts(), lots, self.name, self.now)
            if line is None:
                return count
            self.say(line)
        return most

    def ready(self) -> list[int]:
        felts = self.felts()
        return [number for number in self.t.order if directing.may_deal(self.t, felts, number)]

    def deal(self, number: int) -> None:
        """Begin a hand; newcomers get their chips."""
        felt, table = self.felts()[number], self.tables[number]
        keys = self.t.tables[number].keys
        seats = directing.dealt_in(self.t, felt, number)
        table.button, table.small_blind, table.big_blind = next_places(felt, seats, self.t.seats)
        table.stacks = {keys[seat]: chips for seat, chips in seats.items()}
        table.hand, table.rests = table.hand + 1, False

    def end(self, number: int, after: Mapping[str, int]) -> None:
        """End a hand, with these chips."""
        table = self.tables[number]
        before = table.stacks
        table.rests, table.stacks = True, {**before, **after}
        line = directing.out(self.t, number, table.hand, before, table.stacks, self.now)
        if line:
            self.say(line)

    def bust(self, number: int, *keys: str) -> None:
        """Play a hand in which these players lose everything to another."""
        table = self.tables[number]
        winner = next(key for key in table.stacks if key not in keys)
        won = sum(table.stacks[key] for key in keys)
        self.end(number, {**dict.fromkeys(keys, 0), winner: table.stacks[winner] + won})

    def chips(self) -> int:
        """All chips: on tables, or given with a seat and not on a table yet."""
        felts = self.felts()
        return sum(directing.stack_of(felts, self.t.players[key]) for key in self.t.playing)

    def sit(self, number: int, keys: Sequence[str]) -> None:
        """Have a table's players be these, by seat, as if it had been drawn so."""
        self.t.tables[number].keys[:] = list(keys)
        self.t.tables[number].size = sum(map(bool, keys))
        for seat, key in enumerate(keys):
            if key:
                self.t.players[key].table, self.t.players[key].seat = number, seat


def club_of(sizes: Sequence[int], seats: int = 9, **terms: Any) -> Club:
    """A tournament in the middle: tables of these sizes, in the order in which they break; each has played one hand,
    with the button in seat 0 and the blinds in seats 1 and 2. Players fill the seats from 0 on."""
    club = Club(seats, **terms)
    club.start(sum(sizes))
    club.t.tables.clear()
    club.t.order[:] = range(1, len(sizes) + 1)
    keys = list(club.t.players)
    for number, size in enumerate(sizes, 1):
        club.t._open(number, f"T-{number}")
        here = [keys.pop() for _ in range(size)]
        club.sit(number, [*here, *[""] * (seats - size)])
        table = club.tables[number] = Felted(0)
        table.hand, table.small_blind, table.big_blind = 1, 1, 2
        table.stacks = dict.fromkeys(here, 100)
    return club
