"""The attack: a rival that tries a catalogue of sentences, and goes on from the best."""

from __future__ import annotations

import pytest

from croupier.evolve.canonical import canonical
from croupier.evolve.fitness import attack
from croupier.evolve.fitness.attack import BETS, HANDS, Attack, attacked, catalogue, is_broken
from croupier.evolve.fitness.findings import attack_finding
from croupier.evolve.play.bench import Bench
from croupier.evolve.play.fitting import HALF, Fit, Fitting, first_sentence, fitted, places_of
from croupier.evolve.play.sentences import MANNER, MOST, NONE, STAY, Sentence
from croupier.games.genome import find
from croupier.kernel.statistics import Estimate, Sample

from .cheats import cheats

NOTHING = Estimate(0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("wins", "thinking", "broken"),
    [
        (Estimate(0.081, 0.01, 0.15), Estimate(0.1, 0.05, 0.15), True),
        (Estimate(0.07, 0.01, 0.13), Estimate(0.1, 0.05, 0.15), False),
        (Estimate(0.09, -0.01, 0.19), Estimate(0.1, 0.05, 0.15), False),
        (Estimate(0.08, 0.01, 0.15), None, False),
    ],
)
def test_a_game_is_broken_if_a_sentence_surely_earns_most_of_the_lead_of_thinking(
    wins: Estimate, thinking: Estimate | None, broken: bool
) -> None:
    assert is_broken(wins, thinking) == broken


def test_the_catalogue_has_each_way_to_bet_with_each_way_to_choose_cards() -> None:
    for name, ways in (("kuhn", 1), ("briscola", 4), ("five_card_draw", 6)):
        places = places_of(canonical(find(name)))
        made = list(catalogue(places, first_sentence(places)))
        bets = 1 + (len(BETS) if any(place.betting for place in places) else 0)
        assert len(made) == ways * bets, name
        for sentence in made:
            said = {sentence[place.at][MANNER] for place in places if not place.betting}
            assert len(said) <= 1, "in all phases alike, where they may"
            assert len({sentence[place.at][STAY] for place in places if place.betting}) <= 1


def rising(monkeypatch: pytest.MonkeyPatch, *, on_the_other_half: float = 0.1) -> None:
    """Sentences win a tenth for each place that draws nothing, on one half of the deals and in the end."""

    def gain_of(self: Fitting, answer: Sentence, half: int, times: int = 1) -> Sample:
        each = on_the_other_half if half == HALF else 0.1
        return Sample(100, each * sum(entry[MANNER] == NONE for entry in answer.values()), 0.0001)

    monkeypatch.setattr(Fitting, "gain_of", gain_of)


def test_the_rival_goes_on_from_the_best_of_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several places are changed at once, where a fit changes one after the other."""
    game = cheats()["always draw three"]
    bench, places = Bench(game), places_of(game)
    known = {place.at: (0, 0, 0, 0, 0, MOST, 0) for place in places}
    rising(monkeypatch)
    found = attacked(bench, Fit(places, known, known, NOTHING, NOTHING, 2.0), 1)
    able = [place for place in places if NONE in place.manners]
    assert able and {found.sentence[place.at][MANNER] for place in able} == {NONE}
    assert found.wins.mean == pytest.approx(0.1 * len(able) / 2.0), "in sigmas"


def test_the_rival_goes_on_only_with_what_is_better_on_both_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cheats()["always draw three"]
    rival = Fitting(Bench(game), 1)
    known = {place.at: (0, 0, 0, 0, 0, MOST, 0) for place in rival.places}
    rising(monkeypatch)
    assert attack._gone_on(rival, known) != known
    rising(monkeypatch, on_the_other_half=-0.1)
    assert attack._gone_on(rival, known) == known


def test_where_nothing_is_ahead_the_sentence_itself_stays() -> None:
    bench = Bench(canonical(find("kuhn")))
    places = places_of(bench.genome)
    fit = fitted(bench, 1, rounds=2, hands=120)
    found = attacked(bench, fit, 1, hands=60)
    assert found.wins.mean >= 0 and (found.wins.mean > 0 or found.sentence == fit.sentence)
    assert found == attacked(bench, fit, 1, hands=60), "the same every time"
    assert set(found.sentence) == {place.at for place in places} and HANDS > 60


def test_what_the_rival_found_is_told_with_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.evolve.fitness import findings

    game = canonical(find("kuhn"))
    places = places_of(game)
    sentence = first_sentence(places)
    fit = Fit(places, sentence, {}, NOTHING, NOTHING, 1.0)
    for wins, thinking, told in (
        (Estimate(0.09, 0.05, 0.13), Estimate(0.1, 0.05, 0.15), "it does nearly as well as thinking: The round"),
        (Estimate(0.09, 0.05, 0.13), None, "from it: The round"),
    ):
        monkeypatch.setattr(findings, "attacked", lambda *_, wins=wins: Attack(sentence, wins))
        [found] = attack_finding(game, Bench(game), fit, 1, thinking)
        assert found.kind == "attack" and told in found.text and "+0.09 (+0.05 … +0.13)" in found.text
    monkeypatch.setattr(findings, "attacked", lambda *_: Attack(sentence, Estimate(0.02, -0.01, 0.05)))
    assert list(attack_finding(game, Bench(game), fit, 1, None)) == []
