"""Whole tournaments between bots, without a server: the director of the arena, hands from the compiled driver, and a
clock that is computed.

    hall = Hall(structure, players, seed)
    outcome = hall.play(7)                      the seventh tournament of the seed

A tournament depends on its seed, its number and its players alone. The cards of the nth hand at a table are the same
whoever plays there, and so are the draws of seats: another player in the same field meets the same evening, as far as
it plays alike. House bots play inside the driver; one bot of a field may be any other bot, and is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from random import Random
from typing import Any, NamedTuple

from croupier.agents.bot import PolicyBot
from croupier.agents.loading import Entrant
from croupier.agents.player import Player as Asked
from croupier.agents.policies import in_order
from croupier.agents.random import play_randomly
from croupier.games.holdem import GAME
from croupier.games.holdem.records import Config
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.contract.record import Misdeed
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.vocabulary.keys import tournament_seed
from croupier.kernel.vocabulary.turns import SEATS

from ..match.calling import Calling, plays_compiled
from ..match.driver import Driver, Over
from ..match.driver_rules import ASK_PYTHON
from . import directing, lines
from .places import Felt
from .prizes import results
from .terms import Stage, Terms
from .tournament import Tournament

HAND_BITS = 18
LONGEST = 1 << HAND_BITS
"""The most hands of one table: the deals of a seed are divided among tables."""
MOST_TABLES = 1 << (32 - HAND_BITS)
BEGINS = 1
"""When play begins, in milliseconds: at 0 a tournament has not begun."""


class Pace(NamedTuple):
    """How long people take, in milliseconds: for a decision, and between two hands."""

    decision: int = 5_000
    between: int = 10_000


PACE = Pace()


class Structure(NamedTuple):
    """What a tournament is played by, and how many enter."""

    name: str
    entrants: int
    terms: Terms
    seats: int
    stack: int
    stages: Sequence[Stage]
    configs: Sequence[Config]
    """The config of a hand at each stage; without stages the first."""


class Outcome(NamedTuple):
    """A tournament that is over. Lists are by entrant, `played` is by stage."""

    places: list[int]
    prizes: list[int]
    hands: int
    """All hands, at all tables."""
    played: list[int]
    """The hands of the winner at each stage."""
    ms: int
    last: int
    """The stage in which it ended."""
    misdeeds: list[Misdeed]
    """What the bot that is asked did wrong."""


class _Table(Calling):
    """The bots of a hall around a driver: where the one that is asked sits, it is told and asked."""

    def __init__(self, config: Config, bots: Sequence[Asked], policies: Sequence[Any], asked: Sequence[int]) -> None:
        self.game, self._records = GAME, False
        self.nameplates = [Nameplate(f"player-{number}", f"player {number}") for number in range(len(bots))]
        self.nameplates.append(Nameplate("", ""))  # number EMPTY: nobody
        self.gather(list(bots), list(asked))
        told, waits = bool(self._hears), bool(self._starts or self._ends)
        self.driver = self._driver = Driver(GAME, config, policies, 0, tells=told, waits=waits)


class Hall:
    """Tournaments of a structure between some bots: the first of `entrants` has the first place of the field, and so
    on; the last `repeated` of them fill the rest in turn."""

    def __init__(
        self, structure: Structure, entrants: Sequence[Entrant], seed: int, *, repeated: int = 0, pace: Pace = PACE
    ) -> None:
        if structure.entrants > MOST_TABLES * structure.seats // 2:
            raise BadInput(f"{structure.entrants:,} players are too many to simulate.")
        self.structure, self.seed, self.pace = structure, seed, pace
        bots = [Asked(GAME, entrant.made()) for entrant in entrants]
        turn = bots[-(repeated or len(bots)) :]
        whole = [*bots[: len(bots) - len(turn)]]
        self.field = [*whole, *(turn[at % len(turn)] for at in range(structure.entrants - len(whole)))]
        policies = in_order([play_randomly, *(bot.bot.policy for bot in bots if plays_compiled(bot.bot))])
        self.lineup = [_number(policies, bot) for bot in self.field]
        asked = [number for number, policy in enumerate(self.lineup) if policy == ASK_PYTHON]
        if len(asked) > 1:
            raise BadInput("One player of a field may be another bot than a house policy, not several.")
        first = structure.configs[0]
        self._quiet = _Table(first, self.field, policies, [])
        self._asking = _Table(first, self.field, policies, asked) if asked else self._quiet
        self._asked = asked

    def close(self) -> None:
        """End the bot's process."""
        for number in self._asked:
            self.field[number].leave()

    def play(self, number: int) -> Outcome:
        """Play a tournament."""
        seed = tournament_seed(self.seed, number)
        for table in (self._quiet, self._asking):
            table.driver.take_seed(seed)
        return _Evening(self, seed).play()

    def hand(self, config: Config, deal: int, keys: Sequence[str]) -> tuple[list[int], Driver, list[Misdeed]]:
        """Play a hand: what each seat has won, the driver with the table as it is then, and what went wrong."""
        seating = [int(key) if key else -1 for key in keys]
        lineup = [self.lineup[player] if player >= 0 else 0 for player in seating] + [0] * (SEATS - len(seating))
        table = self._asking if any(one in seating for one in self._asked) else self._quiet
        table.driver.set_up(config)
        if table is not self._quiet:
            played = table.play_deal(deal, lineup, seating)
            return played.scores, table.driver, played.misdeeds
        halt = table.driver.begin(deal, lineup)
        assert isinstance(halt, Over)
        return halt.scores, table.driver, []


