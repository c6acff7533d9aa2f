"""The house bots: what is expected of the Narc and the Customer, and what the Player's bots promise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from croupier.agents.loading import house_bot
from croupier.games.deal import GAME, configure
from croupier.games.deal.policies import POLICIES, customer, narc
from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import HOUSE

from .table import SEATS, Run

TRIALS = 2_000


def shares(run: Run, policy: Callable[..., None]) -> dict[str, float]:
    """How often a policy does what in the position of a run: "CHECK", "FOLD", or the card that it raises with."""
    seat = run.table.actor
    view, m, a, rng = run.view(SEATS[seat]), Menu(), Action(), Rng()
    fill_menu(m, GAME.decision(run.state, seat))
    seed(rng, 11, 0)
    counts: dict[str, int] = {}
    for _ in range(TRIALS):
        policy(view, m, rng, a)
        what = run.deck.names[a.cards[0]] if a.count else GAME.kinds[a.kind]
        counts[what] = counts.get(what, 0) + 1
    return {what: count / TRIALS for what, count in counts.items()}


@pytest.mark.parametrize(("number", "chance"), [(1, 0.4), (2, 0.6), (3, 0.8)])
def test_narc_raises_40_60_80_percent(number: int, chance: float) -> None:
    run = Run("Patrol, Raid, Stakeout")
    run.table.round = number
    assert 1 - shares(run, narc)["CHECK"] == pytest.approx(chance, abs=0.04)


def test_narc_raises_more_as_evidence_nears_cover() -> None:
    far, near = Run("Patrol, Raid").show("Patrol", "Alibi", "Bribe"), Run("Patrol, Raid").show("Patrol", "Alibi")
    near.show("Surveillance")
    assert shares(near, narc).get("CHECK", 0) < shares(far, narc)["CHECK"] - 0.05


def test_narc_chooses_its_card_by_effect() -> None:
    assert set(shares(Run("Donut Break, Patrol, Raid"), narc)) == {"CHECK", "Raid"}
    assert set(shares(Run("Raid, Donut Break, Warrant"), narc)) == {"CHECK", "Raid"}


def test_narc_plays_a_conviction_in_force_against_insurance() -> None:
    assert "Warrant" in shares(Run("Patrol, Warrant, Stakeout", heat=50).show("Fake ID"), narc)
    assert "Warrant" not in shares(Run("Patrol, Warrant, Stakeout", heat=10).show("Fake ID"), narc)


def test_customer_mostly_checks_early_and_raises_late() -> None:
    checks = []
    for number in (1, 2, 3):
        run = Run().play("Narc check")
        run.table.round = number
        checks.append(shares(run, customer)["CHECK"])
    assert checks[0] > checks[1] > 0.5 > checks[2]


def test_customer_folds_30_percent_in_round_3_with_evidence_over_60() -> None:
    hot = Run().play("Narc check").show("Raid", "Surveillance", "Patrol")
    assert shares(hot, customer)["FOLD"] == pytest.approx(0.3, abs=0.04)
    assert "FOLD" not in shares(Run().play("Narc check").show("Raid", "Surveillance"), customer), "60 is not over 60"
    hot.table.round = 2
    assert "FOLD" not in shares(hot, customer)


def test_customer_looks_for_a_bargain() -> None:
    assert "Heroin" in shares(Run("", "Weed, Fair Deal, Heroin").play("Narc check"), customer)
    assert "Haggling" in shares(Run("", "Bulk Order, Fair Deal, Haggling").play("Narc check").show("Meth"), customer)


def run_of(names: tuple[str, str, str], key: int) -> tuple[tuple[int, ...], int]:
    """A whole run between house bots: the scores, and the hands."""
    state, _ = GAME.start(configure())
    dealer = RandomDealer(key)
    bots = [house_bot(GAME, name, key, seat + 1) for seat, name in enumerate(names)]
    while pending := GAME.pending(state):
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        else:
            move = bots[decision.seat].act(GAME.view(state, decision.seat), decision)
        GAME.advance(state, decision.seat, move)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.scores, state.table.hands


@pytest.mark.parametrize("name", POLICIES)
def test_every_bot_plays_legally_in_every_seat(name: str) -> None:
    for key in range(3):
        run_of((name, name, name), key)


def test_the_first_bot_plays_every_seat_in_its_own_way() -> None:
    assert next(iter(POLICIES)) == "house"
    for key in range(5):
        assert run_of(("house", "house", "house"), key) == run_of(("narc", "customer", "cautious"), key)


def test_cautious_seldom_busts_and_greedy_earns_more() -> None:
    runs = range(120)
    careful = [run_of(("narc", "customer", "cautious"), key)[0][2] for key in runs]
    bold = [run_of(("narc", "customer", "greedy"), key)[0][2] for key in runs]
    assert sum(score == 0 for score in careful) < sum(score == 0 for score in bold)
    assert sum(bold) > sum(careful)
