"""PettingZoo's and Gymnasium's own tests, over every game and every classic, in plain Python."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from croupier import envs
from croupier.envs.ids import NAMES
from croupier.games import GAMES, classics
from croupier.kernel.errors import BadInput

EVERY = [*GAMES, *classics()]


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_tests_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(envs.aec(name, plain=True), num_cycles=15)
    seed_test(lambda: envs.aec(name, plain=True), num_cycles=8)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.filterwarnings("ignore")
def test_gymnasiums_checker_passes(name: str) -> None:
    check_env(envs.gym(name, plain=True, illegal="lowest"))


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_parallel_tests_pass(capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(envs.parallel("battle", plain=True), num_cycles=40)
    parallel_seed_test(lambda: envs.parallel("battle", plain=True, illegal="lowest"), num_cycles=15)


@pytest.mark.parametrize("name", EVERY)
def test_a_vector_of_tables_does_what_single_tables_do(name: str) -> None:
    many = envs.vector(name, num_envs=3, plain=True)
    assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    singles: list[Any] = [envs.gym(name, plain=True) for _ in range(3)]
    seen, info = many.reset(seed=7)
    rng = np.random.default_rng(1)
    for at, single in enumerate(singles):
        single.table.seed, single._deal = 7, many.tables.deal(at)
        one, _ = single.reset()
        assert np.array_equal(one, seen[at])
    for _ in range(12):
        assert many.observation_space.contains(seen)
        choices = (info["action_mask"] * rng.random(info["action_mask"].shape)).argmax(1)
        seen, rewards, over, cut, info = many.step(choices)
        assert rewards.dtype == np.float64 and over.dtype == cut.dtype == np.bool_ and not cut.any()
        assert ("final_obs" in info) == bool(over.any())
        for at, single in enumerate(singles):
            one, reward, ended, _, _ = single.step(choices[at])
            assert (reward, ended) == (rewards[at], over[at])
            if ended:
                assert np.array_equal(info["final_obs"][at], one) and info["_final_obs"][at]
                single._deal = many.tables.deal(at)
                one, _ = single.reset()
            assert np.array_equal(seen[at], one)


def test_the_end_of_an_episode_is_told_as_gymnasiums_own_vectors_tell_it() -> None:
    def make() -> Any:
        return envs.gym("leduc", plain=True, history=3)

    theirs = gymnasium.vector.SyncVectorEnv([make], autoreset_mode=AutoresetMode.SAME_STEP)
    ours = envs.vector("leduc", num_envs=1, plain=True, history=3)
    (_, before), (_, info) = theirs.reset(seed=7), ours.reset(seed=7)
    assert set(before) == set(info)
    ends = 0
    for _ in range(20):
        choice = info["action_mask"].argmax(1)
        (_, *told, before), (_, *said, info) = theirs.step(choice), ours.step(choice)
        assert told == said and set(before) == set(info)
        if info.get("final_obs") is not None:
            ends += 1
            assert info["final_obs"].dtype == object and np.array_equal(info["final_obs"][0], before["final_obs"][0])
            assert info["_final_obs"].tolist() == info["_final_info"].tolist() == [True]
            for key in ("action_mask", "_action_mask"):
                assert np.array_equal(info["final_info"][key], before["final_info"][key])
    assert ends > 2
    two = envs.vector("leduc", num_envs=2, plain=True)
    _, info = two.reset(seed=1)
    while "final_obs" not in info or info["_final_obs"].all():
        _, _, _, _, info = two.step(info["action_mask"].argmax(1))
    assert [last is not None for last in info["final_obs"]] == info["_final_obs"].tolist()


def test_a_seed_that_is_refused_changes_nothing() -> None:
    one, several = envs.gym("kuhn", plain=True), envs.aec("kuhn", plain=True)
    for env in (one, several):
        env.reset(seed=3)
        with pytest.raises(BadInput, match="A seed is a whole number of at most 18 digits"):
            env.reset(seed=10**30)
        assert env.table.seed == 3 and env.table.deal() == 0
        env.reset()
        assert env.table.seed == 3 and env.table.deal() == 1


def test_a_match_that_is_over_asks_for_a_reset() -> None:
    one, several = envs.gym("holdem", seats=2, plain=True), envs.aec("holdem", seats=2, plain=True)
    one.reset(seed=1)
    one.step(0)
    with pytest.raises(BadInput, match=r"the match is over\. Reset before the next step"):
        one.step(0)
    with pytest.raises(BadInput, match="Reset the environment before the first step"):
        several.step(0)


def test_gymnasium_makes_environments_by_name() -> None:
    assert NAMES["holdem"] == "croupier/Holdem-v0" and NAMES["five_card_draw"] == "croupier/FiveCardDraw-v0"
    one = gymnasium.make("croupier/Holdem-v0", plain=True, seats=2, opponents=["station"])
    assert one.reset(seed=1)[1]["action_mask"].tolist() == [1, 0, 1, 1, 0, 1, 1, 1, 0, 0]
    many = gymnasium.make_vec("croupier/Leduc-v0", num_envs=4, plain=True)
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(many)
    _, info = counted.reset(seed=1)
    for _ in range(20):
        _, _, _, _, info = counted.step(info["action_mask"].argmax(1))
    assert counted.episode_count > 0


def test_seats_that_act_at_once_choose_together_and_wait_for_each_other() -> None:
    env = envs.parallel("tests.toys.pennies", plain=True)
    seen, _ = env.reset(seed=1)
    assert env.agents == ["seat_0", "seat_1"]
    with pytest.raises(BadInput, match="seat_1: choice 99 is not legal now"):
        env.step({"seat_0": int(seen["seat_0"]["action_mask"].argmax()), "seat_1": 99})
    with pytest.raises(BadInput, match="seat_1 needs a choice"):
        env.step({"seat_0": int(seen["seat_0"]["action_mask"].argmax())})
    with pytest.raises(BadInput, match=r"act one after the other: use envs\.aec"):
        envs.parallel("holdem", plain=True)


def test_an_illegal_choice_is_an_error_unless_the_lowest_is_asked_for() -> None:
    env = envs.gym("holdem", seats=2, plain=True)
    env.reset(seed=1)
    with pytest.raises(BadInput, match="choice 1 is not legal now"):
        env.step(1)
    env = envs.gym("holdem", seats=2, plain=True, illegal="lowest")
    env.reset(seed=1)
    _, reward, ended, _, _ = env.step(1)  # folds the small blind
    assert (reward, ended) == (-0.5, True)


def test_games_that_an_interface_cannot_express_are_refused() -> None:
    with pytest.raises(BadInput, match=r"exact is an option of envs\.batch"):
        envs.gym("holdem", exact=True, plain=True)
    with pytest.raises(BadInput, match=r"history is an option of envs\.batch"):
        envs.aec("holdem", history=4, plain=True)
    for make in (envs.gym, envs.vector, envs.aec):
        for name in ("tables", "stops"):
            with pytest.raises(BadInput, match=rf"{name} is an option of envs\.batch"):
                make("holdem", plain=True, **{name: 1})
        with pytest.raises(BadInput, match="The seed of this environment is given to reset"):
            make("holdem", plain=True, seed=1)
    wrong: Any = {1: "station"}
    with pytest.raises(BadInput, match="opponents are a list of names"):
        envs.gym("holdem", opponents=wrong, plain=True)
    assert envs.gym("holdem", history=4, plain=True).reset(seed=1)[1]["history"].shape == (4, 12)
    assert envs.vector("holdem", num_envs=2, history=4, plain=True).reset(seed=1)[1]["history"].shape == (2, 4, 12)


def test_agents_see_their_own_cards_only() -> None:
    env = envs.aec("holdem", seats=2, plain=True)
    env.reset(seed=3)
    table = env.table.table()
    for seat in (0, 1):
        seen = env.observe(f"seat_{seat}")
        hole = table.cards.row[table.cards.first[2 + seat] :][:2]
        assert set(seen["observation"][:52].nonzero()[0]) == set(hole)
        assert seen["action_mask"].any() == (seat == env.table.now.turns[0])


def test_without_the_extra_croupier_works_and_names_it() -> None:
    code = """
import sys
sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
import croupier
from croupier import envs
print(envs.batch("kuhn", plain=True, seed=1).reset().masks.sum())
for name in ("aec", "gym"):
    try:
        getattr(envs, name)
    except Exception as error:
        print(error)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install 'croupier[envs]'" in found.splitlines()[1] and len(found.splitlines()) == 3
