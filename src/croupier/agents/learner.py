"""A learner for every game: finds a strategy by self-play (`learner_rules` says how).

    knowledge = Knowledge.empty()
    learner = Learner(GAME, config, seed=1)
    knowledge = knowledge.merged([learner.study(knowledge, shard) for shard in range(SHARDS)])

Learning goes in rounds. In each round SHARDS shards start from the same knowledge, draw from streams of their own and
visit a number of decisions that grows with the rounds; then their findings are merged. So results depend on the seed
and on the number of rounds, but not on which worker computes which shard. Later visits weigh more (linear CFR, Brown
and Sandholm 2019): before a round is added, everything before it is scaled down.

    rival = Learner(GAME, config, seed=1, against=[policy])

A rival learns to answer policies that play the other seats and learn nothing. Its best choices
(`learnt.Strategy.best`) approach a best response to them.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.kernel.contract.drive import names_for
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import Policy, PolicyLike
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.files import whole_file
from croupier.kernel.language.jit import bind, compiled
from croupier.kernel.language.records import blank_rows, to_row
from croupier.kernel.vocabulary.events import TRACED, Out
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import SEEDS_BELOW, Rng
from croupier.kernel.vocabulary.turns import SEATS

from . import learner_rules as rules
from .policies import chain_of, in_order, memories_of, rules_of
from .random import play_randomly
from .space import NONE, space_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.int64]

TRACE, SITUATION = "trace", "situation"
"""How decisions are told apart: by everything that a seat was told, or by the game's own abstraction."""
SHARDS = 4
"""How many shards a round has; it is independent of the number of workers, so that workers change no result."""
FIRST_ROUND, LONGEST_ROUND = 2_000, 1_000_000
"""Visits of a shard: in the first round, which is also how much they grow with each round; and the most."""
SLICE = 500_000
"""Moves between two checks for Ctrl-C."""
MOST_NODES = 4_000_000
"""How many situations are kept by default: about half a gigabyte."""
CELLS_A_NODE = 24
COUNTS = ("rounds", "visits", "walks", "crowded", "largest", "moves")
"""The counts in a checkpoint, in addition to arrays."""
NOWHERE = -1
STREAM_BITS = 24
NO_LIMIT = 1 << 62


class Ban(NamedTuple):
    """Options that a seat may not take, by a rule `forbids(view, menu, option, traced, rng) -> bool`.

    The rule is called once for each situation, when it is first met, so it may be slow. Its stream is the one from
    which the key of the decision was drawn; `traced` says whether that key is everything that the seat was told. A
    situation in which everything is forbidden is not restricted, nor are the answers of the default policy.
    """

    forbids: Callable[..., bool]
    seat: int
    """NONE if the ban applies to no seat: learners with and without it then share their compiled code."""


class Found(NamedTuple):
    """What a shard found: new situations, and the changes of regrets and sums of strategies of all situations."""

    keys: Words
    blocks: Words
    regrets: Words
    totals: Words
    visits: int
    walks: int
    crowded: int
    largest: int
    moves: int


