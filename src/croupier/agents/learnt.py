"""Playing a learnt strategy: the strategy, its file, and the policy that has it as its memory.

A strategy has the average play of each situation that was met, in parts of 255. In a situation that it does not know,
the default policy plays. Its file is a line of JSON, which describes it, and the compressed strategy; a file that is
damaged, of another game or of other rules is refused.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.fingerprint import fingerprint
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.contract.house_bots import Memory, Policy
from croupier.kernel.errors import BadInput
from croupier.kernel.files import whole_file
from croupier.kernel.language.jit import bind, rule
from croupier.kernel.showing.playthrough import play_out
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.menu import CARDS_PER_ACTION, Action, Menu
from croupier.kernel.vocabulary.rng import Rng, below
from croupier.kernel.vocabulary.rng import seed as start_stream

from .learner import TRACE, Knowledge, default_rule, key_rule, learnt_names
from .learner_rules import FORBIDDEN, key_with
from .space import NONE, begin_choice, space_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.int64]
    Bytes = NDArray[np.uint8]

LEARNT = "learnt:"
FORMAT = 1
WHOLE = 255
"""A probability is rounded to this many parts: one byte for each choice."""
WORD = 8
"""Bytes in a word of a memory."""
HEAD = 2
"""Words of a memory before its keys: the number of situations, and whether their keys are traces."""

# Names that `learnt_rules` gives their values.
next_choice: Callable[..., int]
take_number: Callable[..., bool]
default: Callable[..., None]
key_of: Callable[..., int]


@rule
def play_learnt(v: Any, m: Menu, rng: Rng, a: Action, memory: Memory) -> None:
    """Play the learnt strategy; by the default policy where it has no answer."""
    if not follow(v, m, rng, a, memory):
        default(v, m, rng, a)


@rule
def follow(v: Any, m: Menu, rng: Rng, a: Action, memory: Memory) -> bool:
    """Choose by the strategy, a card at a time if the option takes several; False if the strategy has no answer."""
    decision = key_of(memory[1], v, m, rng)
    if decision == 0:
        return False
    begin_choice(a)
    for _ in range(CARDS_PER_ACTION + 1):
        number = next_choice(v, m, a, NONE)
        key = mix(key_with(decision, a), number)
        width = 1
        other = next_choice(v, m, a, number)
        while other != NONE:
            key = mix(key, other)
            width += 1
            other = next_choice(v, m, a, other)
        if width > 1:
            node = look_up(memory, key)
            if node == NONE or cell_of(memory, node + 1) - cell_of(memory, node) != width:
                return False
            number = draw_number(v, m, a, memory, node, below(rng, WHOLE))
        if take_number(v, m, number, a):
            return True
    return False


@rule
def look_up(memory: Memory, key: int) -> int:
    """The situation with a key, as an index into the memory; NONE if there is none."""
    low = HEAD
    high = HEAD + memory[0] - 1
    while low <= high:
        middle = (low + high) // 2
        if memory[middle] == key:
            return middle - HEAD
        if memory[middle] < key:
            low = middle + 1
        else:
            high = middle - 1
    return NONE


@rule
def cell_of(memory: Memory, node: int) -> int:
    """The first cell of a situation."""
    return memory[HEAD + memory[0] + node]


@rule
def part_of(memory: Memory, cell: int) -> int:
    """The parts, of 255, of a cell."""
    return (memory[HEAD + 2 * memory[0] + 1 + cell // WORD] >> (8 * (cell % WORD))) & 255


@rule
def draw_number(v: Any, m: Menu, a: Action, memory: Memory, node: int, left: int) -> int:
    """The legal number that a random part falls on."""
    cell = cell_of(memory, node)
    number = next_choice(v, m, a, NONE)
    while True:
        left -= part_of(memory, cell)
        if left < 0:
            return number
        cell += 1
        number = next_choice(v, m, a, number)
    return NONE


_rules: dict[Any, dict[str, Callable[..., Any]]] = {}


def learnt_rules(game: Game) -> dict[str, Callable[..., Any]]:
    """`play_learnt` and `follow` of a game, bound once in a process."""
    known = game.core, game.choices, game.house_bots.situation, default_rule(game)
    if known not in _rules:
        names = learnt_names(game)
        drawn = bind(draw_number, **names)
        following = bind(follow, **names, draw_number=drawn)
        _rules[known] = {"follow": following, "play_learnt": bind(play_learnt, **names, follow=following)}
    return _rules[known]


def policy_of(game: Game, load: Callable[[], Words], keys: str) -> Policy:
    """The policy that plays from a memory."""
    named = partial(chances, learnt_names(game)) if keys == TRACE else None
    return Policy(learnt_rules(game)["play_learnt"], load, keys == TRACE, chances=named)


def chances(names: Mapping[str, Callable[..., Any]], v: Any, m: Menu, memory: Any) -> dict[Move, float] | None:
    """The probability of each move by the learnt strategy; None where the default policy may have to answer."""
    decision = names["key_of"](memory[1], v, m, Rng())
    found: dict[Move, float] = {}

    def spread(a: Action, likely: float) -> bool:
        """Spread a probability over all continuations of an action; False if the strategy does not know one of them."""
        numbers, key = list[int](), key_with(decision, a)
        while (number := names["next_choice"](v, m, a, numbers[-1] if numbers else NONE)) != NONE:
            numbers.append(number)
            key = mix(key, number)
        parts = [WHOLE]
        if len(numbers) > 1:
            node = look_up(memory, key)
            if node == NONE:
                return False
            parts = [part_of(memory, cell) for cell in range(cell_of(memory, node), cell_of(memory, node + 1))]
        for number, part in zip(numbers, parts, strict=True):
            after, share = a.copy(), likely * part / WHOLE
            if names["take_number"](v, m, number, after):
                move = Move(after.kind, after.amount, tuple(after.cards[: after.count]))
                found[move] = found.get(move, 0.0) + share
            elif part and not spread(after, share):
                return False
        return True

    return found if spread(Action(), 1.0) else None


class About(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a strategy's file: what it is a strategy for."""

    learnt: int
    """The number of the format."""
    game: str
    options: dict[str, Any]
    """The options of the match in which it was learnt."""
    config: list[int]
    """The config that the game makes of them."""
    fingerprint: str
    """A hash of the rules, and of the numbering of situations and choices."""
    keys: str
    """How situations are told apart: TRACE or SITUATION of `agents.learner`."""
    seed: int
    rounds: int
    visits: int
    walks: int
    situations: int
    cells: int
    sha256: str
    """Of the compressed strategy."""


