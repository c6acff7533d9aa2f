"""Champions: the games of a run that are worth playing, with names, rule books and measurements.

The best elites are measured once more, with another seed and through all tiers, and those that pass are polished: they
get plain stakes, and lose the rules that add nothing. A champion has to meet these conditions: no constant player is
ahead, thinking is reliably ahead of the best sentence or that is unknown, a rival finds no sentence that does nearly as
well as thinking, every phase changes payoffs, the chips last for longer than a hand, most hands come to a showdown, its
rules are no longer than the longest classic's, and it differs from every classic and from every other champion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
from msgspec.structs import replace

from croupier.games.genome import GameGenome, classics, find, of, to_json
from croupier.games.genome.language.genome import SessionLength
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming

from .archive import Elite
from .canonical import canonical, tidied
from .distance import distance
from .fitness.attack import is_broken
from .fitness.evaluation import Evaluation
from .fitness.findings import Diagnosis
from .fitness.tiers import LAST, words_of
from .folder import Folder
from .naming import file_name, name_for
from .polish import polished
from .search import seeds
from .stakes import betting_phases, stakes_fit
from .tasks import Evaluate, Task

AGAIN = 1_000
"""The `again` of the first measurement of champions: a seed that no search has used."""
APART = 3.0
"""The least distance, in changes, between a champion and any classic or other champion."""
LEAST_QUALITY = 0.54
"""The classics' median (docs/evolution-lab.md)."""
MOST_WALKOVERS = 0.6
"""The largest share of hands that may end without a showdown in a game with betting: above, cards hardly matter."""
HANDS = 10
FILE = "champions.json"


class Champion(msgspec.Struct, frozen=True):
    """A game with its name, its number in the run, and its measurements."""

    name: str
    number: int
    genome: GameGenome
    evaluation: Evaluation
    nearest: str
    """The classic that is nearest to it."""
    changes: float
    """Its distance from that classic."""
    diagnosis: Diagnosis | None = None
    """What was found out about it, for its designer."""


class Rejected(msgspec.Struct, frozen=True):
    """A game that was measured, and why it is not a champion."""

    number: int
    key: str
    why: str


class Chosen(msgspec.Struct, frozen=True):
    """The champions of a run, and the games that were rejected."""

    champions: list[Champion]
    rejected: list[Rejected]


@cache
def longest_rules() -> int:
    """The number of words in the longest rules of a classic."""
    return max(words_of(find(name)) for name in classics())


@cache
def tidied_classics() -> tuple[tuple[str, GameGenome], ...]:
    """The classics, tidied: so only changes that affect play count in distances."""
    return tuple((name, tidied(form)) for name, form in seeds())


def nearest_classic(form: GameGenome) -> tuple[str, float]:
    """The classic with the smallest distance from a game, and that distance."""
    tidy = tidied(form)
    return min(((name, distance(tidy, classic)) for name, classic in tidied_classics()), key=lambda one: one[1])


def why_not(form: GameGenome, found: Evaluation) -> str:
    """Why a game that was measured in full cannot be a champion, its stakes aside; "" if it can."""
    if found.failed:
        return f"stopped by the gate {found.failed}"
    if found.quality < LEAST_QUALITY:
        return "half of the classics are better"
    if found.measures["constant"].mean > 0 and found.measures["constant"].low > 0:
        return "a constant player is ahead"
    if "depth" in found.measures and found.measures["depth"].low <= 0:
        return "thinking does not reliably pay"
    thinking = found.measures["beyond"] if "depth" in found.measures else None
    if "attack" in found.measures and is_broken(found.measures["attack"], thinking):
        return "a sentence does nearly as well as thinking"
    if found.measures["relevance"].mean < 1:
        return "a part changes no payoff"
    if betting_phases(form) and found.mean("walkovers") > MOST_WALKOVERS:
        return "most hands end by folding"
    if found.mean("words") > longest_rules():
        return "its rules are longer than any classic's"
    return ""