@dataclass(frozen=True)
class Knowledge:
    """What has been learnt: for each situation its key and its first cell, for each cell its regret and its sum of
    strategies."""

    keys: Words
    blocks: Words
    regrets: Words
    totals: Words
    rounds: int = 0
    visits: int = 0
    walks: int = 0
    crowded: int = 0
    """How often there was no room for a new situation."""
    largest: int = 0
    """The largest score that was seen."""
    moves: int = 0
    """How many moves were played."""

    @classmethod
    def empty(cls) -> Knowledge:
        """Nothing learnt yet."""
        import numpy as np

        nothing = np.zeros(0, np.int64)
        return cls(nothing, np.zeros(1, np.int64), nothing, nothing)

    def merged(self, found: Sequence[Found], most_nodes: int = MOST_NODES) -> Knowledge:
        """The knowledge after a round. The strategies of its shards are added up; of their regrets only the mean is
        added, as each shard has answered all earlier regrets by itself. New situations are kept in order, as long as
        there is room."""
        import numpy as np

        before, cells = len(self.keys), len(self.regrets)
        keys = np.concatenate([one.keys for one in found])
        widths = np.concatenate([np.diff(one.blocks) for one in found])
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        order = np.argsort(first, kind="stable")[: max(0, most_nodes - before)]
        place = np.full(len(first), NOWHERE)
        place[order] = before + np.arange(len(order))
        new = first[order]
        blocks = np.concatenate([self.blocks, cells + np.cumsum(widths[new])])
        visits = sum(one.visits for one in found)
        forbidden = np.zeros(blocks[-1], bool)
        forbidden[:cells] = self.regrets == rules.FORBIDDEN
        sums = []
        for name in ("regrets", "totals"):
            summed, at = np.zeros(blocks[-1], np.int64), 0
            for one in found:
                changed = getattr(one, name)
                summed[:cells] += changed[:cells]
                places, widths_here = place[which[at : at + len(one.keys)]], np.diff(one.blocks)
                kept = places != NOWHERE
                cells_there = _spread(blocks[places[kept]], widths_here[kept])
                added = changed[cells:][np.repeat(kept, widths_here)]
                np.add.at(summed, cells_there, added)
                if name == "regrets":
                    forbidden[cells_there] |= added == rules.FORBIDDEN
                at += len(one.keys)
            if name == "regrets":
                summed //= len(found)
            summed[:cells] += _scaled(getattr(self, name), self.visits, self.visits + visits)
            sums.append(summed)
        sums[0][forbidden] = rules.FORBIDDEN
        return Knowledge(
            np.concatenate([self.keys, keys[new]]),
            blocks,
            sums[0],
            sums[1],
            self.rounds + 1,
            self.visits + visits,
            self.walks + sum(one.walks for one in found),
            self.crowded + sum(one.crowded for one in found),
            max(self.largest, *(one.largest for one in found)),
            self.moves + sum(one.moves for one in found),
        )

    def save(self, path: Path, about: str) -> None:
        """Write a checkpoint, atomically."""
        import numpy as np

        counts = np.array([getattr(self, name) for name in COUNTS], np.int64)
        arrays: dict[str, Any] = {name: getattr(self, name) for name in ("keys", "blocks", "regrets", "totals")}
        with whole_file(path) as file:
            np.savez(file, counts=counts, about=np.frombuffer(about.encode(), np.uint8), **arrays)

    @classmethod
    def load(cls, path: Path, about: str) -> Knowledge:
        """Read a checkpoint; BadInput if it is not one, or one of something else."""
        import numpy as np

        if not path.is_file():
            raise BadInput(f"There is no checkpoint {path} to go on from: leave out --resume to begin.")
        try:
            with np.load(path) as kept:
                arrays = [kept[name] for name in ("keys", "blocks", "regrets", "totals")]
                counts, was = kept["counts"].tolist(), kept["about"].tobytes().decode()
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise BadInput(f"{path} is no checkpoint of a learner: {error}.") from error
        if was != about or len(counts) != len(COUNTS):
            raise BadInput(f"{path} is of another game, config, seed or version of the rules: begin without --resume.")
        return cls(*arrays, *counts)


def _scaled(values: Words, part: int, whole: int) -> Words:
    """Values times part / whole, to 16 bits, in integers that cannot overflow."""
    ratio = (part << 16) // max(1, whole)
    return (values >> 16) * ratio + ((values & 0xFFFF) * ratio >> 16)


def _spread(starts: Words, widths: Words) -> Words:
    """The indices of all cells of some nodes, one node after the other."""
    import numpy as np

    if not len(starts):
        return starts
    return np.repeat(starts - (np.cumsum(widths) - widths), widths) + np.arange(widths.sum())


