"""Liveness: what is said to have no effect has none, and what has one is not said to have none."""

from __future__ import annotations

import random

import pytest

from croupier.games.genome import GAME, GameGenome, classics, find, validate
from croupier.games.genome.language.dead_parts import dead_parts, live_parts, without_dead_structures
from croupier.games.genome.language.genome import (
    AnyPhase,
    BestHand,
    BettingPhase,
    CardPoints,
    DealPhase,
    DrawPhase,
    EmptyHand,
    HighScore,
    MostCaptured,
    MostChips,
    PlayPhase,
    RankIs,
    SameSuit,
    ShowdownPhase,
    TrickPhase,
)
from croupier.games.genome.language.parts import alternatives, left_out, parts, written
from croupier.games.genome.language.random_genome import random_genome
from croupier.simulate import idle_parts as by_play
from croupier.simulate.idle_parts import SEED, Course, idle_parts
from tests.simulate.plainly import play_plainly

from .table import genome
from .watching import watched

PLAYED = 60
MATCHES = 40


def played(of: GameGenome, matches: int) -> Course:
    """What `idle_parts.played` tells, through the loop that the tests of genomes share."""
    loop = watched(of)
    tally = loop.run(SEED, 0, matches)
    return Course(loop.notes.trace, tally.flat())  # type: ignore[attr-defined]


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_play, "played", played)


def dead(of: GameGenome) -> list[str]:
    assert validate(of) == []
    return [finding.path for finding in dead_parts(of)]


@pytest.mark.parametrize("name", classics())
def test_every_part_of_a_classic_can_change_play(name: str) -> None:
    assert dead(find(name)) == []


PHASES = "$.turn_structure.phases"


@pytest.mark.parametrize(
    ("phases", "setup", "path"),
    [
        ((BettingPhase(5),), {"trump_suit": "spades"}, "$.setup.trump_suit"),
        ((TrickPhase(),), {"trump_suit": "spades", "initial_deck": "leduc_6"}, "$.setup.trump_suit"),
        ((BettingPhase(5),), {"card_points": (CardPoints(3),)}, "$.setup.card_points[0]"),
        ((BettingPhase(5, opening="high_showing"),), {}, f"{PHASES}[0].opening"),
        ((BettingPhase(5), ShowdownPhase()), {}, f"{PHASES}[1]"),
        ((BettingPhase(5), ShowdownPhase(), DealPhase()), {}, f"{PHASES}[2]"),
        ((PlayPhase(conditions=(SameSuit(),), match="all"),), {}, f"{PHASES}[0].match"),
        ((PlayPhase(conditions=(SameSuit(), RankIs(("2",)), RankIs(("2",)))),), {}, f"{PHASES}[0].conditions[2]"),
        (
            (PlayPhase(conditions=(SameSuit(), RankIs(("2",)))),),
            {"initial_deck": "euchre_24"},
            f"{PHASES}[0].conditions[1]",
        ),
        ((DrawPhase(source="discard", face="up"),), {"initial_discard_count": 1}, f"{PHASES}[0].face"),
        ((DrawPhase(only_if_passed=True),), {}, f"{PHASES}[0].only_if_passed"),
        ((DrawPhase(),), {"side_pots": True}, "$.setup.side_pots"),
        ((DrawPhase(), DrawPhase(source="discard")), {}, f"{PHASES}[1]"),
        ((DealPhase(), DrawPhase(source="discard", mandatory=False)), {}, f"{PHASES}[1]"),
    ],
)
def test_part_without_effect_is_found(phases: tuple[AnyPhase, ...], setup: dict[str, object], path: str) -> None:
    chips = 100 if isinstance(phases[0], BettingPhase) else 0
    assert path in dead(genome(*phases, chips=chips, **setup))


def test_field_that_the_game_cannot_do_without_is_not_dead() -> None:
    """Its default would be refused, so nobody can leave it out."""
    assert dead(genome(PlayPhase(2, 2), cards=5)) == []
    assert dead(genome(BettingPhase(10, structure="spread", spread=10), chips=100)) == []


def test_limit_of_turns_matters_where_it_can_be_reached() -> None:
    assert ("max_turns",) in live_parts(genome(PlayPhase(), cards=5))
    assert ("max_turns",) in live_parts(genome(DrawPhase(), rounds=2, max_turns=3))
    assert ("max_turns",) not in live_parts(genome(DrawPhase(), rounds=2))
    assert ("max_turns",) in live_parts(genome(TrickPhase(), DrawPhase(), cards=5))
    assert ("max_turns",) not in live_parts(genome(TrickPhase(), cards=5)), "the tricks take all cards"
    assert dead(genome(DrawPhase(), rounds=2, max_turns=4)) == ["$.max_turns"]