def fingerprint_of(game: Game, keys: str) -> str:
    """A hash of everything that the numbers in a strategy depend on: rules, records, keys and choices."""
    amounts = [game.choices.amount_of] if game.choices.amount_of else []
    said = fingerprint((*game.core, *amounts, key_rule(game, keys)), (game.Table, game.Config))
    return hashlib.blake2b(f"{said} {space_of(game).base}".encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class Strategy:
    """The average play of situations, in the order of their keys."""

    keys: Words
    blocks: Words
    """The first cell of each situation; the last entry is the number of cells."""
    parts: Bytes
    """The parts, of 255, of each cell."""

    @classmethod
    def of(cls, known: Knowledge) -> Strategy:
        """The average strategy; in situations that a seat's own play never reached, the one by its regrets."""
        import numpy as np

        keys, blocks, regrets, totals = _by_key(known)
        weights = _or_else(totals, np.maximum(regrets, 0), blocks)
        weights = _or_else(weights, (regrets != FORBIDDEN).astype(np.int64), blocks)
        return cls(keys, blocks, _rounded(weights, blocks))

    @classmethod
    def best(cls, known: Knowledge) -> Strategy:
        """A rival's best response: in each situation the choice with the highest regret, or several that tie."""
        import numpy as np

        keys, blocks, regrets, _ = _by_key(known)
        most = np.maximum.reduceat(regrets, blocks[:-1]) if len(keys) else regrets
        weights = (regrets == np.repeat(most, np.diff(blocks))).astype(np.int64)
        return cls(keys, blocks, _rounded(weights, blocks))

    def memory(self, keys: str) -> Words:
        """A policy's memory: the number of situations, whether they are told apart by traces, their keys, the first
        cell of each, the parts."""
        import numpy as np

        padded = np.zeros(-(-len(self.parts) // WORD) * WORD, np.uint8)
        padded[: len(self.parts)] = self.parts
        head = [len(self.keys), int(keys == TRACE)]
        return np.concatenate([head, self.keys, self.blocks, padded.view("<i8")]).astype(np.int64)

    def packed(self) -> bytes:
        """The strategy compressed: the gaps between keys, transposed by byte, then the widths, then the parts."""
        import numpy as np

        gaps = np.diff(self.keys, prepend=0).astype("<i8").view(np.uint8).reshape(-1, WORD).T
        widths = np.diff(self.blocks).astype(np.uint8)
        return zlib.compress(gaps.tobytes() + widths.tobytes() + self.parts.tobytes(), 9)

    @classmethod
    def unpacked(cls, data: bytes, situations: int) -> Strategy:
        """The strategy that `packed` wrote."""
        import numpy as np

        raw = np.frombuffer(zlib.decompress(data), np.uint8)
        gaps, widths, parts = np.split(raw, [WORD * situations, (WORD + 1) * situations])
        keys = np.cumsum(np.ascontiguousarray(gaps.reshape(WORD, situations).T).view("<i8").ravel(), dtype=np.int64)
        return cls(keys, np.concatenate([[0], np.cumsum(widths, dtype=np.int64)]), parts)


def _by_key(known: Knowledge) -> tuple[Words, Words, Words, Words]:
    """Knowledge in the order of its keys: the keys, the first cell of each, regrets, sums of strategies."""
    import numpy as np

    order = np.argsort(known.keys)
    widths = np.diff(known.blocks)[order]
    blocks = np.concatenate([[0], np.cumsum(widths)]).astype(np.int64)
    cells = np.repeat(known.blocks[:-1][order] - blocks[:-1], widths) + np.arange(blocks[-1])
    return known.keys[order], blocks, known.regrets[cells], known.totals[cells]


def _or_else(weights: Words, others: Words, blocks: Words) -> Words:
    """Weights of cells; in a situation whose weights are all 0, `others` instead."""
    import numpy as np

    empty = np.add.reduceat(weights, blocks[:-1]) == 0 if len(weights) else weights == 0
    return np.where(np.repeat(empty, np.diff(blocks)), others, weights)


def _rounded(totals: Words, blocks: Words) -> Bytes:
    """Sums of strategies as parts of 255: the parts lost by rounding down go to the largest remainders."""
    import numpy as np

    widths = np.diff(blocks)
    where = np.repeat(np.arange(len(widths)), widths)
    exact = WHOLE * totals / np.add.reduceat(totals, blocks[:-1])[where] if len(widths) else totals / 1
    parts = np.floor(exact).astype(np.int64)
    short = WHOLE - np.add.reduceat(parts, blocks[:-1]) if len(widths) else parts
    order = np.lexsort((np.arange(len(parts)), parts - exact, where))
    rank = np.empty_like(order)
    rank[order] = np.arange(len(parts)) - blocks[:-1][where]
    return (parts + (rank < short[where])).astype(np.uint8)


def write_strategy(
    path: Path,
    game: Game,
    config: Any,
    known: Knowledge,
    *,
    seed: int,
    options: Mapping[str, Any],
    keys: str = TRACE,
) -> About:
    """Write the average strategy to a file, atomically."""
    strategy = Strategy.of(known)
    data = strategy.packed()
    about = About(
        FORMAT,
        game.name,
        dict(options),
        config.flat(),
        fingerprint_of(game, keys),
        keys,
        seed,
        known.rounds,
        known.visits,
        known.walks,
        len(strategy.keys),
        len(strategy.parts),
        hashlib.sha256(data).hexdigest(),
    )
    with whole_file(path) as file:
        file.write(msgspec.json.encode(about) + b"\n" + data)
    return about


def read_strategy(path: Path) -> tuple[About, bytes]:
    """The description in a file, and its strategy, still packed; BadInput if the file is not one, or damaged."""
    try:
        head, _, data = path.read_bytes().partition(b"\n")
        about = msgspec.json.decode(head, type=About)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}. `croupier learn GAME --out {path}` makes one."
        ) from error
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} is no strategy that `croupier learn` wrote: {error}.") from error
    if about.learnt != FORMAT or hashlib.sha256(data).hexdigest() != about.sha256:
        raise BadInput(f"{path} is damaged, or of another version: copy it again, or learn it anew.")
    return about, data


