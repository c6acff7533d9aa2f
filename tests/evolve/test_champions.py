"""Champions and the page: what a run leaves for people."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pytest

from croupier.evolve import report
from croupier.evolve.canonical import canonical
from croupier.evolve.champions import (
    APART,
    LEAST_QUALITY,
    Chosen,
    choose_champions,
    longest_rules,
    nearest_classic,
    save_champions,
    saved_champions,
    why_not,
    with_diagnoses,
)
from croupier.evolve.distance import distance
from croupier.evolve.fitness.evaluation import Evaluation
from croupier.evolve.fitness.findings import Diagnosis, Finding
from croupier.evolve.fitness.tiers import words_of
from croupier.evolve.folder import Folder
from croupier.evolve.naming import FIRST, SECOND, file_name, name_for
from croupier.evolve.report import write_report
from croupier.evolve.stakes import stakes_fit
from croupier.evolve.tasks import Result, Task
from croupier.games.genome import classics, find, read, validate
from croupier.games.genome.rulebook import chapters
from croupier.kernel.errors import BadInput
from croupier.kernel.statistics import Estimate
from tests.golden_texts import CHAMPIONS

from .test_run import played
from .test_search import pretended

GOOD = {"constant": -0.3, "depth": 0.4, "beyond": 0.4, "relevance": 1.0, "words": 300.0, "walkovers": 0.3}
GOOD |= {"thinking": 0.8, "meaningful": 2.0, "interaction": 0.5, "decided": 0.7, "unfairness": 0.1}


def measured(quality: float = LEAST_QUALITY, failed: str = "", key: str = "ab", **figures: float) -> Evaluation:
    """A game measured in full, give or take a tenth."""
    values = GOOD | figures
    return Evaluation(
        key, 4, failed, quality, {name: Estimate(one, one - 0.1, one + 0.1) for name, one in values.items()}
    )


def flattering(tasks: Sequence[Task]) -> list[Result]:
    """Everything is a champion, but for every third game."""
    results = pretended(tasks)
    return [
        Result(
            one.form, measured(one.evaluation.quality, key=one.evaluation.key, depth=0.05 if number % 3 == 2 else 0.4)
        )
        for number, one in enumerate(results)
    ]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A run with pretended measurements, and champions."""
    folder = played(tmp_path_factory.mktemp("run") / "run")
    chosen = choose_champions(folder.checkpoint().search.elites, flattering, 3, 12, lambda done, doing: None)
    finding = Finding("hidden", "$.setup.face", "A player sees nothing.", 1.0)
    chosen = with_diagnoses(chosen, lambda form, seed: Diagnosis(["The deal: none."], None, "", [finding]))
    save_champions(chosen, folder, folder.file("champions"))
    return folder


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (measured(), ""),
        (measured(failed="ties"), "gate ties"),
        (measured(constant=0.2), "constant player is ahead"),
        (measured(constant=0.05), ""),
        (measured(depth=0.05), "does not reliably pay"),
        (measured(relevance=0.8), "changes no payoff"),
        (measured(attack=0.33, beyond=0.4), "a sentence does nearly as well"),
        (measured(attack=0.31, beyond=0.4), ""),
        (measured(words=5000.0), "longer"),
        (measured(quality=LEAST_QUALITY - 0.01), "half of the classics"),
        (measured(walkovers=0.7), "end by folding"),
    ],
)
def test_reasons_that_keep_a_game_from_being_a_champion(found: Evaluation, why: str) -> None:
    said = why_not(find("kuhn"), found)
    assert (why in said) if why else said == ""


def test_a_sentence_breaks_no_game_of_which_it_is_not_known_what_thinking_wins() -> None:
    found = measured(attack=0.39, beyond=0.4)
    del found.measures["depth"]
    assert why_not(find("kuhn"), found) == ""


def test_where_nobody_bets_nobody_folds() -> None:
    assert why_not(find("hearts"), measured(walkovers=0.9)) == ""


def test_the_longest_rules_are_those_of_a_classic() -> None:
    assert 500 < longest_rules() < 2000


def test_a_classic_is_nearest_to_itself() -> None:
    for name in ("kuhn", "hearts", "rummy"):
        assert nearest_classic(canonical(find(name))) == (name, 0)


def test_champions_differ_from_classics_and_from_each_other(run: Folder) -> None:
    chosen = saved_champions(run)
    assert 0 < len(chosen.champions) <= 3 and chosen.rejected
    for champion in chosen.champions:
        assert champion.changes >= APART
        for other in chosen.champions:
            assert other is champion or distance(champion.genome, other.genome) >= APART
    assert [one.evaluation.quality for one in chosen.champions] == sorted(
        (one.evaluation.quality for one in chosen.champions), reverse=True
    )


