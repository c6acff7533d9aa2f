"""Matches between bots: the same result however it is come by, and nothing but what a seat may know."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier import holdem
from croupier.agents.bot import Bot, FunctionBot, PolicyBot, house_policy
from croupier.agents.loading import Entrant
from croupier.agents.player import PATIENCE
from croupier.agents.remote import TooLate
from croupier.kernel.contract.game import Game, Move
from croupier.kernel.contract.record import Misdeed, Played, Series, replay
from croupier.kernel.errors import BadInput, Diverged
from croupier.kernel.language.records import to_dict
from croupier.simulate.match.match import Match
from croupier.simulate.match.results import Results
from croupier.simulate.record.storage import read
from tests.simulate.plainly import play_plainly
from tests.toys.pennies import GAME as PENNIES
from tests.toys.refill import GAME as REFILL

HEADS_UP = holdem.configure(seats=2, hands=1)
TWO = REFILL.configure(seats=2)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only hold'em is compiled here."""
    play_plainly(monkeypatch, REFILL, PENNIES)


def house(game: Game, *names: str) -> list[Entrant]:
    return [Entrant(f"{name} {i}", partial(PolicyBot, house_policy(game, name))) for i, name in enumerate(names)]


def numbers(results: Results) -> list[Any]:
    return [(results.result(bot), results.raw(bot)) for bot in range(len(results.names))]


def hands_of(record: Path) -> tuple[Series, list[Played]]:
    series, played = read(record)
    return series, list(played)