_policies: dict[tuple[Any, str], Policy] = {}


def learnt_policy(game: Game, path: Path) -> Policy:
    """The policy that plays the strategy of a file; one for each strategy, so that entrants share its memory."""
    about, data = read_strategy(path)
    if about.game != game.name:
        raise BadInput(f"{path} is a strategy for {about.game}, not for {game.name}.")
    if about.fingerprint != fingerprint_of(game, about.keys):
        raise BadInput(f"{path} was learnt by other rules of {game.title} than these: learn it anew.")
    if game.house_bots.rules and rules_learnt(game, about) != game.house_bots.rules:
        raise BadInput(
            f"{path} was learnt in another {game.name} than {game.title}: learn this one, with "
            "`croupier learn GAME --out FILE`."
        )
    known = game.core, about.sha256
    if known not in _policies:
        _policies[known] = policy_of(game, partial(_memory, data, about.situations, about.keys), about.keys)
    return _policies[known]


def rules_learnt(game: Game, about: About) -> str:
    """The key of the rules that a strategy was learnt under; "" for a game with the same rules in every config."""
    if game.house_bots.rules_of is None:
        return ""
    config = game.Config()
    config.load(iter(about.config))
    return game.house_bots.rules_of(config)


def strategy_file(game: Game, named: str) -> Path:
    """The file of a strategy: one that Croupier ships by its name, else the file of that path."""
    return game.house_bots.strategies.get(named) or Path(named)


def _memory(data: bytes, situations: int, keys: str) -> Words:
    return Strategy.unpacked(data, situations).memory(keys)


def known_share(game: Game, config: Any, path: Path, *, matches: int, seed: int) -> float:
    """The share of decisions, in some matches against itself, in which a strategy has an answer."""
    words, rules = learnt_policy(game, path).words, learnt_rules(game)
    rng, m, a = Rng(), Menu(), Action()
    start_stream(rng, seed, 1)
    known: list[bool] = []

    def choose(state: State, decision: Decision) -> Move:
        fill_menu(m, decision)
        m.told = state.trace[decision.seat]
        view = game.view(state, decision.seat)
        known.append(rules["follow"](view, m, rng, a, words))
        if not known[-1]:
            default_rule(game)(view, m, rng, a)
        return Move(a.kind, a.amount, tuple(a.cards[: a.count]))

    for number in range(matches):
        play_out(game, config, choose, seed + number)
    return sum(known) / max(1, len(known))
