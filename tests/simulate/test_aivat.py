"""AIVAT: the terms are exact where they can be, their mean is 0, and intervals get narrower and still hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.agents.bot import house_policy
from croupier.agents.loading import load_bots
from croupier.agents.policies import chain_of, plain_memories_of
from croupier.agents.terms import Terms
from croupier.cli.main import main
from croupier.games.holdem import GAME
from croupier.games.holdem.policies.station import play_station
from croupier.games.holdem.records import Table, View
from croupier.games.holdem.rules import CALL, FOLD, RAISE_TO
from croupier.kernel.contract.dealers import StackedDealer
from croupier.kernel.contract.drive import names_for
from croupier.kernel.contract.state import State
from croupier.kernel.language.jit import bind
from croupier.kernel.statistics import Sample
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.menu import Action, Menu, take
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.match.aivat import MOVES, WHOLE, corrected, share_now, term_of_move, worth_after
from croupier.simulate.match.match import Match
from croupier.simulate.record.storage import read

REPEATS, HANDS = 200, 60


def table_with(board: str) -> Table:
    """Seat 0 has aces, seat 1 kings; both called and checked up to a board."""
    state: State = GAME.start(GAME.configure(seats=2, hands=1)).state
    GAME.advance(state, HOUSE, StackedDealer(parse_cards("KhAhKdAd")).deal(state, GAME.pending(state)[0]))
    dealer, wanted = StackedDealer(parse_cards(board)), len(parse_cards(board))
    while state.table.cards.count[1] < wanted:
        decision = GAME.pending(state)[0]
        if decision.seat == HOUSE:
            GAME.advance(state, HOUSE, dealer.deal(state, decision))
        else:
            GAME.advance(state, decision.seat, decision.move("CALL" if decision.named("CALL") else "CHECK"))
    made: Table = state.table
    return made


@pytest.mark.parametrize(
    ("board", "share"),
    [
        ("2c7s9d3h5s", WHOLE),
        ("2c7s9d3hKs", 0),
        ("2c7s9d3h", WHOLE * 42 // 44),
        ("2c7s3s3h", WHOLE * 42 // 44),
        ("AcAsKc", WHOLE),
    ],
)
def test_a_share_is_that_of_every_board(board: str, share: int) -> None:
    """Kings have two outs on the turn; against four aces they have none."""
    assert share_now(table_with(board), Rng()) == share


def test_the_share_before_a_card_is_the_mean_of_the_shares_after_it() -> None:
    """So the term of a card has the expectation 0."""
    seen = "2c7s9d3hAhAdKhKd"
    used = parse_cards(seen)
    after = [share_now(table_with(f"2c7s9d3h{name}"), Rng()) for name in names_but(used)]
    assert sum(after) == len(after) * share_now(table_with("2c7s9d3h"), Rng())


def names_but(used: list[int]) -> list[str]:
    return ["23456789TJQKA"[card >> 2] + "cdhs"[card & 3] for card in range(52) if card not in used]


def test_a_move_is_worth_what_it_leads_to_if_bets_are_called() -> None:
    table, a = table_with("2c7s9d3h5s"), Action()
    worth = []
    for kind, amount in ((FOLD, 0), (RAISE_TO, 300)):
        take(a, kind)
        a.amount = amount
        worth.append([worth_after(table, seat, a, share) // WHOLE for seat in (0, 1) for share in (0, WHOLE)])
    assert worth == [[-100, -100, 100, 100], [-400, 400, -400, 400]]


def test_a_policy_that_always_does_the_same_has_no_term() -> None:
    ask = chain_of([play_station])
    term = bind(term_of_move, **{**names_for(GAME), "ask": ask})
    table, a = table_with("2c7s9d"), Action()
    take(a, CALL)
    memories = plain_memories_of([play_station])
    assert term(table, 1, 0, View(), Menu(), a, Action(), Rng(), WHOLE // 3, memories) == 0
    take(a, FOLD)
    found = term(table, 1, 0, View(), Menu(), a, Action(), Rng(), WHOLE // 2, memories)
    assert found == MOVES * WHOLE * 100


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match between a bot that always calls and one that plays at random."""
    path = tmp_path_factory.mktemp("aivat") / "match.jsonl"
    bots = load_bots(GAME, ["station", "random"], Terms())
    Match(GAME, GAME.configure(seats=2, hands=1), bots, hands=REPEATS * HANDS, seed=5, out=path).play()
    return path


def test_intervals_are_narrower_hold_as_often_and_the_mean_stays(record: Path) -> None:
    """REPEATS matches of HANDS hands, cut from one, against the mean of 12 million hands: 8.2 bb/100. Only the bot that
    plays at random is known."""
    truth = 8.2
    plain = [played.scores[played.seating.index(0)] for played in read(record)[1]]
    less_luck = corrected(record, [None, house_policy(GAME, "random")])
    assert Sample.of(plain).variance > 2 * Sample.of(less_luck).variance
    gone = Sample.of([float(one - other) for one, other in zip(plain, less_luck, strict=True)]).estimate()
    assert gone.low < 0 < gone.high
    covered = 0
    for start in range(0, REPEATS * HANDS, HANDS):
        found = Sample.of(less_luck[start : start + HANDS]).estimate()
        covered += found.low < truth < found.high
    assert 0.90 * REPEATS < covered < 0.99 * REPEATS


def test_match_tells_the_result_with_less_luck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "caller.py"
    bot.write_text("def act(view, decision):\n    return 'CALL' if decision.named('CALL') else 'CHECK'\n")
    words = ["match", str(bot), "random", "--hands", "400", "--seed", "1", "--no-record", "--duplicate"]
    assert main([*words, "--aivat", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    one, other = (bot["aivat"] for bot in told["bots"])
    assert one["mean"] == -other["mean"] and one["high"] - one["low"] < told["bots"][0]["raw"]["high"] * 2
    assert told["saved_by_aivat"] > 1
    assert main([*words, "--aivat"]) == 0
    shown = capsys.readouterr().out
    assert "AIVAT, as against scores with luck included, saves a factor of" in shown


@pytest.mark.parametrize(
    "words",
    [["examples/bots/caller.py", "cmd:true"], ["station", "tight", "random"], ["random", "greedy", "--game", "kuhn"]],
)
def test_what_cannot_be_corrected_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *words, "--aivat", "--hands", "10"]) == 2
    assert "--aivat is for heads-up hold'em" in capsys.readouterr().err
