"""Array policies: by the thousand at once they play what they play one by one, at any table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.agents.array_policy import ArrayBot, ArrayPolicy, Network
from croupier.agents.bot import PolicyBot
from croupier.agents.loading import array_policy, load_bot, load_bots
from croupier.agents.terms import Terms
from croupier.envs import batch
from croupier.games import load
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.keys import house_key
from croupier.kernel.vocabulary.streams import FIRST_SEAT, stream
from croupier.kernel.vocabulary.turns import SEATS
from croupier.simulate.batched import ArrayLoop, Batched
from croupier.simulate.loop import Loop


def at_random(observations: Any, masks: Any, numbers: Any) -> Any:
    """Any legal choice, by the numbers; what it sees counts as well, so that both have to see the same."""
    weights = masks * (1 + np.abs(observations).sum(axis=1, keepdims=True) % np.arange(2, 2 + masks.shape[1]))
    sums = weights.cumsum(axis=1)
    return ((sums > numbers[:, None] * sums[:, -1:]) & masks).argmax(axis=1)


def one_by_one(game: Game, config: Any, bots: list[Any], seed: int, deal: int) -> tuple[int, ...]:
    """The scores of a deal between bots, played through the contract."""
    state, dealer, steps = game.start(config).state, RandomDealer(seed, deal), 0
    while pending := game.pending(state):
        decision = next((one for one in pending if one.seat >= SEATS), pending[0])
        seat = decision.seat
        if seat < SEATS:
            bots[seat].draw_for_decision(house_key(seed), stream(deal, FIRST_SEAT + seat, steps))
            move = bots[seat].act(game.view(state, seat), decision)
        else:
            move = dealer.deal(state, decision)
        game.advance(state, seat, move)
        steps += 1
    outcome = game.outcome(state)
    assert outcome is not None
    return tuple(outcome.scores)


@pytest.mark.parametrize("name, house", [("holdem", "tight"), ("five_card_draw", "greedy"), ("tests.toys.leduc", "")])
def test_many_at_once_play_what_one_plays_at_any_table(name: str, house: str) -> None:
    game = load(name)
    config = game.configure(**{**game.simulation, **({"seats": 2} if name == "holdem" else {})})
    policy = ArrayPolicy(game, at_random)
    other: Any = game.house_bots.policies[house] if house else policy
    seats = game.start(config).state.table.seats
    seated = [other, *[policy] * (seats - 1)]
    found = Batched(game, config, seated, plain=True).play(seated, 7, 2, 12, stride=3)
    bots = [PolicyBot(one) if one is not policy else ArrayBot(policy) for one in seated]
    assert [tuple(row[:seats]) for row in found] == [one_by_one(game, config, bots, 7, 2 + 3 * at) for at in range(12)]
    assert (found[:, seats] == 1).all() and (found[:, seats + 1] > 0).all()


def test_a_simulation_counts_matches_in_which_no_array_policy_is_asked() -> None:
    """With three seats a pot can be over before the big blind is asked; `envs` passes such matches over."""
    game = load("holdem")
    config = game.configure(seats=3, hands=1)
    calls = ArrayPolicy(game, lambda observations, masks: np.where(masks[:, 1], 1, 2))
    policies = game.house_bots.policies
    seated = [policies["tight"], policies["tight"], calls]
    mine = ArrayLoop(game, config, seated, plain=True).run(5, 0, 40)
    plain = Loop(game, config, [policies["tight"], policies["tight"], policies["station"]]).run_plain(5, 0, 40)
    assert mine.flat() == plain.flat()


def test_a_network_is_a_file_of_weights_and_plays_by_their_softmax(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    network = Network([(rng.normal(size=(4, 8)), np.zeros(8)), (rng.normal(size=(8, 3)), np.array([0.0, 1, 2]))])
    network.save(tmp_path / "net.npz")
    again = Network.load(tmp_path / "net.npz")
    seen, masks = np.repeat(rng.normal(size=(1, 4)), 9_000, axis=0), np.tile([True, False, True], (9_000, 1))
    values = network.values(seen[:1])[0]
    share = 1 / (1 + np.exp(values[0] - values[2]))
    numbers = (np.arange(9_000) + 0.5) / 9_000
    choices = again(seen, masks, numbers)
    assert set(choices) <= {0, 2} and (choices == 2).mean() == pytest.approx(share, abs=1e-3)
    greedy = Network(network.layers, greedy=True)
    assert set(greedy(seen, masks, numbers)) == {2 if values[2] > values[0] else 0}


def test_a_network_plays_under_the_name_of_its_file(tmp_path: Path) -> None:
    game = load("tests.toys.leduc")
    Network([(np.zeros((4, 5)), np.zeros(5))]).save(tmp_path / "net.npz")
    assert type(load_bot(game, f"array:{tmp_path / 'net.npz'}", Terms(isolated=True))) is ArrayBot
    assert load_bots(game, [f"array:{tmp_path / 'net.npz'}"], Terms())[0].name == "array:net.npz"


def test_a_file_that_has_no_network_for_the_game_is_refused(tmp_path: Path) -> None:
    file, game = tmp_path / "bad.npz", load("tests.toys.leduc")
    for content in (b"no zip", b"", b"PK\x03\x04 torn"):
        file.write_bytes(content)
        with pytest.raises(BadInput, match=r"bad\.npz has no network"):
            array_policy(game, f"array:{file}")
    with open(file, "wb") as no_archive:
        np.save(no_archive, np.zeros(3))
    with pytest.raises(BadInput, match=r"bad\.npz has no network"):
        array_policy(game, f"array:{file}")
    for layers, wrong in (
        ([], "no layers"),
        ([(np.zeros((4, 8)), np.zeros(8)), (np.zeros((7, 3)), np.zeros(3))], "layer 1 does not fit"),
        ([(np.zeros((4, 8)), np.zeros(8))], "8 values for the 5 choices of"),
    ):
        Network(layers).save(file)
        with pytest.raises(BadInput, match=wrong):
            array_policy(game, f"array:{file}")
    with pytest.raises(BadInput, match=r"takes 4 numbers and has 3 choices; observations here have 5"):
        Network([(np.zeros((4, 3)), np.zeros(3))]).chances(np.zeros((1, 5)), np.ones((1, 3), dtype=bool))


def test_a_function_in_a_file_is_an_array_policy_with_sizes_of_its_own(tmp_path: Path) -> None:
    path, game = tmp_path / "net.py", load("holdem")
    path.write_text("SIZES = [0.5, 1]\ndef choose(observations, masks):\n    return masks.argmax(axis=1)\n", "utf-8")
    policy = array_policy(game, f"array:{path}")
    state = game.start(game.configure(seats=2, hands=1)).state
    dealer = RandomDealer(1, 0)
    while game.pending(state)[0].seat >= SEATS:
        game.advance(state, game.pending(state)[0].seat, dealer.deal(state, game.pending(state)[0]))
    decision = game.decision(state, game.pending(state)[0].seat)
    seen: list[Any] = []

    def remember(observations: Any, masks: Any) -> Any:
        seen.append(masks)
        return masks.argmax(axis=1)

    told = ArrayPolicy(game, remember, [0.5, 1])
    ArrayBot(told).act(game.view(state, decision.seat), decision)
    assert seen[0].shape == (1, 3 + 2 + 2)  # fold, check, call; two sizes; away and back
    for text, error in (("net.txt", "is a file of weights"), (f"{path}:other", "has no function `other"),
                        (str(tmp_path / "no.py"), "There is no file")):  # fmt: skip
        with pytest.raises(BadInput, match=error):
            array_policy(game, f"array:{text}")
    with pytest.raises(BadInput, match="cannot be isolated"):
        load_bot(game, f"array:{path}", Terms(isolated=True))
    with pytest.raises(BadInput, match="other SIZES"):
        Batched(game, None, [policy, ArrayPolicy(game, at_random)])


def test_choices_of_an_array_policy_are_checked() -> None:
    game = load("tests.toys.leduc")
    for choose, told in ((lambda o, m: m.argmax(axis=1)[:0], "1 choices are needed"),
                         (lambda o, m: m.argmin(axis=1), "is not legal now")):  # fmt: skip
        bot = ArrayBot(ArrayPolicy(game, choose))
        with pytest.raises(BadInput, match=told):
            one_by_one(game, game.configure(**game.simulation), [bot, bot], 1, 0)


@pytest.mark.parametrize("name", ["tests.toys.leduc", "battle"])
def test_a_network_names_the_chances_of_its_actions(name: str) -> None:
    """Those with which it plays; an action of several cards has the product of the chances of its choices."""
    game = load(name)
    tables = batch(game, plain=True)
    rng = np.random.default_rng(2)
    weights = (rng.normal(size=(tables.width, tables.choices)) / 9).astype(np.float32)
    network = Network([(weights, np.zeros(tables.choices, np.float32))])
    state = game.start(tables.config).state
    dealer = RandomDealer(1, 0)
    while game.pending(state)[0].seat >= SEATS:
        game.advance(state, game.pending(state)[0].seat, dealer.deal(state, game.pending(state)[0]))
    decision = game.pending(state)[0]
    view, bot = game.view(state, decision.seat), ArrayBot(ArrayPolicy(game, network))
    chances = bot.chances(view, decision)
    assert chances is not None and sum(chances.values()) == pytest.approx(1, abs=1e-12)
    bot.draw_from(3)
    played = Counter(bot.act(view, decision) for _ in range(600))
    assert set(played) <= set(chances)
    move, times = played.most_common(1)[0]
    assert times / 600 == pytest.approx(chances[move], abs=0.08)
    assert ArrayBot(ArrayPolicy(game, at_random)).chances(view, decision) is None
