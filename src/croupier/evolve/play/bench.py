"""The bench: plays hands of a genome between given players at full speed, and returns the results as arrays.

bench = Bench(genome)
played = bench.play([HASTY] * genome.player_count, hands=400, key=1)
played.leads            # one row a hand, one column a seat: own payoff less the mean of the others
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.agents.policies import memories_of
from croupier.games.genome import GAME, GameGenome, configure
from croupier.games.genome.machine.program import PROGRAM
from croupier.kernel.errors import Fault
from croupier.kernel.language.jit import compiled
from croupier.kernel.language.records import blank_rows, sized
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.streams import Luck
from croupier.kernel.vocabulary.turns import SEATS

from .driver import DONE, Sheet, Thought
from .film_rules import RULES, WholeFilm
from .hand import BLANK, TABLES, Seating
from .players import HASTY, SENTENCE, STUDENT
from .sentences import SLOTS, WIDTH, Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_HANDS = 2_000
CELLS = MOST_HANDS * SEATS
EVERYWHERE = -1
STEPS = 100_000
"""The default limit of steps of one run."""


COUNTED = ("hands", "steps", "bets", "walkovers", "endless", "out_of_turns", "ties", "fault", "news", "bets_again",
           "held", "hidden", "done")  # fmt: skip


class Played(NamedTuple):
    """The results of some hands: leads and free decisions for each hand, totals of everything else."""

    leads: NDArray[np.float64]
    decisions: NDArray[np.int64]
    hands: int
    steps: int
    bets: int
    walkovers: int
    endless: int
    out_of_turns: int
    ties: int
    news: int = 0
    bets_again: int = 0
    held: int = 0
    hidden: int = 0
    done: NDArray[np.int64] | None = None
    """By place of the program and kind of action: what sentences did (`driver.Sheet`)."""


class Bench:
    """A table for one genome. Benches share their records, so only the bench that was created last may be used."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.memories = 2 * memories_of([])
        """The strategies of LEARNT and RIVAL; empty unless the game was learnt (`study`)."""
        self.seats = genome.player_count
        self.rows = _rows()
        self.seating = self.rows[7][0]
        for rows in self.rows[:5]:
            rows.view("i8")[:] = 0
        if self.seating["memo_key"].any():
            self.seating["memo_key"][:] = 0
        self.seating["learning"] = 0
        if self.seating["class_key"].any():
            for name in ("class_key", "class_more", "class_square"):
                self.seating[name][:] = 0
        self.seating["usual"], self.seating["only"] = HASTY, EVERYWHERE
        self.rows[0][BLANK : BLANK + 1]["config"].view("i8")[:] = configure(genome, hands=1).flat()

    def tell(self, player: int, sentence: Sentence) -> None:
        """Give SENTENCE or ANSWER its sentence."""
        said = self.seating["said"].reshape(SLOTS, PROGRAM, WIDTH)[player - SENTENCE]
        said[:] = 0
        for at, entry in sentence.items():
            said[at, : len(entry)] = entry

    def assume(self, usual: int, *, only: int = EVERYWHERE) -> None:
        """Let a player stand for somebody: in imagined hands and in films. BEYOND thinks `only` at one place."""
        self.seating["usual"], self.seating["only"] = usual, only

    def play(self, players: Sequence[int], hands: int, key: int, *, start: int = 0, steps: int = STEPS,
             looking: bool = False) -> Played:  # fmt: skip
        """Play hands of deals `start` onwards, fewer if the steps run out. If there are fewer players than seats, they
        are repeated. If `looking`, what players of a sentence do is counted in detail."""
        seating = self.seating
        seating["rotating"] = seating["careful"] = 0
        seating["looking"] = looking
        seating["player"][: self.seats] = [players[seat % len(players)] for seat in range(self.seats)]
        return self._played(hands, key, start, steps)

    def ladder(self, one: int, others: int, deals: int, key: int, *, steps: int = STEPS) -> NDArray[np.float64]:
        """The leads of player `one` among `others`. It takes every seat in turn with the same cards: a row for each
        deal, a column for each seat. There are fewer deals if the steps run out. In situations that a learnt strategy
        does not know, it thinks like FLAT; in `play` it is hasty there."""
        import numpy as np

        seating = self.seating
        seating["rotating"] = seating["careful"] = 1
        seating["looking"] = 0
        seating["one"], seating["others"] = one, others
        played = self._played(min(deals, MOST_HANDS // self.seats) * self.seats, key, 0, steps)
        whole = played.hands // self.seats
        hands = np.arange(whole * self.seats)
        return played.leads[hands, hands % self.seats].reshape(whole, self.seats)

    def teach(self, key: int, steps: int) -> None:
        """Let a student learn among players of the sentence, in all seats with the same cards, until the steps run
        out. What it learnt before stays with it."""
        self.seating["learning"], number = 1, 0
        while steps > 0:
            self.ladder(STUDENT, SENTENCE, MOST_HANDS // self.seats, key + number, steps=steps)
            steps, number = int(self.rows[8][0]["left"]), number + 1
        self.seating["learning"] = 0

    def _played(self, hands: int, key: int, start: int, steps: int) -> Played:
        import numpy as np

        sheet = self.run(key, start, start + min(hands, MOST_HANDS), steps)
        if sheet["fault"]:
            raise Fault(f"a fault in hand {start + int(sheet['hands']) - 1} of seed {key}")
        count = int(sheet["hands"])
        leads = sheet["lead"][: count * self.seats].reshape(count, self.seats) / (self.seats - 1)
        counted = {name: int(sheet[name]) for name in Played._fields[2:-1]}
        done = sheet["done"].reshape(PROGRAM, DONE).copy()
        return Played(np.asarray(leads, np.float64), sheet["free"][:count].copy(), **counted, done=done)

    def run(self, key: int, start: int, stop: int, steps: int, *, filmed: bool = False) -> Any:
        """Play the hands of some deals, or film them, as far as the steps reach: the sheet, or the film."""
        *rows, sheets, films, thoughts = self.rows
        found = films if filmed else sheets
        if filmed:
            for scratch in (*rows[1:5], films):
                scratch.view("i8")[:] = 0
        else:
            for name in COUNTED:
                sheets[name] = 0
            sheets["free"] = 0
        found["left"] = steps
        notes = thoughts, self.memories
        compiled(RULES["measure_hands"])(*rows, sheets, films, notes, key, start, stop, int(filmed))
        return found[0]


_shared: list[tuple[Any, ...]] = []


def _rows() -> tuple[Any, ...]:
    """The records that all benches share: they have the same size for every genome."""
    if not _shared:
        kinds = (Out, Menu, GAME.View, Action, Luck, Rng)
        _shared.append(
            (
                blank_rows(GAME.Table, TABLES),
                *(blank_rows(cls, 3) for cls in kinds),
                blank_rows(Seating),
                blank_rows(sized(Sheet, cells=CELLS, hands=MOST_HANDS)),
                blank_rows(WholeFilm),
                blank_rows(Thought),
            )
        )
    return _shared[0]