class Learner:
    """Computes shards of one game, compiled: by self-play, or as a rival of the policies `against` it, one for each
    seat; if there are fewer than seats, they are repeated."""

    def __init__(
        self,
        game: Game,
        config: Any,
        *,
        seed: int,
        keys: str = TRACE,
        most_nodes: int = MOST_NODES,
        against: Sequence[PolicyLike] = (),
        ban: Ban | None = None,
    ) -> None:
        if not -SEEDS_BELOW < seed < SEEDS_BELOW:
            raise BadInput(f"A seed is a whole number of at most 18 digits, not {seed}.")
        if most_nodes < 1:
            raise BadInput(f"A learner keeps at least one situation, not {most_nodes}.")
        key_rule(game, keys)
        self.game, self.seed, self.keys, self.most_nodes = game, seed, keys, most_nodes
        start = game.start(config).state
        kinds = (Menu, game.View)
        ts, acts = (blank_rows(cls, 2 + rules.FRAMES) for cls in (game.Table, Action))
        outs, walks = blank_rows(Out, 2), blank_rows(rules.Walk)
        to_row(start.table, ts, 1)
        outs["mode"], outs["seats"] = TRACED, start.table.seats
        outs[1]["trace"] = start.trace
        walks["traced"], walks["barred"] = keys == TRACE, ban.seat if ban else NONE
        self._rows = (ts, outs, *(blank_rows(cls) for cls in kinds), acts, blank_rows(Rng, rules.STREAMS), walks)
        self._frames = blank_rows(rules.Frame, rules.FRAMES + 1)
        self.policies = in_order(against)
        self.face(against)
        self.fast = learning(game, self.policies, ban.forbids if ban else rules.forbids_nothing)

    def face(self, policies: Sequence[PolicyLike]) -> None:
        """Set the policies that play the other seats, of those that the learner was made with; if none, all seats
        learn."""
        for seat in range(SEATS):
            number = self.policies.index(policies[seat % len(policies)]) if policies else NONE
            self._rows[-1]["policy"][0, seat] = number

    def make_ready(self) -> None:
        """Compile everything that will be called."""
        self._run(self._store(Knowledge.empty(), 1), 0, 0, 0)

    def study(self, known: Knowledge, shard: int, *, moves: int = NO_LIMIT) -> Found:
        """Compute a shard of the round after some knowledge. It ends with the walk that reaches its number of visits,
        or `moves` if that comes first."""
        visits = min(FIRST_ROUND * (known.rounds + 1), LONGEST_ROUND)
        nodes, cells = len(known.keys), len(known.regrets)
        store = self._store(known, visits)
        _, keys, blocks, regrets, totals, counts = store
        while counts[rules.VISITS] < visits and counts[rules.MOVES] < moves:
            target = min(int(counts[rules.MOVES]) + SLICE, moves)
            self._run(store, known.rounds * SHARDS + shard << STREAM_BITS, visits, target)
            if counts[rules.FAULT]:
                raise Fault(f"{self.game.name}: fault {counts[rules.FAULT]} while learning, in shard {shard} of round "
                            f"{known.rounds} of seed {self.seed}")  # fmt: skip
        regrets[:cells] -= known.regrets
        totals[:cells] -= known.totals
        nodes_now, cells_now = int(counts[rules.NODES]), int(counts[rules.CELLS])
        return Found(
            keys[nodes:nodes_now].copy(),
            blocks[nodes : nodes_now + 1].copy(),
            regrets[:cells_now].copy(),
            totals[:cells_now].copy(),
            *(int(counts[which]) for which in (rules.VISITS, rules.WALKS, rules.CROWDED, rules.LARGEST, rules.MOVES)),
        )

    def _store(self, known: Knowledge, visits: int) -> tuple[Words, ...]:
        """The arrays of the rules, filled with the knowledge, and with room for `visits` new situations."""
        import numpy as np

        nodes, cells = len(known.keys), len(known.regrets)
        room = max(nodes, min(nodes + visits, self.most_nodes))
        widest = cells + CELLS_A_NODE * (room - nodes)
        slots = 1 << max(4, (2 * room).bit_length())
        store = tuple(np.zeros(size, np.int64) for size in (slots, room, room + 1, widest, widest, rules.COUNTS))
        _, keys, blocks, regrets, totals, counts = store
        keys[:nodes], blocks[: nodes + 1] = known.keys, known.blocks
        regrets[:cells], totals[:cells] = known.regrets, known.totals
        counts[[rules.NODES, rules.CELLS, rules.LARGEST]] = nodes, cells, known.largest
        return store

    def _run(self, store: tuple[Words, ...], first: int, visits: int, moves: int) -> None:
        rows = *self._rows, self._frames, memories_of(self.policies)
        compiled(self.fast)(*rows, store, self.seed, first, visits, moves)


_bound: dict[Any, Callable[..., None]] = {}


def learning(game: Game, policies: Sequence[PolicyLike], forbids: Callable[..., bool]) -> Callable[..., None]:
    """`learn_compiled` of a game, the policies that may be faced and a ban, bound once in a process."""
    known = game.core, game.choices, game.house_bots.situation, default_rule(game), rules_of(policies), forbids
    if known not in _bound:
        names: dict[str, Any] = {**names_for(game), **learnt_names(game), "ask": chain_of(policies), "forbids": forbids}
        for part in (rules.list_choices, rules.open_decision, rules.forbid_choices, rules.choose, rules.play_to_student,
                     rules.resume, rules.walk_once):  # fmt: skip
            names[part.__name__] = bind(part, **names)
        _bound[known] = bind(rules.learn_compiled, **names)
    return _bound[known]


def learnt_names(game: Game) -> dict[str, Callable[..., Any]]:
    """The rules of a game that are used both for learning and for playing a learnt strategy."""
    situation = game.house_bots.situation or rules.by_trace
    return {
        **space_of(game).rules,
        "default": default_rule(game),
        "key_of": bind(rules.key_of_decision, situation=situation),
    }


def key_rule(game: Game, keys: str) -> Callable[..., int]:
    """The rule that tells decisions apart, by its name, TRACE or SITUATION."""
    if keys == TRACE:
        return rules.by_trace
    if keys != SITUATION:
        raise BadInput(f"Decisions are told apart by {TRACE} or by {SITUATION}, not by {keys!r}.")
    if game.house_bots.situation is None:
        raise BadInput(f"{game.title} has no abstraction of its own: learn it by {TRACE}.")
    return game.house_bots.situation


def default_rule(game: Game) -> Callable[..., None]:
    """The rule that plays where nothing has been learnt: the default policy, if it needs no memory."""
    policy = next(iter(game.house_bots.policies.values()), play_randomly)
    return play_randomly if isinstance(policy, Policy) else policy
