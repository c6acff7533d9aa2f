"""Bots of the house think in processes of their own, and one that never ends is ended."""

from __future__ import annotations

import asyncio
import io
import pickle
import random
import time
from pathlib import Path

import pytest

from croupier.agents.learner import Knowledge
from croupier.agents.learnt import write_strategy
from croupier.arena.house import House, Question
from croupier.arena.house.crew import MOST_COMPILED, Crew
from croupier.arena.house.worker import READY, answer, work
from croupier.arena.pipes import say
from croupier.arena.room.offers import policy_of
from croupier.games import load
from croupier.kernel.conformance.walk import random_move
from croupier.kernel.contract.decision import judge
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS
from tests.simulate.plainly import search_plainly

from .loops import in_loop

pytestmark = pytest.mark.usefixtures("processes")


def a_decision(name: str) -> tuple[State, Decision]:
    """A game's first decision of a seat."""
    game, rng = load(name), random.Random(3)
    state = game.start(game.configure()).state
    while (decision := game.pending(state)[0]).seat >= SEATS:
        game.advance(state, decision.seat, random_move(game, state, decision.options[0], rng))
    return state, decision


@pytest.mark.parametrize("name", ["holdem", "battle", "deal", "kuhn"])
def test_a_worker_answers_with_legal_moves(name: str) -> None:
    game, (state, decision) = load(name), a_decision(name)
    questions = [House.question(game, policy, state, decision) for policy in game.house_bots.policies]
    asked, said = io.BytesIO(), io.BytesIO()
    for question in questions:
        say(asked, question)
    asked.seek(0)
    work(asked, said, [])
    said.seek(0)
    answers = [pickle.loads(said.read(int.from_bytes(head))) for head in iter(lambda: said.read(4), b"")]
    assert answers[0] == READY and len(answers) == 1 + len(questions)
    assert all(judge(decision.options, move) == 0 for move in answers[1:])


def test_a_question_holds_nothing_that_the_seat_does_not_know() -> None:
    game, (state, decision) = load("holdem"), a_decision("holdem")
    assert House.question(game, "tight", state, decision).sees == game.view(state, decision.seat)
    blind: State = House.question(game, "search:10", state, decision).sees
    assert game.view(blind, decision.seat) == game.view(state, decision.seat)
    assert blind != state


def test_a_policy_that_fails_is_told_and_not_played() -> None:
    game, (state, decision) = load("holdem"), a_decision("holdem")
    wrong = House.question(game, "tight", state, decision)._replace(policy="nobody")
    assert "nobody" in str(answer({}, wrong))


@in_loop
async def test_a_bot_that_thinks_for_ever_is_ended_and_others_are_answered() -> None:
    game, (state, decision) = load("holdem"), a_decision("holdem")
    house, answered = House(budget=2.0), asyncio.get_running_loop().create_future()
    endless = Question(game.home, "tight", Endless(), decision)
    house.ask(endless, lambda move: pytest.fail("It cannot have answered."))
    house.ask(House.question(game, "tight", state, decision), answered.set_result)
    move = await answered
    assert isinstance(move, Move) and judge(decision.options, move) == 0
    await house.close()


@in_loop
async def test_play_does_not_wait_for_advice_however_slow_and_however_much_is_asked_for() -> None:
    game, (state, decision) = load("holdem"), a_decision("holdem")
    house, answered = House(budget=1e6), asyncio.get_running_loop().create_future()
    for _ in range(100):
        house.advise(Question(game.home, "tight", Endless(), decision), (), lambda said: pytest.fail("It never ends."))
    house.ask(House.question(game, "tight", state, decision), answered.set_result)
    assert isinstance(await answered, Move)
    await house.close()


class Endless:
    """A view that takes for ever to be read."""

    def __reduce__(self) -> tuple[object, ...]:
        return time.sleep, (1e6,)


