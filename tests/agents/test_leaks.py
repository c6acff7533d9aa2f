"""What bots try in order to learn cards, and that it tells them nothing: memories, keys, seeds that can be guessed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import holdem
from croupier.agents.bot import Bot, PolicyBot, house_policy
from croupier.agents.loading import Entrant, bot_in, house_bot, load_bots
from croupier.agents.terms import Terms
from croupier.cli.main import main
from croupier.games.genome import GAME as GENOME
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.record import Played
from croupier.kernel.vocabulary.keys import FRESH_BELOW, fresh_seed, house_key, seat_key
from croupier.kernel.vocabulary.rng import SEEDS_BELOW
from croupier.simulate.match.match import Match
from croupier.simulate.match.results import Results
from croupier.simulate.match.seating import company_of
from croupier.simulate.record.record_file import RecordFile
from croupier.simulate.record.second_opinion import second_opinions
from croupier.simulate.record.storage import read
from tests.simulate.plainly import play_plainly
from tests.toys.kuhn import GAME as KUHN

GALLERY = Path(__file__).parent / "gallery"
HEADS_UP = holdem.configure(seats=2, hands=1)
STATION = Entrant("station", partial(house_bot, holdem.GAME, "station"))


def remembering(name: str) -> Callable[[], Bot]:
    return partial(bot_in, GALLERY / "remembers.py", name)


def play(make: Callable[[], Bot], **options: Any) -> Results:
    """A duplicate match against the station."""
    return Match(holdem.GAME, HEADS_UP, [Entrant("spy", make), STATION], duplicate=True, **options).play()


def test_a_memory_is_worth_nothing_in_duplicate_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless it is shared behind our back, which is what shows that the bot makes something of it."""
    monkeypatch.setitem(sys.__dict__, "what all of us have seen", {})
    forgets, remembers, shares = (
        play(remembering(name), hands=1_000, seed=7).result(0) for name in ("Forgets", "Remembers", "Shares")
    )
    assert remembers == forgets
    assert shares.low > forgets.high + 100


@pytest.mark.parametrize("rotations", [1, 2, 3, 6])
def test_a_company_sees_every_deal_once_and_from_everywhere(rotations: int) -> None:
    for deal in range(2 * rotations):
        assert sorted(company_of(deal, rotation, rotations) for rotation in range(rotations)) == [*range(rotations)]
    for company in range(rotations):
        seen = [(deal, turn) for deal in range(rotations) for turn in range(rotations)]
        turns = {turn for deal, turn in seen if company_of(deal, turn, rotations) == company}
        assert turns == set(range(rotations))


def test_instances_go_on_as_they_were_when_a_match_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their memories do not: they start afresh."""
    play_plainly(monkeypatch, KUHN)

    def played(hands: int, **files: Path) -> list[int]:
        started: list[int] = []

        class Counter(Bot):
            def __init__(self) -> None:
                self.number = len(made)
                made.append(self)

            def hand_started(self, view: Any) -> None:
                started.append(self.number)

            def act(self, view: Any, decision: Any) -> Any:
                return decision.legal[0]

        made: list[Counter] = []
        entrants = [Entrant("counter", Counter), Entrant("random", partial(house_bot, KUHN, "random"))]
        Match(KUHN, KUHN.configure(), entrants, hands=hands, seed=4, duplicate=True, **files).play()
        return started

    whole = played(12, out=tmp_path / "whole")
    first, rest = played(6, out=tmp_path / "cut"), played(12, resume=tmp_path / "cut")
    assert whole == [0, 1, 1, 0] * 3 and first + rest == whole


def test_a_second_opinion_remembers_no_more_than_the_bot_did(tmp_path: Path) -> None:
    play(remembering("Remembers"), hands=60, seed=7, out=tmp_path / "record")
    found = list(second_opinions(RecordFile(tmp_path / "record"), remembering("Remembers"), players=["spy"]))
    assert len(found) > 60 and all(opinion.same for opinion in found)


def program(behaviour: str) -> str:
    return f"cmd:{sys.executable} {GALLERY / 'program.py'} '{behaviour}'"


def raises(played: list[Played]) -> int:
    """How often the first bot raised."""
    return sum(move[0] == hand.seating.index(0) and move[1] == "RAISE_TO" for hand in played for move in hand.moves)


@pytest.mark.parametrize("apart", [True, False])
def test_a_program_gets_each_rotation_in_a_process_of_its_own(
    apart: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It raises when it sees a flop again: with one process for all rotations, in every other hand."""
    if not apart:
        monkeypatch.setattr("croupier.simulate.match.sitting.company_of", lambda *_: 0)
    entrants = [*load_bots(holdem.GAME, [program("recognises")], Terms(600_000)), STATION]
    Match(holdem.GAME, HEADS_UP, entrants, hands=12, seed=3, duplicate=True, out=tmp_path / "record").play()
    assert raises(list(read(tmp_path / "record")[1])) == (0 if apart else 6)