def test_champions_are_files_that_can_be_played_with_rule_books(run: Folder) -> None:
    for champion in saved_champions(run).champions:
        file = run.file("champions") / f"{file_name(champion.name)}.json"
        assert read(file) == champion.genome and validate(champion.genome) == [] and stakes_fit(champion.genome)
        assert champion.name in file.with_suffix(".md").read_text()


def test_a_run_without_champions_has_none(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert saved_champions(folder) == Chosen([], [])
    folder.file("champions.json").write_text("{")
    with pytest.raises(BadInput, match="Choose the champions again"):
        saved_champions(folder)


def test_names_are_the_same_for_a_game_and_never_taken_twice() -> None:
    assert name_for("ab12") == name_for("ab12")
    taken = {name_for("ab12")}
    assert name_for("ab12", taken) not in taken
    assert len(set(FIRST)) == len(FIRST) and len(set(SECOND)) == len(SECOND)
    assert file_name("Amber Bell") == "amber_bell"


class Tags(HTMLParser):
    """Counts what a page has, and minds that every element is closed."""

    VOID = frozenset({"meta", "br", "line", "path", "ellipse", "rect", "circle"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.numbers: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if number := values.get("data-number"):
            self.numbers.add(number)
        self.links += [str(values[name]) for name in ("src", "href") if name in values]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_has_every_game_what_people_say_of_it_and_needs_nothing_else(
    run: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "TOLD_IN_FULL", 4)
    champion = saved_champions(run).champions[0]
    classic = next(elite for elite in run.checkpoint().search.elites if elite.name)
    out = tmp_path / "page.html"
    done: list[int] = []
    write_report(
        run, out, done.append, {champion.evaluation.key: [(5, 4), (4, 0)], classic.key: [(2, 0)], "x": [(1, 1)]}
    )
    text = out.read_text("utf-8")
    elites = run.checkpoint().search.elites
    assert done == list(range(1, len(elites) + 1))
    tags = Tags()
    tags.feed(text)
    assert tags.open == [] and tags.links == [] and "http" not in re.sub(r"http://www.w3.org/\S+", "", text)
    assert tags.numbers == {str(elite.number) for elite in elites}
    data = json.loads(text.split('id="games-data">')[1].split("</script>")[0])
    assert {game["number"] for game in data["games"]} == {elite.number for elite in elites}
    for game in data["games"]:
        assert game["rules"] and game["measures"] and game["ancestry"][0]["number"] == game["number"]
        assert game["diff"] or game["kind"] == "classic" or game["nearest"] in classics()
        assert all(change.get("data") or change["before"] or change["after"] for change in game["diff"])
    best = data["games"][0]
    assert best["kind"] == "champion"
    assert (best["sentence"], best["findings"]) == (["The deal: none."], ["A player sees nothing."])
    assert ["An example" in game["rules"] for game in data["games"]] == [place < 4 for place in range(len(elites))]
    said = {
        game["number"]: ([one["mean"] for one in game["people"]], game["ratings"])
        for game in data["games"]
        if game["ratings"]
    }
    assert said == {champion.number: ([4.5, 4.0], 2), classic.number: ([2.0, None], 1)}
    assert "<td>4.5 <span>(" in text and "3 answers about 2 games. From 30 answers" in text


def test_a_page_that_cannot_be_written_is_refused_before_the_work(run: Folder, tmp_path: Path) -> None:
    done: list[int] = []
    with pytest.raises(BadInput, match="cannot be written: there is no folder"):
        write_report(run, tmp_path / "nowhere" / "page.html", done.append)
    assert done == []


def test_the_champions_of_the_docs_can_be_played_and_are_no_classics() -> None:
    files = sorted(CHAMPIONS.glob("*.json"))
    assert len(files) >= 5
    forms = [canonical(read(file)) for file in files]
    for file, form in zip(files, forms, strict=True):
        genome = read(file)
        assert validate(genome) == [] and genome.genome_id == file.stem and stakes_fit(genome)
        assert file_name(genome.title) == file.stem
        assert nearest_classic(form)[1] >= APART and words_of(form) <= longest_rules()
    assert all(distance(one, other) >= APART for one, other in combinations(forms, 2))


def test_the_docs_have_the_rules_of_every_champion_and_say_how_it_plays() -> None:
    told = (CHAMPIONS.parent / "evolution-lab.md").read_text("utf-8").split("## Champions")[1]
    files = sorted(CHAMPIONS.glob("*.json"))
    assert {file.with_suffix(".md") for file in files} == set(CHAMPIONS.glob("*.md"))
    for file in files:
        book = file.with_suffix(".md").read_text("utf-8")
        for section in chapters(read(file)):
            assert section.markdown() in book, "scripts/golden writes it anew; read the difference"
        assert f"**{read(file).title}**" in told
