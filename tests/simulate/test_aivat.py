"""AIVAT: the hands that are thought possible are the right ones, moves differ by what follows from them, the mean stays
what it is, and intervals get narrower and still hold."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pytest

from croupier.agents.bot import house_policy
from croupier.agents.loading import load_bot, load_bots
from croupier.agents.terms import Terms
from croupier.cli.main import main
from croupier.games.holdem import GAME
from croupier.games.holdem.blueprint.cards import pair_number
from croupier.games.holdem.blueprint.play import BLUEPRINT
from croupier.games.holdem.blueprint.ranges import ranges
from croupier.games.holdem.blueprint.strategies import strategy_of
from croupier.games.holdem.rules import CALL, CHECK, FOLD
from croupier.kernel.contract.dealers import StackedDealer
from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.contract.state import State
from croupier.kernel.statistics import Sample
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.evaluate import rank_many
from croupier.kernel.vocabulary.menu import TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE
from croupier.simulate.match.aivat import Effort, Judge, Known, Step, chosen, corrected, known_player
from croupier.simulate.match.match import Match
from croupier.simulate.record.storage import read

STACK = 10_000
CONFIG = GAME.configure(seats=2, hands=1, stack=STACK)
QUICK = Effort(candidates=256, draws=16, starts=64)
REPEATS, HANDS = 200, 12
DECK = "AcQhAdQd2c7s9d3h5s"
"""Seat 0, on the button, holds queens, seat 1 aces; and the board."""
ACES, BOARD = parse_cards("AcAd"), parse_cards("2c7s9d3h5s")


class MadeUpHand:
    """A hand that is made up, with its steps."""

    def __init__(self) -> None:
        self.state: State = GAME.start(CONFIG).state
        self.dealer, self.steps = StackedDealer(parse_cards(DECK)), list[Step]()

    def to_act(self) -> Decision:
        """Deal until a seat has to act."""
        while (decision := GAME.pending(self.state)[0]).seat == HOUSE:
            self.make(HOUSE, self.dealer.deal(self.state, decision))
        return decision

    def make(self, actor: int, move: Move) -> None:
        GAME.advance(self.state, actor, move)
        self.steps.append((actor, move))

    def checks_on(self, cards: int) -> None:
        """Let both check and call until some cards lie on the board, and seat 1 is to act."""
        while (decision := self.to_act()) and (self.state.table.cards.count[1] < cards or decision.seat != 1):
            self.make(decision.seat, decision.move("CALL" if decision.named("CALL") else "CHECK"))

    def goes_all_in(self) -> None:
        decision = self.to_act()
        raising = decision.named("RAISE_TO")
        assert raising is not None
        self.make(decision.seat, Move(raising.kind, raising.high))


def judged(judge: Judge, seat: int, steps: Iterable[Step], strange: Sequence[int] = ()) -> float:
    return judge.worth(1, seat, steps, strange)


def holdings(judge: Judge) -> np.ndarray:
    """The hands that are still thought possible."""
    found: np.ndarray = judge.held[: int(judge.js[0]["candidates"])]
    return found


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(CONFIG, Known(BLUEPRINT), 1, QUICK)


def test_candidates_are_as_likely_as_the_blueprint_comes_here_with_them() -> None:
    """The button raises and bets the flop as the tree has it; its range says the same without anybody being asked."""
    hand, judge = MadeUpHand(), Judge(CONFIG, Known(BLUEPRINT), 1, QUICK._replace(candidates=4096))
    for _ in range(2):
        while (decision := hand.to_act()).seat != 0:
            hand.make(1, decision.move("CALL" if decision.named("CALL") else "CHECK"))
        told, raising = strategy_of(GAME.view(hand.state, 0), decision), decision.named("RAISE_TO")
        assert told is not None and raising is not None
        hand.make(0, next(move for move in told.moves if move.kind == raising.kind))
    hand.to_act()
    weights = ranges(GAME.view(hand.state, 1))[0]
    for one in range(52):
        for two in range(one):
            if {one, two} & {*ACES, *BOARD[:3]}:
                weights[pair_number(one, two)] = 0
    counts = np.zeros(len(weights))
    for deal in range(20):
        judge.worth(deal, 0, hand.steps)
        for one, two in holdings(judge)[:-1]:
            counts[pair_number(int(one), int(two))] += 1
    assert counts.sum() > 2000 and not counts[weights == 0].any()
    expected = weights / weights.sum() * counts.sum()
    common = expected >= 3
    surprise = ((counts - expected)[common] ** 2 / expected[common]).sum()
    assert abs(surprise - common.sum()) < 5 * np.sqrt(2 * common.sum()), "chi-squared, five deviations"


def won_by_aces(pairs: np.ndarray) -> np.ndarray:
    """What seat 1 wins from each of some hands if stacks go in: 1, 0 or -1 of them."""
    rows = np.array([[*pair, *BOARD] for pair in pairs.tolist()], np.int8)
    aces = rank_many(np.array([[*ACES, *BOARD]], np.int8))[0]
    return np.sign(aces - rank_many(rows))


def test_the_moves_of_a_stranger_differ_by_what_they_win_from_every_candidate(judge: Judge) -> None:
    """It folds or calls an all-in on the river: nothing comes after that."""
    hand = MadeUpHand()
    hand.checks_on(5)
    hand.make(1, hand.to_act().move("CHECK"))
    hand.goes_all_in()
    found = {kind: judged(judge, 0, [*hand.steps, (1, Move(kind))]) for kind in (FOLD, CALL)}
    left = holdings(judge)
    compared = np.array([left[draw % len(left)] for draw in range(QUICK.draws)])
    assert found[FOLD] - found[CALL] == pytest.approx(float((STACK * won_by_aces(compared)).mean()) + 100)


def test_a_known_player_counts_by_what_it_does_with_every_candidate() -> None:
    """Whatever it really did: it calls, or folds, an all-in on the river with every hand."""
    hand = MadeUpHand()
    hand.checks_on(5)
    hand.goes_all_in()
    found = {}
    for kind in (FOLD, CALL):
        judge = Judge(CONFIG, Known(BLUEPRINT, lambda view, decision, kind=kind: {Move(kind): 1.0}), 1, QUICK)
        judged(judge, 0, hand.steps)
        left = holdings(judge).copy()
        found[kind] = judged(judge, 0, [*hand.steps, (0, Move(kind))])
        assert len(holdings(judge)) == len(left), "every hand would have done the same"
    compared = np.array([left[draw % len(left)] for draw in range(QUICK.draws)])
    assert found[FOLD] - found[CALL] == pytest.approx(float((STACK * won_by_aces(compared)).mean()) - 100)


def test_unsolved_decisions_are_left_to_the_policy(judge: Judge) -> None:
    hand = MadeUpHand()
    hand.checks_on(5)
    hand.make(1, hand.to_act().move("CHECK"))
    hand.make(0, hand.to_act().move("CHECK"))
    unsolved = Judge(CONFIG, Known(BLUEPRINT, lambda view, decision: None), 1, QUICK)
    assert judged(unsolved, 0, hand.steps) == judged(judge, 0, hand.steps)


def test_after_a_move_that_its_policy_did_not_make_only_the_real_hand_is_left(judge: Judge) -> None:
    hand = MadeUpHand()
    hand.checks_on(3)
    judged(judge, 0, hand.steps)
    assert len(holdings(judge)) > 1
    judged(judge, 0, hand.steps, strange=[next(at for at, (actor, _) in enumerate(hand.steps) if actor == 0)])
    assert holdings(judge).tolist() == [parse_cards("QhQd")]
    clocked = [(CLOCK, Move(TIMEOUT)) if actor == 0 else (actor, move) for actor, move in hand.steps[:2]]
    judged(judge, 0, clocked)
    assert holdings(judge).tolist() == [parse_cards("QhQd")]


def test_the_clock_of_a_stranger_counts_as_its_move(judge: Judge) -> None:
    """On the river it checks, whoever does it."""
    hand = MadeUpHand()
    hand.checks_on(5)
    by_itself, by_clock = (judged(judge, 0, [*hand.steps, step]) for step in ((1, Move(CHECK)), (CLOCK, Move(TIMEOUT))))
    assert by_itself == by_clock


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match between a bot that plays at random and the blueprint."""
    path = tmp_path_factory.mktemp("aivat") / "match.jsonl"
    bots = load_bots(GAME, ["random", "blueprint"], Terms())
    Match(GAME, CONFIG, bots, hands=REPEATS * HANDS, seed=5, out=path).play()
    return path


