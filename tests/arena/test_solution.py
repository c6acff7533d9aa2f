"""The solver in a replay: what it is asked, what it answers, what it is not told, and what happens while it is away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.replay.clerk import Busy, SolverClerk
from croupier.arena.replay.files import match_of_file
from croupier.arena.replay.pages import OPEN, WATCHING, PointOfView
from croupier.arena.replay.solution import FOLDED, Position, position
from croupier.arena.replay.solver import NO_RANGES, READY, Solver, checked_down
from croupier.arena.replay.telling import AskSolver, Forbidden, Permit, tell
from croupier.games import load
from croupier.games.holdem import GAME
from croupier.games.holdem.blueprint import memory
from croupier.games.holdem.odds import cards_seen
from croupier.games.holdem.records import HOLE
from croupier.kernel.contract.house_bots import Policy
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import parse_cards

from .loops import in_loop
from .network import arena, holdem, http
from .rivers import ANN, ANN_AGAIN, BOB, FLOP, OVER, RIVER, TURN, quick_solver

THREE = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [2000, 2000, 2000]
players = ["Ann", "Bob", "Cid"]
actions = ["d dh p1 AhJh", "d dh p2 QsQd", "d dh p3 5c5d", "p3 f"]
"""


def asked(made: int, eyes: PointOfView = OPEN, text: str = RIVER) -> Any:
    return position(GAME, match_of_file(text).hands[0], made, eyes)


def why(made: int, text: str) -> str:
    """Why the solver says nothing about a decision."""
    return str(asked(made, text=text)["why"])


@pytest.mark.parametrize(("made", "played"), [(ANN, 250), (BOB, 1_000), (ANN_AGAIN, FOLDED)])
def test_every_decision_of_a_river_is_asked_about_with_all_its_bets(made: int, played: int) -> None:
    found = asked(made)
    assert (found.moved, found.played) == (made - ANN + 6, played)
    assert found.view == asked(ANN_AGAIN).view
    assert found.view.moves[6:8] == [250, 1_000]
    assert found.names == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("eyes", "made", "held"),
    [(OPEN, ANN, "Ah Jh"), (OPEN, BOB, "Qs Qd"), (0, ANN, "Ah Jh"), (1, BOB, "Qs Qd"), (0, BOB, ""), (1, ANN, ""),
     (WATCHING, ANN, ""), (WATCHING, BOB, "")],
)  # fmt: skip
def test_the_hand_held_is_told_to_eyes_that_see_it_and_never_to_the_solver(
    eyes: PointOfView, made: int, held: str
) -> None:
    found = asked(made, eyes)
    assert found.held == tuple(parse_cards(held))
    assert [cards_seen(found.view, HOLE + seat) for seat in (0, 1)] == [(), ()]


def test_a_spectators_question_is_the_same_whatever_is_held() -> None:
    other = RIVER.replace("AhJh", "4c4d").replace("QsQd", "8c8d")
    assert asked(BOB, WATCHING) == asked(BOB, WATCHING, other)


@pytest.mark.parametrize(
    ("made", "text", "words"),
    [
        (FLOP, RIVER, "this is the flop"),
        (TURN, RIVER, "this is the turn"),
        (2, RIVER, "before the flop"),
        (ANN - 1, RIVER, "Nobody has to decide"),
        (OVER, RIVER, "Nobody has to decide"),
        (ANN, RIVER.replace("antes = [0, 0]", "antes = [10, 10]"), "without antes"),
        (2, THREE, "3 were dealt in"),
    ],
)
def test_where_the_solver_has_nothing_to_say_it_says_why(made: int, text: str, words: str) -> None:
    assert words in why(made, text)


def test_other_games_and_other_limits_are_refused_in_words() -> None:
    leduc = load("leduc")
    match = match_of_file(RIVER)
    hand = match.hands[0]
    hand.opening.state.table.config.structure = 1
    assert "limits its bets" in position(GAME, hand, ANN, OPEN)["why"]  # type: ignore[call-overload,index]
    opening = leduc.start(leduc.configure())
    other = type(hand)(hand.players, None, opening)
    assert "hold'em" in position(leduc, other, 0, OPEN)["why"]  # type: ignore[call-overload,index]


def test_only_permitted_eyes_ask_and_only_about_moves_that_were_made() -> None:
    match = match_of_file(RIVER)
    assert isinstance(tell(match, AskSolver(1, ANN), Permit()), Position)
    for eyes in (OPEN, 0):
        with pytest.raises(Forbidden):
            tell(match, AskSolver(1, ANN, eyes), Permit())  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="13 moves, not 14"):
        tell(match, AskSolver(1, OVER + 1), Permit())


