"""Search as a house bot: it sees a blindfolded state, and thinks the same thoughts again."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from croupier.agents.bot import Bot
from croupier.agents.loading import Entrant, house_bot, load_bot
from croupier.agents.search_bot import ITERATIONS, SearchBot
from croupier.agents.terms import Terms
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.errors import BadInput
from croupier.simulate.match.match import Match
from croupier.simulate.record.record_file import RecordFile
from croupier.simulate.record.second_opinion import second_opinions
from tests.simulate.plainly import play_plainly, search_plainly
from tests.toys.kuhn import GAME


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """`test_isolation` has a match in which it is compiled, too."""
    play_plainly(monkeypatch, GAME)
    search_plainly(monkeypatch, GAME)


def house(name: str) -> Entrant:
    return Entrant(name.partition(":")[0], partial(house_bot, GAME, name))


def test_iterations_are_part_of_the_name() -> None:
    for text, iterations in (("house:search", ITERATIONS), ("house:search:50", 50)):
        bot = load_bot(GAME, text, Terms())
        assert isinstance(bot, SearchBot) and bot.iterations == iterations
    for text in ("house:search:many", "house:search:0"):
        with pytest.raises(BadInput, match="iteration"):
            load_bot(GAME, text, Terms())


def test_the_same_match_is_played_the_same(tmp_path: Path) -> None:
    """Also if it is interrupted: a bot's randomness begins anew with every deal."""

    def played(hands: int, **files: Path) -> None:
        entrants = [house("search:40"), house("random")]
        Match(GAME, GAME.configure(), entrants, hands=hands, seed=1, **files).play()

    whole, cut = tmp_path / "whole", tmp_path / "cut"
    played(12, out=whole)
    played(5, out=cut)
    played(12, resume=cut)
    lines = whole.read_text().splitlines()
    assert lines[1:] == cut.read_text().splitlines()[1:] and len(set(lines)) > 8


def test_its_thoughts_do_not_hang_on_the_seats_it_has_thought_for_before(tmp_path: Path) -> None:
    """Asked about one deal of its own match alone, it answers as it did."""
    path = tmp_path / "series.jsonl"
    entrants = [house("search:3"), house("random")]
    Match(GAME, GAME.configure(), entrants, hands=16, seed=5, out=path).play()
    record = RecordFile(path, "tests.toys.kuhn")

    def searching() -> Bot:
        return house_bot(GAME, "search:3")

    asked = [
        opinion
        for number in range(16)
        for opinion in second_opinions(record, searching, players=["search"], numbers=[number])
    ]
    assert len(asked) >= 16 and all(opinion.same for opinion in asked)


class Peeking(SearchBot):
    """Looks at all that it is given."""

    def __init__(self) -> None:
        super().__init__(GAME, 1)
        self.given: dict[tuple[int, int], set[tuple[int, ...]]] = {}
        self.asked = 0

    def act(self, view: State, decision: Decision) -> Move:
        told = decision.seat, view.trace[decision.seat]
        self.given.setdefault(told, set()).add((*view.table.flat(), *view.trace))
        self.asked += 1
        return super().act(view, decision)


def test_it_is_given_nothing_that_its_seat_does_not_know() -> None:
    """Whatever the rival holds: who has been told the same is given the same."""
    bot = Peeking()
    Match(
        GAME,
        GAME.configure(),
        [Entrant("a", lambda: bot), house("random")],
        hands=60,
        seed=1,
    ).play()
    assert bot.asked > 2 * len(bot.given)
    assert all(len(states) == 1 for states in bot.given.values())
