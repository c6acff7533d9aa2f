"""Champions: the games of a run that deserve to be played, with names, rule books and proof.

The best elites are measured once more, with another luck and through all tiers, and those that pass are polished: they
get plain stakes, and lose the rules that earn nothing. A champion has to pass what people would not forgive: nobody who
always does the same is ahead, thinking more than a glance pays for certain, every phase changes what anybody wins, the
chips last for longer than a hand, most hands come to a showdown, its rules are no longer than the longest classic's,
and it differs from every classic and from every other champion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
from msgspec.structs import replace

from croupier.games.genome import GameGenome, classics, find, of, to_json
from croupier.games.genome.language.genome import Session
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming

from .archive import Elite
from .canonical import tidied
from .distance import distance
from .fitness.evaluation import Evaluation
from .fitness.tiers import LAST, words_of
from .folder import Folder
from .naming import file_name, name_for
from .polish import polished
from .search import seeds
from .stakes import betting_phases, stakes_fit
from .tasks import Evaluate, Task

AGAIN = 1_000
"""Champions are measured with a luck that no search has seen."""
APART = 3.0
"""How many changes at least lie between a champion and any classic or other champion."""
LEAST_QUALITY = 0.41
"""The classics' median (docs/evolution.md)."""
MOST_WALKOVERS = 0.6
"""The share of hands that may end without a showdown where there is betting: otherwise the cards hardly matter."""
HANDS = 10
FILE = "champions.json"


class Champion(msgspec.Struct, frozen=True):
    """A game with its name, where it comes from, and what was measured of it."""

    name: str
    number: int
    genome: GameGenome
    evaluation: Evaluation
    nearest: str
    """The classic that it resembles most, and by how many changes it differs."""
    changes: float


class Rejected(msgspec.Struct, frozen=True):
    """A game that was looked at, and why it is no champion."""

    number: int
    key: str
    why: str


class Chosen(msgspec.Struct, frozen=True):
    """What came of looking for champions."""

    champions: list[Champion]
    rejected: list[Rejected]


@cache
def longest_rules() -> int:
    """How many words the longest rules of a classic have."""
    return max(words_of(find(name)) for name in classics())


@cache
def tidied_classics() -> tuple[tuple[str, GameGenome], ...]:
    """The classics, without what nobody reads: only changes that matter make another game."""
    return tuple((name, tidied(form)) for name, form in seeds())


def nearest_classic(form: GameGenome) -> tuple[str, float]:
    """The classic that is the fewest changes away, by what matters."""
    tidy = tidied(form)
    return min(((name, distance(tidy, classic)) for name, classic in tidied_classics()), key=lambda one: one[1])


def why_not(form: GameGenome, found: Evaluation) -> str:
    """What keeps a game that was measured in full from being a champion, whatever its stakes; empty if nothing does."""
    if found.failed:
        return f"stopped by the gate {found.failed}"
    if found.quality < LEAST_QUALITY:
        return "half of the classics are better"
    if found.measures["constant"].mean > 0 and found.measures["constant"].low > 0:
        return "somebody who always does the same is ahead"
    if found.measures["rung_2"].low <= 0:
        return "thinking more does not surely pay"
    if found.measures["relevance"].mean < 1:
        return "a part changes nobody's payoff"
    if betting_phases(form) and found.mean("walkovers") > MOST_WALKOVERS:
        return "most hands end by folding"
    if found.mean("words") > longest_rules():
        return "its rules are longer than any classic's"
    return ""


def choose_champions(
    elites: Sequence[Elite], evaluate: Evaluate, count: int, looked_at: int, tell: Callable[[int, str], None]
) -> Chosen:
    """The best of an archive by what all tiers say, polished. `tell` is told how far it is, and what is being done."""
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
    """A game as a champion, or why it is none."""
    if near := _like(elite.form, others):
        return f"too much like {near}"
    made = polished(elite.form, found, evaluate, AGAIN + 1, why_not)
    if isinstance(made, str):
        return made
    form = tidied(made.form)
    nearest, changes = nearest_classic(form)
    if changes < APART:
        return f"without what it does not need too much like {nearest}"
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
        session=Session(HANDS),
        note=f"Invented by evolution in generation {elite.generation}; of the classics it resembles {nearest} most.",
    )
    return Champion(name, elite.number, genome, made.evaluation, nearest, round(changes, 2))


def _like(form: GameGenome, others: Sequence[Champion]) -> str:
    """The name of a champion that a game differs too little from."""
    return next((one.name for one in others if distance(one.genome, tidied(form)) < APART), "")


def save_champions(chosen: Chosen, folder: Folder, out: Path) -> list[Path]:
    """A genome file and a rule book for each, and all that was measured as one file of the run."""
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
    """The champions of a run, none if nobody has looked for them."""
    try:
        return msgspec.json.decode(folder.file(FILE).read_bytes(), type=Chosen)
    except FileNotFoundError:
        return Chosen([], [])
    except msgspec.DecodeError as error:
        raise BadInput(f"{folder.file(FILE)} is damaged: {error}. Choose the champions anew.") from error
