"""Nameplates: a bot knows who sits where, by an id that stays with its player."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier import holdem
from croupier.agents.bot import Bot
from croupier.agents.loading import Entrant, bot_in, house_bot
from croupier.kernel.contract.nameplate import Nameplate
from croupier.simulate.match.match import Match
from croupier.simulate.record.record_file import RecordFile
from croupier.simulate.record.second_opinion import second_opinions
from tests.simulate.plainly import play_plainly
from tests.toys.refill import GAME as REFILL

DOCUMENT = Path(__file__).parents[2] / "docs/write-a-bot.md"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only hold'em is compiled here."""
    play_plainly(monkeypatch, REFILL)


class Host(Bot):
    """Notes who sits where, and whether that is the same from the start of a match to its end."""

    def __init__(self) -> None:
        self.tables: list[tuple[int, tuple[Nameplate, ...]]] = []
        self.changed = 0

    def hand_started(self, view: Any) -> None:
        self.tables.append((view.seat, self.players))

    def act(self, view: Any, decision: Any) -> Any:
        self.changed += self.tables[-1] != (view.seat, self.players)
        return decision.legal[0]

    def saw(self, fact: Any) -> None:
        self.changed += self.tables[-1][1] != self.players

    def hand_over(self, view: Any, score: int) -> None:
        self.changed += self.tables[-1] != (view.seat, self.players)


def test_an_id_stays_with_its_player_wherever_it_sits(tmp_path: Path) -> None:
    host = Host()
    names = ["host", "random one", "random two"]
    entrants = [Entrant(names[0], lambda: host), *(Entrant(n, partial(house_bot, REFILL, "random")) for n in names[1:])]
    Match(REFILL, REFILL.configure(seats=3), entrants, hands=12, seed=1, out=tmp_path / "record").play()
    assert host.changed == 0 and len(host.tables) == 12
    for seat, players in host.tables:
        assert {player.id: player.name for player in players} == {
            f"player-{number}": name for number, name in enumerate(names, 1)
        }
        assert players[seat].name == "host"
    assert len({players for _, players in host.tables}) == 6

    record = RecordFile(tmp_path / "record", "tests.toys.refill")
    again = Host()
    list(second_opinions(record, lambda: again, players=["host"]))
    assert again.tables == host.tables


def test_the_scout_of_the_document_tells_its_opponents_apart(tmp_path: Path) -> None:
    blocks = DOCUMENT.read_text(encoding="utf-8").split("```")
    (tmp_path / "scout.py").write_text(next(block for block in blocks if "class Scout" in block).removeprefix("python"))
    scout: Any = bot_in(tmp_path / "scout.py")
    house = [Entrant(name, partial(house_bot, holdem.GAME, name)) for name in ("station", "random")]
    config = holdem.configure(seats=3, hands=1)
    results = Match(holdem.GAME, config, [Entrant("scout", lambda: scout), *house], hands=300, seed=1).play()
    assert results.errors(0) == []
    assert scout.hands == {"player-1": 300, "player-2": 300, "player-3": 300}
    assert scout.raises["player-1"] == scout.raises["player-2"] == 0 and scout.raises["player-3"] > 150