def test_intervals_are_narrower_hold_as_often_and_the_mean_stays(record: Path) -> None:
    """REPEATS matches of HANDS hands, cut from one, against the mean of 400,000 hands: -214.5 bb/100. The blueprint is
    the known player."""
    truth = -214.5
    plain = [played.scores[played.seating.index(0)] for played in read(record)[1]]
    less_luck = corrected(record, [None, Known(BLUEPRINT)], effort=QUICK)
    assert Sample.of(plain).variance > 1.5 * Sample.of(less_luck).variance
    gone = Sample.of([float(one - other) for one, other in zip(plain, less_luck, strict=True)]).estimate()
    assert gone.low < 0 < gone.high
    covered = 0
    for start in range(0, REPEATS * HANDS, HANDS):
        found = Sample.of(less_luck[start : start + HANDS]).estimate()
        covered += found.low < truth < found.high
    assert 0.90 * REPEATS < covered < 0.99 * REPEATS


def test_the_blueprint_is_the_known_player_where_both_are_of_the_house() -> None:
    shark, blueprint, solver = (
        known_player(load_bot(GAME, name, Terms())) for name in ("shark", "blueprint", "solver")
    )
    assert solver is not None and solver.chances is not None
    assert [chosen(pair) for pair in ([blueprint, shark], [shark, solver], [None, shark], [shark, shark])] == [
        0,
        1,
        1,
        1,
    ]
    assert known_player(load_bot(GAME, "search:1", Terms())) is None
    assert house_policy(GAME, "blueprint") is BLUEPRINT


def test_match_tells_the_result_with_less_luck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "caller.py"
    bot.write_text("def act(view, decision):\n    return 'CALL' if decision.named('CALL') else 'CHECK'\n")
    words = ["match", str(bot), "blueprint", "--hands", "60", "--seed", "1", "--no-record", "--duplicate"]
    assert main([*words, "--aivat", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    one, other = (bot["aivat"] for bot in told["bots"])
    assert one["mean"] == -other["mean"] and one["high"] - one["low"] > 0
    assert told["saved_by_aivat"] > 0


@pytest.mark.parametrize(
    "words",
    [["examples/bots/caller.py", "cmd:true"], ["station", "tight", "random"], ["random", "greedy", "--game", "kuhn"]],
)
def test_matches_that_cannot_be_corrected_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *words, "--aivat", "--hands", "10"]) == 2
    assert "--aivat is for heads-up hold'em" in capsys.readouterr().err
