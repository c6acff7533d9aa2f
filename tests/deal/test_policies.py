"""The house bots: what is expected of the Narc and the Customer, and what the Player's bots promise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from croupier.agents.loading import house_bot
from croupier.games.deal import GAME, configure, events
from croupier.games.deal.players import HARMLESS
from croupier.games.deal.policies import POLICIES, customer, narc
from croupier.games.deal.records import HAND_SIZE, NARC, PLAYER
from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import State
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import HOUSE, SPECTATOR

from .table import SEATS, Run

TRIALS = 1_500


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


def test_narc_raises_in_40_percent_of_first_rounds_and_never_twice_in_one() -> None:
    """Of rounds, not of turns: nothing is on the table in round 1, so nothing makes it bolder."""
    rounds: list[list[int]] = []
    for key in range(75):
        number = 0
        for fact in played(("narc", "customer", "steady"), key, hands=8)[1]:
            if isinstance(fact, events.RoundStarted):
                number = fact.number
                rounds.append([number, 0])
            elif isinstance(fact, events.Raised) and fact.seat == NARC:
                rounds[-1][1] += 1
    assert max(raises for _, raises in rounds) == 1
    first = [raises for number, raises in rounds if number == 1]
    assert len(first) > 500
    assert sum(first) / len(first) == pytest.approx(0.4, abs=0.05)


def test_narc_and_customer_make_up_their_minds_once_a_round() -> None:
    run = Run("Patrol, Raid, Stakeout", "", "Alibi, Bribe, Weed").show("Raid", "Surveillance", "Patrol")
    run.play("Narc check", "Customer check", "Player raise Alibi")
    assert shares(run, narc) == {"CHECK": 1}
    run.play("Narc check")
    assert shares(run, customer) == {"CHECK": 1}


def test_a_first_turn_may_follow_the_raises_of_seats_before() -> None:
    run = Run("Patrol, Raid", "", "Alibi, Bribe, Weed", order="player,customer,narc", max_raises=6)
    run.play("Player raise Alibi", "Customer raise Weed")
    assert shares(run, narc)["Raid"] == pytest.approx(0.4, abs=0.04)
    run.play("Narc check", "Player raise Bribe", "Customer check")
    assert shares(run, narc) == {"CHECK": 1}


def test_narc_raises_more_as_evidence_nears_cover() -> None:
    far, near = Run("Patrol, Raid").show("Patrol", "Alibi", "Bribe"), Run("Patrol, Raid").show("Patrol", "Alibi")
    near.show("Surveillance")
    assert shares(near, narc).get("CHECK", 0) < shares(far, narc)["CHECK"] - 0.05


def test_narc_chooses_its_card_by_effect() -> None:
    assert set(shares(Run("Donut Break, Patrol, Raid"), narc)) == {"CHECK", "Raid"}
    assert set(shares(Run("Raid, Donut Break, Warrant"), narc)) == {"CHECK", "Raid"}


def test_narc_chooses_at_random_among_equals() -> None:
    chosen = shares(Run("Warrant, DA Approval, RICO"), narc)
    assert [chosen[name] for name in ("Warrant", "DA Approval", "RICO")] == pytest.approx([0.4 / 3] * 3, abs=0.03)


def test_narc_plays_no_conviction_that_is_not_in_force_while_another_would_do() -> None:
    assert set(shares(Run("Warrant, Donut Break, DA Approval"), narc)) == {"CHECK", "Donut Break"}


def test_narc_never_plays_a_card_that_helps_the_player() -> None:
    helpless = Run("DA Approval, RICO, DA Approval", heat=100).show("Warrant")
    assert shares(helpless, narc) == {"CHECK": 1}, "a second Conviction would replace one that works"


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


def played(names: tuple[str, str, str], key: int, **options: int) -> tuple[State, list[Fact]]:
    """A whole run between house bots: how it stands in the end, and what happened."""
    state, told = GAME.start(configure(**options))
    facts = told.seen_by(SPECTATOR)
    dealer = RandomDealer(key)
    bots = [house_bot(GAME, name, key, seat + 1) for seat, name in enumerate(names)]
    while pending := GAME.pending(state):
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        else:
            move = bots[decision.seat].act(GAME.view(state, decision.seat), decision)
        facts += GAME.advance(state, decision.seat, move).seen_by(SPECTATOR)
    return state, facts


def run_of(names: tuple[str, str, str], key: int) -> tuple[tuple[int, ...], int]:
    """The scores of a whole run between house bots, and its hands."""
    state, _ = played(names, key)
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
        assert run_of(("house", "house", "house"), key) == run_of(("narc", "customer", "steady"), key)


def test_steady_never_goes_home_and_earns_more_than_greedy() -> None:
    runs = [played(("narc", "customer", "steady"), key) for key in range(20)]
    assert not any(isinstance(fact, events.WentHome) for _, facts in runs for fact in facts)
    bold = [run_of(("narc", "customer", "greedy"), key)[0][2] for key in range(20)]
    assert sum(state.table.cash for state, _ in runs) > 1.2 * sum(bold)


def test_patient_plays_no_card_before_the_narc_has_few_left() -> None:
    for key in range(10):
        raised = 0
        for fact in played(("narc", "customer", "patient"), key)[1]:
            if isinstance(fact, events.Raised):
                assert fact.seat != PLAYER or raised >= 25 - HARMLESS - HAND_SIZE
                raised += fact.seat == NARC
        assert raised


def test_cautious_seldom_busts_and_greedy_earns_more() -> None:
    runs = range(40)
    careful = [run_of(("narc", "customer", "cautious"), key)[0][2] for key in runs]
    bold = [run_of(("narc", "customer", "greedy"), key)[0][2] for key in runs]
    assert sum(score == 0 for score in careful) < sum(score == 0 for score in bold)
    assert sum(bold) > sum(careful)