def test_a_solution_stands_where_the_hand_does(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = quick_solver(monkeypatch)
    told: Any = solver.answer(asked(BOB))
    begin = told["nodes"][0]
    assert (told["board"], told["pot"], told["stacks"]) == ("2h 7h 9c Kd 3s", 600, [1700, 1700])
    assert told["names"] == ["Ann", "Bob"] and begin["actor"] == 0
    assert [begin["acts"][act] for act in told["path"]] == ["bet 250"]
    here = told["nodes"][begin["children"][told["path"][0]]]
    assert here["acts"][:2] == ["fold", "call 250"] and here["acts"][told["played"]] == "raise to 1,000"
    place = told["hands"][1].index(told["held"])
    assert sorted(parse_cards(f"{told['held'][:2]} {told['held'][2:]}")) == sorted(parse_cards("Qs Qd"))
    assert sum(row[place] for row in here["shares"]) in range(998, 1003)
    assert 0 < told["exploitability_percent"] < 100
    solved = solver._last
    again: Any = solver.answer(asked(ANN_AGAIN, WATCHING))
    assert solver._last is solved, "a river is solved once, however often it is asked about"
    assert (len(again["path"]), again["held"]) == (2, "")
    assert "shares" in again["nodes"][0], "decisions before the one asked about are told, too"


def test_without_the_blueprints_files_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "DATA", "nowhere")
    told = Solver(Policy(lambda *_: None, memory.load.__wrapped__)).answer(checked_down())
    assert "cards.bin is missing" in told["why"]


def test_a_hand_that_the_blueprint_does_not_know_has_no_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    blinds = RIVER.replace("[50, 100]", "[10, 100]")
    assert quick_solver(monkeypatch).answer(asked(ANN, text=blinds)) == {"why": NO_RANGES}


class Away:
    """A process that comes and answers when the test says so."""

    def __init__(self) -> None:
        self.runs, self.comes = False, asyncio.Semaphore(0)
        self.said: asyncio.Queue[Any] = asyncio.Queue()

    async def hear(self, seconds: float) -> Any:
        self.runs = True
        self.comes.release()
        return await self.said.get()

    async def ask(self, value: Any, seconds: float) -> Any:
        answer = await self.said.get()
        if answer is None:
            self.runs = False
            raise TimeoutError
        return answer

    async def end(self) -> None:
        self.runs = False


def clerk_of(process: Away) -> SolverClerk:
    clerk = SolverClerk()
    clerk._helper = process  # type: ignore[assignment]
    return clerk


async def refused(clerk: SolverClerk) -> str:
    """In which words the clerk asks for patience."""
    with pytest.raises(Busy) as told:
        await clerk.ask(asked(ANN))
    return str(told.value)


@in_loop
async def test_nobody_waits_for_a_solver_that_is_not_ready_and_one_that_was_ended_begins_anew() -> None:
    process = Away()
    clerk = clerk_of(process)
    assert "getting ready" in await refused(clerk)
    await process.comes.acquire()
    assert "getting ready" in await refused(clerk)
    process.said.put_nowait(READY)
    await clerk._coming  # type: ignore[misc]
    process.said.put_nowait({"board": "…"})
    assert await clerk.ask(asked(ANN)) == {"board": "…"}
    process.said.put_nowait(None)
    assert "too long" in await refused(clerk)
    assert "getting ready" in await refused(clerk)
    await process.comes.acquire()
    assert process.comes.locked(), "it came twice, and no more often"
    await clerk.close()


@in_loop
async def test_a_solver_that_never_will_be_ready_has_one_answer_for_all() -> None:
    process = Away()
    clerk = clerk_of(process)
    assert "getting ready" in await refused(clerk)
    process.said.put_nowait({"why": "The blueprint's file is missing."})
    await clerk._coming  # type: ignore[misc]
    assert await clerk.ask(asked(ANN)) == {"why": "The blueprint's file is missing."}
    await clerk.close()


@in_loop
async def test_the_solver_is_asked_over_http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with arena(tmp_path, holdem()) as room:
        solver = quick_solver(monkeypatch)

        async def answers(about: Position) -> Any:
            return solver.answer(about)

        async def away(about: Position) -> Any:
            raise Busy("The solver is getting ready.")

        monkeypatch.setattr(room.room.solver, "ask", answers)
        where = "/api/replays?hand=1&ask=solver&made="
        status, told = await http(room, f"{where}{ANN}&eyes=0", "POST", RIVER.encode())
        assert status == 200 and told["held"] in ("AhJh", "JhAh")
        status, told = await http(room, f"{where}{ANN}&eyes=1", "POST", RIVER.encode())
        assert status == 200 and told["held"] == ""
        status, told = await http(room, f"{where}{FLOP}", "POST", RIVER.encode())
        assert status == 200 and "this is the flop" in told["why"]
        assert (await http(room, f"{where}99", "POST", RIVER.encode()))[0] == 400
        monkeypatch.setattr(room.room.solver, "ask", away)
        status, told = await http(room, f"{where}{ANN}", "POST", RIVER.encode())
        assert (status, told["code"], told["retry_after_ms"]) == (503, "BUSY", 2_000)