def choose_champions(
    elites: Sequence[Elite], evaluate: Evaluate, count: int, looked_at: int, tell: Callable[[int, str], None]
) -> Chosen:
    """The best games of an archive by all tiers, polished. `tell` gets the count of games done and the current step."""
    best_first = sorted(elites, key=lambda elite: (-elite.quality, elite.number))
    strangers = (elite for elite in best_first if nearest_classic(elite.form)[1] >= APART)
    ranked = list(islice(strangers, looked_at))
    able: list[tuple[Elite, Evaluation]] = []
    rejected: list[Rejected] = []
    for start in range(0, len(ranked), count):
        batch = ranked[start : start + count]
        results = evaluate([Task(elite.form, again=AGAIN, tier=LAST) for elite in batch])
        for elite, result in zip(batch, results, strict=True):
            if why := why_not(elite.form, result.evaluation):
                rejected.append(Rejected(elite.number, elite.key, why))
            else:
                able.append((elite, result.evaluation))
        tell(start + len(batch), "measuring")
    champions: list[Champion] = []
    for elite, found in sorted(able, key=lambda one: (-one[1].quality, one[0].number)):
        if len(champions) == count:
            break
        tell(len(ranked), f"polishing {name_for(elite.key)}")
        made = _champion(elite, found, evaluate, champions)
        if isinstance(made, str):
            rejected.append(Rejected(elite.number, elite.key, made))
        else:
            champions.append(made)
    champions.sort(key=lambda one: (-one.evaluation.quality, one.number))
    return Chosen(champions, rejected)


def _champion(elite: Elite, found: Evaluation, evaluate: Evaluate, others: Sequence[Champion]) -> Champion | str:
    """A game as a champion, or the reason why it is rejected."""
    if near := _like(elite.form, others):
        return f"too much like {near}"
    made = polished(elite.form, found, evaluate, AGAIN + 1, why_not)
    if isinstance(made, str):
        return made
    form = tidied(made.form)
    nearest, changes = nearest_classic(form)
    if changes < APART:
        return f"too much like {nearest} without its idle rules"
    if near := _like(form, others):
        return f"too much like {near}"
    if why := why_not(form, made.evaluation):
        return why
    if not stakes_fit(form):
        return "its chips do not last"
    name = name_for(elite.key, [one.name for one in others])
    genome = replace(
        form,
        genome_id=file_name(name),
        title=name,
        generation=elite.generation,
        session=SessionLength(HANDS),
        note=f"Invented by evolution in generation {elite.generation}; of the classics it resembles {nearest} most.",
    )
    return Champion(name, elite.number, genome, made.evaluation, nearest, round(changes, 2))


def with_diagnoses(chosen: Chosen, diagnose: Callable[[GameGenome, int], Diagnosis]) -> Chosen:
    """The same champions, each with what is to be said about it."""
    champions = [replace(one, diagnosis=diagnose(canonical(one.genome), AGAIN)) for one in chosen.champions]
    return Chosen(champions, chosen.rejected)


def _like(form: GameGenome, others: Sequence[Champion]) -> str:
    """The name of a champion that is too near to a game; "" if there is none."""
    return next((one.name for one in others if distance(one.genome, tidied(form)) < APART), "")


def save_champions(chosen: Chosen, folder: Folder, out: Path) -> list[Path]:
    """Write a genome file and a rule book for each champion, and all measurements to one file of the run's folder; the
    genome files."""
    with naming(out, "written"):
        out.mkdir(parents=True, exist_ok=True)
        files = []
        for champion in chosen.champions:
            file = out / f"{champion.genome.genome_id}.json"
            file.write_text(to_json(champion.genome), encoding="utf-8")
            file.with_suffix(".md").write_text(of(champion.genome).words.rule_book(), encoding="utf-8")
            files.append(file)
        text = msgspec.json.format(msgspec.json.encode(chosen), indent=1)
        folder.file(FILE).write_bytes(text + b"\n")
    return files


def saved_champions(folder: Folder) -> Chosen:
    """The champions of a run; none if they have not been chosen yet."""
    try:
        return msgspec.json.decode(folder.file(FILE).read_bytes(), type=Chosen)
    except FileNotFoundError:
        return Chosen([], [])
    except msgspec.DecodeError as error:
        raise BadInput(f"{folder.file(FILE)} is damaged: {error}. Choose the champions again.") from error