def hole_cards(key: int, deal: int) -> tuple[int, ...]:
    """The cards that a key deals to both seats."""
    state = holdem.GAME.start(HEADS_UP).state
    return RandomDealer(key, deal).deal(state, holdem.GAME.pending(state)[0]).cards


class Cracker(PolicyBot):
    """Keeps every number that it is given to draw from, and every word of its generator, alone and in pairs."""

    given: ClassVar[list[int]] = []

    def __init__(self) -> None:
        super().__init__(house_policy(holdem.GAME, "tight"))

    def draw_from(self, key: int) -> None:
        super().draw_from(key)
        self.keep(key)

    def draw_for_decision(self, key: int, stream: int) -> None:
        super().draw_for_decision(key, stream)
        self.keep(key, stream)

    def act(self, view: Any, decision: Any) -> Any:
        self.keep()
        return super().act(view, decision)

    def keep(self, *keys: int) -> None:
        words = (self.rng.a, self.rng.b, self.rng.c)
        self.given += [*keys, *words, *(low | high << 32 for low, high in permutations(words, 2))]


@pytest.mark.parametrize("of_the_house", [True, False])
def test_the_generator_of_a_bot_deals_no_cards(
    of_the_house: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even what house bots draw from, which is the same in Python as compiled."""
    monkeypatch.setattr(Cracker, "given", [])
    if of_the_house:
        monkeypatch.setattr("croupier.agents.player.PolicyBot", Cracker)
    seed, deals = 918_273_645, 8
    entrants = [Entrant("cracker", Cracker), STATION]
    Match(holdem.GAME, HEADS_UP, entrants, hands=deals, seed=seed, out=tmp_path / "record").play()
    dealt = [tuple(hand.moves[0][3]) for hand in read(tmp_path / "record")[1]]
    assert dealt == [hole_cards(seed, deal) for deal in range(deals)], "with the seed it would be easy"
    tried = {hole_cards(key, deal) for key in set(Cracker.given) for deal in range(deals)}
    assert len(tried) > 40 * deals and not tried & set(dealt)
    assert seed not in Cracker.given and (house_key(seed) in Cracker.given) == of_the_house


@given(seed=st.integers(-SEEDS_BELOW, SEEDS_BELOW), deal=st.integers(0, 2**32 - 1), seat=st.integers(0, 9))
def test_every_seat_of_every_deal_has_a_key_of_its_own(seed: int, deal: int, seat: int) -> None:
    keys = [seat_key(seed, deal, seat), seat_key(seed, deal, seat + 1), seat_key(seed, deal + 1, seat)]
    keys += [seat_key(seed + 1, deal, seat), house_key(seed), house_key(seed + 1), seed]
    assert len(set(keys)) == len(keys) and all(-SEEDS_BELOW <= key <= SEEDS_BELOW for key in keys)


def test_a_fresh_seed_is_never_the_same() -> None:
    seeds = [fresh_seed() for _ in range(200)]
    assert len(set(seeds)) == 200 and all(0 <= seed < FRESH_BELOW < SEEDS_BELOW for seed in seeds)
    assert max(seeds) > FRESH_BELOW // 2


@pytest.mark.parametrize("known", [True, False])
def test_a_program_cannot_predict_cards_unless_it_is_told_the_seed(
    known: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It raises when its cards are those of seed 1, which once was the seed of every match."""
    words = ["match", program("predicts"), "house:station", "--hands", "4", "--out", "record", "--json"]
    words += ["--limit-ms", "600000"]
    assert main([*words, *(["--seed", "1"] if known else [])]) == 0
    answer = json.loads(capsys.readouterr().out)
    series, played = read(tmp_path / "record")
    assert series.seed == answer["seed"] and (series.seed == 1) == known
    hands = list(played)
    assert (raises(hands) == len(hands)) == known, "one hand of many may be that of seed 1 by chance"


DEALING = {
    "match": ["match", "random", "random", "--game", "tests.toys.kuhn", "--hands", "4", "--no-record"],
    "contest": ["match", *["random"] * 3, "--game", "tests.toys.kuhn", "--hands", "4", "--round-robin"],
    "simulate": ["simulate", "tests.toys.kuhn", "--hands", "4"],
    "genome": ["genome", "simulate", "kuhn", "--hands", "4"],
    "equity": ["equity", "AhKh", "QsQd", "??", "--samples", "10"],
}


@pytest.mark.parametrize("verb", DEALING)
def test_every_command_that_deals_draws_a_fresh_seed_and_tells_it(
    verb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_plainly(monkeypatch, KUHN, GENOME)
    seeds = []
    for _ in range(2):
        assert main([*DEALING[verb], "--json"]) == 0
        seeds.append(json.loads(capsys.readouterr().out)["seed"])
    assert len({*seeds, 1}) == 3
    assert main([*DEALING[verb], "--seed", "77"]) == 0
    assert "from seed 77" in capsys.readouterr().out