def test_a_worker_plays_the_strategy_of_a_file_that_the_offer_names(tmp_path: Path) -> None:
    game, (state, decision) = load("holdem"), a_decision("holdem")
    named = f"learnt:{tmp_path / 'nothing'}"
    write_strategy(tmp_path / "nothing", game, game.configure(), Knowledge.empty(), seed=1, options={})
    assert policy_of(game, named, [named]) == named
    with pytest.raises(BadInput, match="no house bot"):
        policy_of(game, named)
    with pytest.raises(BadInput, match="cannot be read"):
        policy_of(game, "learnt:nowhere", ["learnt:nowhere"])
    asked = House.question(game, named, state, decision)
    assert asked.sees.trace[decision.seat] == state.trace[decision.seat]
    move = answer({}, asked)
    assert isinstance(move, Move) and judge(decision.options, move) == 0


def with_workers_to_come(game: Game) -> tuple[House, Crew, list[Question]]:
    """A house whose compiled workers are not ready, and the questions that its plain ones are asked."""
    house, asked, crew = House(), list[Question](), Crew(1, 1.0, (game.home,))
    crew.begin = lambda: None  # type: ignore[method-assign]
    house._compiled[game.home] = crew
    house._plain.ask = lambda question, answered: asked.append(question)  # type: ignore[method-assign]
    return house, crew, asked


@in_loop
async def test_until_a_worker_can_search_the_usual_policy_answers_for_it() -> None:
    game, (state, decision) = load("holdem"), a_decision("holdem")
    house, crew, asked = with_workers_to_come(game)
    crew.ask = lambda question, answered: asked.append(question)  # type: ignore[method-assign]
    wanted = House.question(game, "search:10", state, decision)
    house.ask(wanted, print)
    crew.ready = True
    house.ask(wanted, print)
    usual = next(iter(game.house_bots.policies))
    assert [question.policy for question in asked] == [usual, "search:10"]
    assert asked[0].sees == game.view(state, decision.seat)


@in_loop
async def test_the_blueprint_stands_in_for_the_solver_until_workers_are_ready_and_while_many_wait() -> None:
    game, (state, decision) = load("holdem"), a_decision("holdem")
    house, crew, asked = with_workers_to_come(game)
    wanted = House.question(game, "solver:10", state, decision)
    house.ask(wanted, print)
    crew.ready = True
    for _ in range(MOST_COMPILED + 1):
        house.ask(wanted, print)
    assert [question.policy for question in asked] == ["blueprint"] * 2
    assert crew.waiting == MOST_COMPILED and asked[0].sees == wanted.sees == game.view(state, decision.seat)


def test_a_worker_that_searches_answers_with_a_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game, (state, decision) = load("tests.toys.kuhn"), a_decision("tests.toys.kuhn")
    search_plainly(monkeypatch, game)
    asked, said = io.BytesIO(), io.BytesIO()
    say(asked, House.question(game, "search:5", state, decision))
    asked.seek(0)
    work(asked, said, [game.home])
    said.seek(0)
    answers = [pickle.loads(said.read(int.from_bytes(head))) for head in iter(lambda: said.read(4), b"")]
    assert answers[0] == READY and judge(decision.options, answers[1]) == 0


@in_loop
async def test_bots_of_files_have_a_process_each_and_so_has_each_company_of_one(tmp_path: Path) -> None:
    """What one company remembers, another does not."""
    path = tmp_path / "elephant.py"
    path.write_text(
        "seen = []\n\n\ndef act(view, decision):\n    seen.append(1)\n"
        "    return ('RAISE_TO', decision.named('RAISE_TO').low + len(seen) - 1)\n"
    )
    game, (state, decision) = load("holdem"), a_decision("holdem")
    house, found = House(), list[int]()
    try:
        for company in (0, 1, 0):
            answered = asyncio.get_running_loop().create_future()
            house.ask(House.question(game, f"proc:{path}#{company}", state, decision), answered.set_result)
            found.append((await answered).amount)
    finally:
        await house.close()
    assert found == [200, 200, 201]
