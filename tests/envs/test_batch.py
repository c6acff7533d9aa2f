"""Many tables as arrays: they play what the contract plays, at both speeds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier import envs
from croupier.agents.bot import house_policy
from croupier.games import GAMES, classics, load
from croupier.kernel.contract.observations import derived
from croupier.kernel.errors import BadInput
from croupier.kernel.language.cache import Entrances, end_turn
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.events import Row
from croupier.kernel.vocabulary.menu import Action, Menu, take
from croupier.kernel.vocabulary.rng import Rng
from croupier.simulate.loop import Loop
from tests.envs.followed import Match, follow


@rule
def play_first(v: Any, m: Menu, rng: Rng, a: Action) -> None:
    """Take the first option, with its least amount."""
    take(a, m.kind[0])
    a.amount = m.low[0] if m.step[0] else 0


TOYS = [f"tests.toys.{name}" for name in ("kuhn", "leduc", "pennies", "refill")]


@pytest.mark.parametrize("name", [*GAMES, *classics(), *TOYS])
def test_a_batch_plays_what_the_contract_plays(name: str) -> None:
    follow(envs.batch(name, tables=2, plain=True), seed=3, steps=25)


@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 6, "hands": 3}, {"seats": 3, "ante": 25, "big_blind": 77}])
def test_holdem_compiled_plays_what_the_contract_plays(options: dict[str, int]) -> None:
    assert follow(envs.batch("holdem", tables=40, **options), seed=11, steps=40) > 40


@pytest.mark.indices
def test_a_compiled_batch_plays_what_the_contract_plays() -> None:
    assert follow(envs.batch("tests.toys.refill", tables=8), seed=5, steps=60) > 8


def test_both_speeds_give_the_same_arrays() -> None:
    fast, slow = (envs.batch("tests.toys.refill", tables=3, seed=8, plain=plain) for plain in (False, True))
    one, other = fast.reset(), slow.reset()
    rng = np.random.default_rng(1)
    for _ in range(60):
        for name, array, twin in zip(one._fields, one, other, strict=True):
            assert np.array_equal(array, twin), name
        choices = (one.masks * rng.random(one.masks.shape)).argmax(1)
        one, other = fast.step(choices), slow.step(choices)


def test_a_reset_that_has_to_compile_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = envs.batch("tests.toys.kuhn", seed=1, plain=True)
    tables.reset()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(type(tables), "_play", lambda self, call: Entrances(tmp_path / "loop").load(call))
    tables.reset()
    end_turn()
    assert capsys.readouterr().err.startswith(f"croupier: compiling the rules of {tables.game.title} (")


def test_arrays_are_allocated_once() -> None:
    tables = envs.batch("tests.toys.kuhn", tables=2, seed=1, plain=True)
    first = tables.reset()
    again = tables.step(first.masks.argmax(1))
    assert all(array is twin for array, twin in zip(first, again, strict=True))


def test_other_libraries_share_the_arrays_without_copies() -> None:
    now = envs.batch("tests.toys.kuhn", tables=2, seed=1, plain=True).reset()
    assert all(np.shares_memory(np.from_dlpack(array), array) for array in now if array.size)


def test_the_deals_of_a_seed_do_not_depend_on_how_many_tables_share_them() -> None:
    many = envs.batch("holdem", tables=4, seed=2, seats=2, plain=True).reset()
    last = envs.batch("holdem", seed=2, seats=2, plain=True).reset(first_deal=3)
    assert np.array_equal(many.observations[3], last.observations[0])


def test_an_illegal_choice_is_refused_by_name_and_nothing_is_done_at_any_table() -> None:
    tables = envs.batch("holdem", tables=2, seed=1, seats=2, plain=True)
    tables.reset()
    before = tables.table(0)
    with pytest.raises(BadInput, match=r"Table 1: choice 1 is not legal now\. Legal: 0 \(FOLD\), 2 \(CALL\)"):
        tables.step([2, 1])
    assert tables.table(0) == before
    with pytest.raises(BadInput, match="2 choices, whole numbers"):
        tables.step([2])
    tables.step([2, 2])


def test_a_seed_that_is_refused_changes_no_table() -> None:
    tables = envs.batch("kuhn", seed=4, plain=True)
    first = tables.reset().observations.copy()
    wrong: list[Any] = ["4", 1.5, True, 2**62]
    for seed in wrong:
        with pytest.raises(BadInput, match="A seed is a whole number of at most 18 digits"):
            tables.reset(seed)
        with pytest.raises(BadInput, match="A seed is a whole number of at most 18 digits"):
            envs.batch("kuhn", seed=seed, plain=True)
    assert tables.seed == 4 and np.array_equal(tables.reset().observations, first)
    assert np.array_equal(tables.reset(np.int64(4)).observations, first)  # type: ignore[arg-type]


def test_house_policies_play_inside_the_call() -> None:
    tables = envs.batch("holdem", tables=3, seed=4, seats=3, opponents={1: "station", 2: "random"}, plain=True)
    now = tables.reset()
    for _ in range(20):
        assert now.turns.tolist() == [0, 0, 0]
        now = tables.step(now.masks.argmax(1))


def test_a_learnt_strategy_plays_what_it_plays_in_simulations() -> None:
    """Its policy reads what its seat has been told, over every step between two choices of a learner."""
    tables = envs.batch("kuhn", seed=5, opponents={1: "learnt:kuhn"}, plain=True, stops=True)
    game = tables.game
    loop = Loop(game, tables.config, [play_first, house_policy(game, "learnt:kuhn")])
    won, simulated = 0.0, 0
    for deal in range(30):
        now = tables.reset(5, first_deal=deal)
        while not now.done[0]:
            now = tables.step(now.masks.argmax(1))
            won += float(now.rewards[0, 0])
        simulated += loop.run_plain(5, deal, deal + 1).score[0]
    assert won * tables.about.unit(tables.config) == pytest.approx(simulated)


def test_a_seat_that_is_never_asked_is_named_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.envs.batch_rules.PASSED_OVER", 3)
    monkeypatch.setattr("croupier.envs.batches._bound", {})
    tables = envs.batch("holdem", stacks=[100, 100, 0], opponents={0: "station", 1: "station"}, plain=True)
    with pytest.raises(BadInput, match="No learner's seat was asked in 3 matches"):
        tables.reset(1)


def test_sizes_of_holdem_are_parts_of_the_pot() -> None:
    tables = envs.batch("holdem", seed=1, seats=2, sizes=[0.5, 1, "all-in"], exact=False, plain=True)
    now = tables.reset()
    named = [tables.space.describe(number) for number in range(tables.choices)]
    sizes = ["RAISE_TO size 0", "RAISE_TO size 1", "RAISE_TO size 2"]
    assert named == ["FOLD", "CHECK", "CALL", *sizes, "AWAY", "BACK"], "topping up has no numbers"
    assert np.flatnonzero(now.masks[0]).tolist() == [0, 2, 3, 4, 5]
    tables.step([4])
    assert tables.table().betting.current_bet == 300
    lists: list[Any] = [[], [1, 0.5], ["all-in", 1], [0], ["pot"], "all-in", 0.5]
    for wrong in lists:
        with pytest.raises(BadInput, match=r"[Ss]ize"):
            envs.batch("holdem", sizes=wrong, plain=True)
    with pytest.raises(BadInput, match="The sizes of The Battle cannot be changed"):
        envs.batch("battle", sizes=[1], plain=True)


def test_exact_amounts_are_a_second_array() -> None:
    tables = envs.batch("holdem", tables=2, seed=1, seats=2, exact=True, plain=True)
    now = tables.reset()
    assert now.ranges.tolist() == [[200, 10_000, 1]] * 2
    with pytest.raises(BadInput, match="RAISE_TO size 0 does not take the amount 199"):
        tables.step([3, 2], [199, 0])
    with pytest.raises(BadInput, match="CALL does not take the amount 5"):
        tables.step([3, 2], [777, 5])
    tables.step([3, 2], [777, 0])
    assert [tables.table(at).betting.current_bet for at in (0, 1)] == [777, 100]


def test_the_history_is_what_the_seat_was_told() -> None:
    tables = envs.batch("holdem", seed=6, seats=3, history=8, plain=True)
    now, match = tables.reset(), Match(envs.batch("holdem", seats=3, plain=True), 6, 0)
    rows: list[Row] = []
    start = match.game.start(match.config)
    rows += start.events.rows
    state = start.state
    dealer = match.dealer.__class__(6, 0)
    for _ in range(6):
        while (decision := match.game.pending(state)[0]).seat not in range(3):
            rows += match.game.advance(state, decision.seat, dealer.deal(state, decision)).rows
        told = [[r.kind, r.seat, r.amount, len(r.cards), *r.cards, *[0] * (8 - len(r.cards))]
                for r in rows if r.seen_by(decision.seat)][-8:]  # fmt: skip
        assert now.histories[0].tolist() == [[0] * 12] * (8 - len(told)) + told
        name = "CALL" if "CALL" in decision.legal else "CHECK"
        rows += match.game.advance(state, decision.seat, decision.move(name)).rows
        if not match.game.pending(state):
            break
        now = tables.step([2 if now.masks[0][2] else 1])


@pytest.mark.parametrize("name", [*GAMES, *TOYS])
def test_observations_stay_within_what_is_declared(name: str) -> None:
    tables = envs.batch(name, tables=2, seed=9, plain=True)
    low, high = (np.array(bound) for bound in tables.about.bounds(tables.config))
    now, rng = tables.reset(), np.random.default_rng(2)
    for _ in range(40):
        seen = now.observations[:, : tables.own]
        assert (seen >= low - 1e-5).all() and (seen <= high + 1e-5).all()
        now = tables.step((now.masks * rng.random(now.masks.shape)).argmax(1))


def test_a_game_that_declares_nothing_is_observed_by_its_view() -> None:
    game = load("tests.toys.kuhn")
    assert game.observations is None
    about = derived(game.View, 3)
    sizes = {block.name: block.size(None) for block in about.blocks}
    assert sizes["seat"] == 1 and sizes["cards.count"] == 3 and sizes["cards.seen"] == 9
    tables = envs.batch(game, seed=1, plain=True)
    seen, at = tables.reset().observations[0], list(sizes).index("cards.seen")
    start = sum(list(sizes.values())[:at])
    hand = tables.table().cards.row[tables.table().cards.first[1]]
    assert seen[start : start + 9].nonzero()[0].tolist() == [3 + hand]  # zone 1 is the hand of seat 0


def test_the_choices_made_so_far_in_a_decision_are_observed() -> None:
    tables = envs.batch("battle", seed=1, plain=True)
    now = tables.reset()
    card = int(np.flatnonzero(now.masks[0])[1])
    before = now.observations[0].copy()
    now = tables.step([card])
    assert now.turns[0] == 0
    assert now.observations[0, tables.own :].sum() == 3  # begun, one card named, at the first place
    assert np.array_equal(before[: tables.own], now.observations[0, : tables.own])