CASES = {
    "refill": (REFILL, REFILL.configure(seats=3, turns=2), ("random", "random", "random")),
    "holdem": (holdem.GAME, HEADS_UP, ("station", "random")),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("duplicate", [False, True], ids=["once", "duplicate"])
def test_a_house_bot_plays_the_same_compiled_recorded_and_asked(
    case: str, duplicate: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only hold'em is compiled here; the other games are driven in plain Python."""
    game, config, names = CASES[case]
    alone = Match(game, config, house(game, *names), hands=60, seed=5, duplicate=duplicate).play()
    found = []
    for path in (tmp_path / "compiled", tmp_path / "asked"):
        if path.name == "asked":
            monkeypatch.setattr("croupier.simulate.match.sitting.plays_compiled", lambda bot: False)
            play_plainly(monkeypatch, game)
        match = Match(game, config, house(game, *names), hands=60, seed=5, duplicate=duplicate, out=path)
        found.append(numbers(match.play()))
        series, hands = hands_of(path)
        for hand in hands:
            assert list(replay(game, series, hand))
    assert found == [numbers(alone)] * 2
    assert (tmp_path / "compiled").read_bytes() == (tmp_path / "asked").read_bytes()


class Watcher(Bot):
    """Calls, and keeps all that it was shown and told."""

    def __init__(self) -> None:
        self.views: list[Any] = []
        self.decisions: list[Any] = []
        self.facts: list[list[Any]] = []
        self.ends: list[tuple[Any, int]] = []
        self.starts: list[Any] = []

    def act(self, view: Any, decision: Any) -> str:
        self.views.append(view)
        self.decisions.append(decision)
        return "CALL" if view.to_call else "CHECK"

    def hand_started(self, view: Any) -> None:
        self.starts.append(view)
        self.facts.append([])

    def saw(self, fact: Any) -> None:
        self.facts[-1].append(fact)

    def hand_over(self, view: Any, score: int) -> None:
        self.ends.append((view, score))


def test_a_bot_sees_exactly_what_its_seat_sees(tmp_path: Path) -> None:
    game, bot = holdem.GAME, Watcher()
    entrants = [Entrant("watcher", lambda: bot), *house(game, "station")]
    Match(game, HEADS_UP, entrants, hands=12, seed=2, out=tmp_path / "record").play()
    series, hands = hands_of(tmp_path / "record")
    views, decisions = iter(bot.views), iter(bot.decisions)
    for number, hand in enumerate(hands):
        seat = hand.seating.index(0)
        steps = list(replay(game, series, hand))
        assert bot.starts[number] == game.view(steps[0].state, seat)
        for step, move in zip(steps, hand.moves, strict=False):
            if move[0] == seat:
                assert next(views) == game.view(step.state, seat)
                assert next(decisions) == game.decision(step.state, seat)
        assert bot.facts[number] == [fact for step in steps for fact in step.events.seen_by(seat)]
        assert bot.ends[number] == (game.view(steps[-1].state, seat), hand.scores[seat])
    assert next(views, None) is None


@pytest.mark.parametrize("cut", [1, 40, 4000])
def test_a_resumed_series_ends_as_if_it_had_never_stopped(cut: int, tmp_path: Path) -> None:
    def entrants() -> list[Entrant]:
        return [Entrant("me", partial(FunctionBot, lambda view, decision: "SWAP")), *house(REFILL, "random")]

    whole, torn = tmp_path / "whole", tmp_path / "torn"
    through = Match(REFILL, TWO, entrants(), hands=80, seed=3, duplicate=True, out=whole).play()
    torn.write_bytes(whole.read_bytes()[:-cut])
    resumed = Match(REFILL, TWO, entrants(), hands=80, seed=3, duplicate=True, resume=torn).play()
    assert torn.read_bytes() == whole.read_bytes()
    assert numbers(resumed) == numbers(through)
    assert [resumed.errors(bot) for bot in (0, 1)] == [through.errors(bot) for bot in (0, 1)]


def test_a_series_is_resumed_only_as_itself(tmp_path: Path) -> None:
    record = tmp_path / "record"
    Match(REFILL, TWO, house(REFILL, "random", "random"), hands=4, seed=3, out=record).play()
    with pytest.raises(BadInput, match="seed 3, not 4"):
        Match(REFILL, TWO, house(REFILL, "random", "random"), hands=4, seed=4, resume=record)
    with pytest.raises(BadInput, match="more than the 2 hands"):
        Match(REFILL, TWO, house(REFILL, "random", "random"), hands=2, seed=3, resume=record)
    swapped = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join([swapped[0], swapped[2], swapped[1]]))
    with pytest.raises(BadInput, match="line 2, is not the match that should come there"):
        Match(REFILL, TWO, house(REFILL, "random", "random"), hands=4, seed=3, resume=record)


def test_a_broken_record_is_refused_by_its_line(tmp_path: Path) -> None:
    record = tmp_path / "record"
    record.write_bytes(b'{"croupier":"match"}\n')
    with pytest.raises(BadInput, match="is no record of a match: Object missing required field `game`"):
        read(record)
    record.unlink()
    Match(REFILL, TWO, house(REFILL, "random", "random"), hands=2, seed=1, out=record).play()
    record.write_bytes(record.read_bytes() + b"[]\n")
    with pytest.raises(BadInput, match="line 4, is no match"):
        list(read(record)[1])
    (tmp_path / "empty").touch()
    with pytest.raises(BadInput, match="is empty"):
        read(tmp_path / "empty")


def test_a_changed_hand_does_not_replay() -> None:
    series = Series("refill", REFILL.version, to_dict(TWO), ["a", "b"], 1, False, 1)
    with pytest.raises(Diverged, match="deal 0, step 1, is refused"):
        list(replay(REFILL, series, Played(0, [0, 1], [(0, "SWAP", 0, [])], [0, 0])))
    with pytest.raises(Diverged, match="ends with None"):
        list(replay(REFILL, series, Played(0, [0, 1], [], [0, 0])))


def test_interrupted_matches_report_what_they_have() -> None:
    def stop(view: Any, decision: Any) -> str:
        if len(asked) == 20:
            raise KeyboardInterrupt
        asked.append(view)
        return decision.legal[0]

    asked: list[Any] = []
    entrants = [Entrant("me", partial(FunctionBot, stop)), *house(REFILL, "random")]
    results = Match(REFILL, TWO, entrants, hands=500, seed=1).play()
    assert not results.complete
    assert 0 < results.plays < 500


def test_the_same_cards_come_in_every_rotation(tmp_path: Path) -> None:
    record = tmp_path / "record"
    Match(
        holdem.GAME, HEADS_UP, house(holdem.GAME, "station", "random"), hands=20, seed=1, duplicate=True, out=record
    ).play()
    _, hands = hands_of(record)
    for one, other in zip(hands[::2], hands[1::2], strict=True):
        assert (one.deal, one.seating) == (other.deal, other.seating[::-1])
        first, second = ([move[3] for move in hand.moves if move[0] == "house"] for hand in (one, other))
        assert all(a == b for a, b in zip(first, second, strict=False))


def test_duplicate_play_of_equal_bots_is_exactly_even() -> None:
    entrants = house(holdem.GAME, "station", "station")
    results = Match(holdem.GAME, HEADS_UP, entrants, hands=400, seed=1, duplicate=True).play()
    assert [results.result(bot) for bot in (0, 1)] == [(0, 0, 0)] * 2


def test_duplicate_play_narrows_the_interval() -> None:
    def half(duplicate: bool) -> float:
        entrants = house(holdem.GAME, "station", "random")
        results = Match(holdem.GAME, HEADS_UP, entrants, hands=20_000, seed=1, duplicate=duplicate).play()
        saved.append(results.saved_by_duplicate())
        return results.result(0).high - results.result(0).low

    saved: list[float | None] = []
    once, twice = half(False), half(True)
    assert saved[0] is None
    assert saved[1] is not None
    assert saved[1] > 1.2
    assert (once / twice) ** 2 == pytest.approx(saved[1], rel=0.15)


def test_the_luck_after_an_all_in_is_taken_out(tmp_path: Path) -> None:
    def shove(view: Any, decision: Any) -> Any:
        raising = decision.named("RAISE_TO")
        return ("RAISE_TO", raising.high) if raising else "CALL"

    entrants = [Entrant("me", partial(FunctionBot, shove)), *house(holdem.GAME, "station")]
    results = Match(holdem.GAME, HEADS_UP, entrants, hands=600, seed=4, out=tmp_path / "record").play()
    assert results.saved_by_adjustment() > 5
    raw, adjusted = results.raw(0), results.result(0)
    assert raw.low < adjusted.mean < raw.high
    _, hands = hands_of(tmp_path / "record")
    assert sum(hand.adjusted is not None for hand in hands) > 590
    for hand in hands:
        adjusted_scores = hand.adjusted or hand.scores
        assert sum(adjusted_scores) == 0
        assert all(-10_000 <= score <= 10_000 for score in adjusted_scores)


def test_without_luck_after_the_last_decision_nothing_is_adjusted(tmp_path: Path) -> None:
    entrants = [Entrant("me", partial(FunctionBot, lambda view, decision: "FOLD")), *house(holdem.GAME, "station")]
    results = Match(holdem.GAME, HEADS_UP, entrants, hands=10, seed=1, out=tmp_path / "record").play()
    assert results.result(0) == results.raw(0)
    assert all(hand.adjusted is None for hand in hands_of(tmp_path / "record")[1])


def test_the_clock_waits_until_everybody_was_asked(tmp_path: Path) -> None:
    def dawdle(view: Any, decision: Any) -> str:
        raise TooLate("asleep")

    entrants = [Entrant("late", partial(FunctionBot, dawdle)), *house(PENNIES, "random")]
    results = Match(PENNIES, PENNIES.configure(rounds=1), entrants, hands=2, seed=1, out=tmp_path / "record").play()
    _, hands = hands_of(tmp_path / "record")
    for hand in hands:
        late = hand.seating.index(0)
        assert [move[0] for move in hand.moves][:2] == [1 - late, "clock"]
        assert hand.misdeeds[0] == Misdeed(hand.misdeeds[0].step, late, "too late", "asleep", "CHOOSE 1")
    assert results.errors(0)[0].what == "too late"


def test_in_a_game_without_a_clock_the_late_make_their_default_move(tmp_path: Path) -> None:
    def dawdle(view: Any, decision: Any) -> str:
        raise TooLate("asleep")

    entrants = [Entrant("late", partial(FunctionBot, dawdle)), *house(REFILL, "random")]
    Match(REFILL, TWO, entrants, hands=4, seed=1, out=tmp_path / "record").play()
    series, hands = hands_of(tmp_path / "record")
    for hand in hands:
        assert list(replay(REFILL, series, hand))
        assert all(move[0] != "clock" for move in hand.moves)


@pytest.mark.parametrize("kind", [0, -1, -2, -3, 99, 2**61, 2**80])
def test_no_kind_of_move_drives_the_driver(kind: int) -> None:
    entrants = [Entrant("me", partial(FunctionBot, lambda view, decision: Move(kind))), *house(REFILL, "random")]
    results = Match(REFILL, TWO, entrants, hands=4, seed=1).play()
    assert results.plays == 4
    assert [wrong.what for wrong in results.errors(0)] == ["illegal"]


def test_a_bot_that_never_decides_is_made_to() -> None:
    def come_and_go(view: Any, decision: Any) -> str:
        return "AWAY" if "AWAY" in decision.legal else "BACK"

    config = holdem.configure(seats=2, hands=1, seating="open")
    entrants = [Entrant("restless", partial(FunctionBot, come_and_go)), *house(holdem.GAME, "station")]
    results = Match(holdem.GAME, config, entrants, hands=1, seed=1).play()
    assert f"after {PATIENCE} asides to one decision" in results.errors(0)[0].examples[0][1].detail


def test_asides_are_counted_for_each_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a long match a bot may step out as often as it likes, as long as it decides in between."""

    def step_out(view: Any, decision: Any) -> str:
        if "BACK" in decision.legal:
            stepped.append("BACK")
            return "BACK"
        if len(stepped) % 3 < 2 and "AWAY" in decision.legal:
            stepped.append("AWAY")
            return "AWAY"
        stepped.append("decided")
        return "CALL" if "CALL" in decision.legal else "CHECK"

    stepped: list[str] = []
    monkeypatch.setattr("croupier.agents.player.PATIENCE", 2)
    config = holdem.configure(seats=2, hands=1, seating="open")
    entrants = [Entrant("restless", partial(FunctionBot, step_out)), *house(holdem.GAME, "station")]
    results = Match(holdem.GAME, config, entrants, hands=4, seed=1).play()
    assert results.errors(0) == [] and stepped.count("AWAY") > 8


def test_hands_are_on_disk_and_shown_before_the_match_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(done: int) -> None:
        seen.append((done, len(record.read_bytes().splitlines()) - 1 if done else 0))

    seen: list[tuple[int, int]] = []
    record = tmp_path / "record"
    monkeypatch.setattr("croupier.simulate.match.match.BATCH_SECONDS", 0)
    entrants = [Entrant("slow", partial(FunctionBot, lambda view, decision: "SWAP")), *house(REFILL, "random")]
    Match(REFILL, TWO, entrants, hands=3, seed=1, out=record).play(look)
    assert seen == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_a_seed_that_is_too_long_is_refused_and_leaves_no_record(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="A seed is a whole number of at most 18 digits"):
        Match(REFILL, TWO, house(REFILL, "random", "random"), hands=4, seed=10**22, out=tmp_path / "record")
    assert not (tmp_path / "record").exists()


def test_randomness_of_a_bot_is_that_of_its_deal_and_seat() -> None:
    class Roller(Bot):
        def __init__(self) -> None:
            self.rolled: list[float] = []

        def act(self, view: Any, decision: Any) -> str:
            self.rolled.append(self.random.random())
            return decision.legal[0]

    runs = []
    for _ in range(2):
        bot = Roller()
        entrants = [Entrant("roller", lambda bot=bot: bot), *house(REFILL, "random")]
        Match(REFILL, TWO, entrants, hands=10, seed=8).play()
        runs.append(bot.rolled)
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == len(runs[0])


@pytest.mark.parametrize(
    "hands, bots, message", [(0, 2, "At least one hand"), (5, 3, "2 seats here: name 2 bots, not 3")]
)
def test_a_match_that_makes_no_sense_is_refused(hands: int, bots: int, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Match(REFILL, TWO, house(REFILL, *["random"] * bots), hands=hands, seed=1)


@pytest.mark.parametrize("alone", [True, False])
def test_a_match_that_looks_up_after_every_step_is_the_same(
    alone: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a Ctrl-C is met however long one match is; with a record, and without one between house bots alone."""
    found = []
    for number, steps in enumerate((4096, 1)):
        monkeypatch.setattr("croupier.simulate.match.driver.SLICE", steps)
        out = None if alone else tmp_path / f"{number}"
        match = Match(holdem.GAME, HEADS_UP, house(holdem.GAME, "station", "random"), hands=40, seed=5, out=out)
        found.append(numbers(match.play()))
    assert found[0] == found[1]
    assert alone or (tmp_path / "0").read_bytes() == (tmp_path / "1").read_bytes()