def test_win_condition_without_effect_is_found() -> None:
    betting = BettingPhase(5)
    assert dead(genome(betting, chips=100, win=(BestHand(), MostCaptured()))) == ["$.win_conditions[1]"]
    assert dead(genome(betting, chips=100, win=(BestHand(), MostChips()))) == ["$.win_conditions[1]"]
    assert dead(genome(betting, chips=100, win=(BestHand("high_card"), MostChips(200)), hands=5)) == []
    assert dead(genome(betting, chips=100, win=(BestHand("high_card"), MostChips(200)), hands=1)) == [
        "$.win_conditions[1]"
    ], "after one hand it is over anyhow"


def test_condition_that_pays_nothing_is_found() -> None:
    """For points, those of the cards are all that is won, and what would break their ties changes no payoff."""
    points = HighScore(counted="hand")
    drawing = genome(DrawPhase(mandatory=False), win=(points, BestHand()), cards=3)
    assert dead(drawing) == ["$.win_conditions[1]"]
    (finding,) = dead_parts(drawing)
    assert finding.says.endswith("everybody writes down the points of the cards, and a tie of them pays nobody")
    assert dead(genome(PlayPhase(), win=(points, EmptyHand()), cards=3)) == [], "it ends the hand"
    assert dead(genome(TrickPhase(), win=(HighScore(), EmptyHand()), cards=3)) == ["$.win_conditions[1]"]
    assert dead(genome(DrawPhase(mandatory=False), win=(BestHand(), points), cards=3)) == [], "it breaks ties"
    unpaid = genome(ShowdownPhase(), BettingPhase(5), chips=100, win=(BestHand(), EmptyHand()))
    assert "$.win_conditions[1]" in dead(unpaid), "nobody can bet"


def test_finding_has_a_path_and_a_reason() -> None:
    (finding,) = dead_parts(genome(BettingPhase(5), chips=100, trump_suit="spades"))
    assert str(finding) == ("$.setup.trump_suit: it never changes play: there are no tricks that a trump could win.")
    assert finding.matches == 0, "it is certain"


def test_default_without_effect_is_no_news() -> None:
    """Every file has max_turns, and a file without turns can do nothing about it."""
    played_once = genome(BettingPhase(5), chips=100)
    assert ("max_turns",) not in live_parts(played_once)
    assert dead(played_once) == []


def test_dead_parts_never_change_play() -> None:
    """Without the dead structures and fields, whatever dead defaults are, all seats are told the same."""
    tried = 0
    for seed in range(PLAYED):
        made = random_genome(random.Random(seed))
        known = played(made, MATCHES)
        plain, _ = without_dead_structures(made)
        assert played(plain, MATCHES) == known, f"seed {seed}"
        for path in set(parts(plain)) - set(live_parts(plain)):
            without = left_out(plain, path)
            for other in alternatives(plain, path) if without is None else [without]:
                if not validate(other) and other.max_turns >= plain.max_turns:
                    assert played(other, MATCHES) == known, f"{written(path)} of seed {seed}"
                    tried += 1
    assert tried > 100


def test_idle_part_is_found_by_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Kuhn poker nobody has the chips for a raise, so their number never comes to bear."""
    play_plainly(monkeypatch, GAME)
    (finding,) = idle_parts(find("kuhn"), MATCHES)
    assert finding.path == f"{PHASES}[0].max_raises"
    assert finding.says == "it never changed play in 40 random matches"
    assert finding.matches == MATCHES


@pytest.mark.usefixtures("quickly")
def test_condition_that_changes_no_payoff_is_idle() -> None:
    """Poker hands of five cards are hardly ever tied, so what breaks ties pays nobody, though hands are told apart."""
    of_five = genome(BettingPhase(10), chips=100, cards=5, win=(BestHand(), HighScore(counted="hand")), hands=2)
    findings = [(finding.path, finding.says) for finding in idle_parts(of_five, MATCHES)]
    assert ("$.win_conditions[1]", "it never changed what anybody wins in 40 random matches") in findings


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("name", ["holdem_fixed_limit", "five_card_draw", "kuhn"])
def test_chips_that_are_bet_are_not_idle(name: str) -> None:
    """However deep the stacks are: with the fewest that can be played with, the game is another."""
    assert "$.setup.starting_chips" not in [finding.path for finding in idle_parts(find(name), MATCHES)]


@pytest.mark.usefixtures("quickly")
def test_part_that_is_reached_is_not_idle() -> None:
    assert idle_parts(find("leduc"), MATCHES) == []