def _number(policies: Sequence[Any], player: Asked) -> int:
    bot = player.bot
    return policies.index(bot.policy) if isinstance(bot, PolicyBot) and plays_compiled(bot) else ASK_PYTHON


class _Seats(dict[int, Felt]):
    """The tables by number; one that has played no hand yet has the button that was drawn for it."""

    def __init__(self, t: Tournament) -> None:
        super().__init__()
        self._t = t

    def __missing__(self, number: int) -> Felt:
        felt = self[number] = Felt(True, 0, self._t.tables[number].button, 0, 0, {})
        return felt


class _Evening:
    """One tournament, from the first draw to the last hand."""

    def __init__(self, hall: Hall, seed: int) -> None:
        structure = hall.structure
        self.hall, self.seed = hall, seed
        self.t = Tournament(structure.terms, structure.seats, structure.stack, structure.stages)
        self.felts = _Seats(self.t)
        self.now = BEGINS
        self.hands = 0
        self.hands_of = [[0] * max(1, len(structure.stages)) for _ in hall.field]
        self.misdeeds: list[Misdeed] = []
        self._ends: list[tuple[int, int]] = []
        """When the hands that are being played end, each with its table."""
        self._after: dict[int, tuple[Felt, dict[str, int]]] = {}
        """For a table with a hand: how it will stand, and the chips before."""

    def play(self) -> Outcome:
        """Play it to its end."""
        t = self.t
        for number in range(len(self.hall.field)):
            t.follow(lines.Registered(str(number), f"player {number}", 0))
        t.follow(directing.started(t, list(t.players), self._draw, self._name, "", self.now))
        while t.ended is None:
            while line := directing.next_line(t, self.felts, self._draw, self._name, self.now):
                self._follow(line)
            if t.ended is None:
                for number in t.order:
                    if directing.may_deal(t, self.felts, number):
                        self._deal(number)
                self._wait()
        found = results(t)
        order = [found[str(number)] for number in range(len(self.hall.field))]
        winner = next(number for number, one in enumerate(order) if one.place == 1)
        places, prizes = [one.place for one in order], [one.prize for one in order]
        return Outcome(places, prizes, self.hands, self.hands_of[winner], self.now - BEGINS, t.level, self.misdeeds)

    def _follow(self, line: lines.Lines) -> None:
        """Follow a line. Players that leave a table take their chips along."""
        self.t.follow(line)
        for number in [number for number in self.felts if number not in self.t.tables]:
            del self.felts[number]
        if isinstance(line, lines.Moved | lines.Broken):
            for number, felt in self.felts.items():
                keys = self.t.tables[number].keys
                if felt.rests and any(key not in keys for key in felt.stacks):
                    stacks = {key: chips for key, chips in felt.stacks.items() if key in keys}
                    self.felts[number] = felt._replace(stacks=stacks)

    def _deal(self, number: int) -> None:
        """Play a table's next hand, which ends later by the clock."""
        t, felt = self.t, self.felts[number]
        if felt.hand >= LONGEST:
            raise Fault(f"After {LONGEST:,} hands a tournament is not over: let the blinds grow with the levels.")
        keys, seats = t.tables[number].keys, directing.dealt_in(t, felt, number)
        config = self._config(felt, seats)
        here = [key if seat in seats else "" for seat, key in enumerate(keys)]
        scores, driver, misdeeds = self.hall.hand(config, (number << HAND_BITS) + felt.hand, here)
        self.misdeeds += misdeeds
        before = {keys[seat]: chips for seat, chips in seats.items()}
        after = {keys[seat]: chips + scores[seat] for seat, chips in seats.items()}
        button, small_blind, big_blind = (driver.reading(name) for name in ("button", "small_blind", "big_blind"))
        over = Felt(True, felt.hand + 1, button, small_blind, big_blind, {**felt.stacks, **after})
        self._after[number] = over, before
        self.felts[number] = over._replace(rests=False, stacks=before)
        self.hands += 1
        for key in before:
            self.hands_of[int(key)][t.level] += 1
        pace = self.hall.pace
        heappush(self._ends, (self.now + pace.decision * driver.reading("moved") + pace.between, number))

    def _config(self, felt: Felt, seats: dict[int, int]) -> Config:
        """The config of one hand: that of the level, with these stacks, after the hands that the table has played."""
        configs = self.hall.structure.configs
        config = configs[min(self.t.level, len(configs) - 1)].copy()
        config.stack[:] = [seats.get(seat, 0) for seat in range(len(config.stack))]
        config.button, config.hands = felt.button, felt.hand + 1
        carried = config.carried
        carried.played, carried.small_blind, carried.big_blind = felt.hand, felt.small_blind, felt.big_blind
        return config

    def _wait(self) -> None:
        """Let the clock go on to the next end of a hand, or of the level."""
        level = self.t.ends_at()
        if level is not None and (not self._ends or level <= self._ends[0][0]):
            self.now = max(self.now, level)
            return
        if not self._ends:
            raise Fault("No table of a tournament can begin a hand.")
        self.now, number = heappop(self._ends)
        self.felts[number], before = self._after.pop(number)
        felt = self.felts[number]
        if line := directing.out(self.t, number, felt.hand, before, felt.stacks, self.now):
            self._follow(line)
        stacks = {key: chips for key, chips in felt.stacks.items() if chips}
        self.felts[number] = felt._replace(stacks=stacks)

    def _draw(self, number: int, count: int) -> list[int]:
        order = list(range(count))
        Random(f"{self.seed} {number}").shuffle(order)
        return order

    def _name(self) -> str:
        return f"table {len(self.t.names) + 1}"
