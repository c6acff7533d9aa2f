"""Whole tournaments at random: busts, late and repeated entries, purchases, disqualifications, tables that fail,
pauses, and a director that is killed between any two lines. Hands end as Hypothesis says; everything else is the
director's."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.simulate.tournament import directing, lines, purchases
from croupier.simulate.tournament.prizes import prizes, results
from croupier.simulate.tournament.purchases import ALL
from croupier.simulate.tournament.terms import Stage
from croupier.simulate.tournament.tournament import Player, Tournament

from .tournaments import Club, lots

STAGES = [Stage(minutes=1), Stage(minutes=1, rest=True), Stage(hands=6), Stage(minutes=2), Stage()]


class Evening:
    """A club where anything happens at random."""

    def __init__(self, rng: random.Random, seats: int, many: int, **terms: Any) -> None:
        self.rng = rng
        self.club = Club(seats, 100, STAGES, **terms)
        self.club.start(many)
        self.last_big_blind: dict[int, tuple[str, int]] = {}

    def play(self) -> None:
        """Play to the end; how many steps it takes is bounded."""
        for _ in range(30_000):
            if self.club.t.ended is not None:
                return
            self.step()
            self.check()
        raise AssertionError("it does not end")

    def step(self) -> None:
        club, rng = self.club, self.rng
        club.now += rng.choice([0, 500, 5_000])
        club.felts()
        if club.direct(rng.choice([0, 1, 2, 10_000])) and rng.random() < 0.3:
            self.kill()
        if club.t.ended is None and rng.random() < 0.1:
            self.happen()
        if directing.next_line(club.t, club.felts(), lots, club.name, club.now) is None:
            for number in club.ready():
                if rng.random() < 0.7:
                    self.deal(number)
        club.felts()
        playing = [number for number in club.t.order if not club.tables[number].rests]
        if playing:
            self.end(rng.choice(playing))

    def kill(self) -> None:
        """The director forgets everything but the lines."""
        again = Tournament(*self.club.settings)
        for line in self.club.said:
            again.follow(line)
        assert again == self.club.t
        self.club.t = again

    def happen(self) -> None:
        """Something that is not the director's."""
        club, rng, t = self.club, self.rng, self.club.t
        club.felts()
        resting = [key for key in t.playing if club.tables[t.players[key].table].rests and t.players[key].chips]
        match rng.choice(["late", "again", "buy", "away", "fault", "clock"]):
            case "late" if t.is_open and len(t.players) < 40:
                self.enter(f"late{len(t.players)}")
            case "again" if t.is_open and t.outs:
                one = rng.choice(t.outs)
                if not one.why and t.players[one.key].entries < 3:
                    self.enter(one.key)
            case "buy" if t.is_open and resting:
                self.buy(t.players[rng.choice(resting)])
            case "away" if resting and t.left > 2 and rng.random() < 0.2:
                player = t.players[rng.choice(resting)]
                chips = directing.stack_of(club.felts(), player)
                club.say(lines.Out(player.table, 0, {player.key: chips}, club.now, "caught"))
            case "fault" if rng.random() < 0.3:
                self.fail(rng.choice(t.order))
            case "clock":
                club.say(lines.Clock(not t.runs, t.spent(club.now), club.now))

    def buy(self, player: Player) -> None:
        """A player at a table that rests buys another stack, or the add-on."""
        club, t = self.club, self.club.t
        table, what = club.tables[player.table], self.rng.choice(ALL[1:])
        had = directing.stack_of(club.felts(), player)
        if not purchases.refusal(t, player.key, what, had):
            club.say(lines.Bought(player.key, what, had + purchases.bought(t, what), table.hand, club.now))
            table.stacks[player.key] = player.chips

    def fail(self, number: int) -> None:
        """A table fails: its players go on at another, with the chips that they had before the hand."""
        club, t = self.club, self.club.t
        table, other = club.tables[number], max(t.names) + 1
        here = [t.players[key] for key in t.tables[number].players]
        places = [lines.Place(one.key, other, one.seat, table.stacks.get(one.key) or one.chips) for one in here]
        club.say(lines.Replaced(number, other, club.name(), table.button, places, club.now))

    def enter(self, key: str) -> None:
        club = self.club
        self.last_big_blind = {number: one for number, one in self.last_big_blind.items() if one[0] != key}
        club.register(key)
        while key not in club.t.playing:
            club.say(directing.seat_for(club.t, key, lots, club.name, club.now))
            if self.rng.random() < 0.3:
                self.kill()

    def deal(self, number: int) -> None:
        club = self.club
        self.check_boundary(number)
        club.deal(number)
        table, here = club.tables[number], club.t.tables[number].keys
        assert len(table.stacks) >= 2 and table.big_blind in {here.index(key) for key in table.stacks}
        big_blind = here[table.big_blind], table.big_blind
        assert self.last_big_blind.get(number) != big_blind, "nobody is big blind twice running in one seat"
        self.last_big_blind[number] = big_blind
        if table.button != table.small_blind:
            seat = (table.button + 1) % club.t.seats
            while seat != table.small_blind:
                assert here[seat] not in table.stacks, "nobody plays between button and small blind"
                seat = (seat + 1) % club.t.seats

    def check_boundary(self, number: int) -> None:
        """The rule of balancing, from the sizes alone."""
        t = self.club.t
        leaving = t.order[0] if len(t.order) > 1 and t.left <= (len(t.order) - 1) * t.seats else None
        sizes = {one: t.size(one) for one in t.order if one != leaving}
        if number in sizes:
            owed_by = [one for one in sizes if sizes[one] == sizes[number]]
            assert sizes[number] - min(sizes.values()) < 2 or owed_by[0] != number, "it has to give a player up first"
            assert max(sizes.values()) - sizes[number] < 3, "it has to wait for a player"

    def end(self, number: int) -> None:
        """A hand ends: chips go from some players to others, and short stacks are lost."""
        club, rng = self.club, self.rng
        stacks = dict(club.tables[number].stacks)
        for _ in range(rng.choice([1, 1, 3])):
            winner, loser = rng.sample(sorted(stacks), 2)
            lost = stacks[loser] if rng.random() < 0.5 else rng.randint(0, stacks[loser])
            stacks[winner], stacks[loser] = stacks[winner] + lost, stacks[loser] - lost
        club.end(number, stacks)

    def check(self) -> None:
        t, club = self.club.t, self.club
        placed = results(t) if t.ended is None else {}
        seated = t.playing
        assert len(seated) == len(set(seated)) and not set(seated) & set(placed)
        assert set(seated) | set(placed) == set(t.players) or t.ended is not None
        for key in seated:
            player = t.players[key]
            assert t.tables[player.table].keys[player.seat] == key
        assert club.chips() == t.chips


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 2**32), st.integers(2, 9), st.integers(2, 30), st.integers(0, 2), st.booleans(), st.booleans()
)  # fmt: skip
def test_a_tournament_ends_with_every_chip_every_player_and_every_token(
    seed: int, seats: int, many: int, late: int, redraw: bool, hand_for_hand: bool
) -> None:
    evening = Evening(
        random.Random(seed), seats, many, fee=7, late_levels=late, redraw=redraw, hand_for_hand=hand_for_hand,
        reentries=2, rebuys=2, addon=50,
    )  # fmt: skip
    evening.play()
    t = evening.club.t
    found = results(t)
    assert found.keys() == t.players.keys()
    assert sum(one.prize for one in found.values()) == t.pool == sum(prizes(t))
    order = sorted(one.place for one in found.values())
    assert order[0] == 1 and all(place <= at for at, place in enumerate(order, 1))
    first = Tournament(*evening.club.settings)
    assert directing.same_draws(first, evening.club.said, lots)
