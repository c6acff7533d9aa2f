"""How a match ends, and who gets the tokens."""

from __future__ import annotations

import pytest

from croupier.games.battle import GAME
from croupier.games.battle.events import (
    BothLost,
    MatchDrawn,
    MatchWon,
    PlayerLeft,
    PotAwarded,
    PotBurnt,
    SuddenDeathStarted,
)
from croupier.games.battle.records import DISCONNECT, NORMAL, TIMEOUT_REASON
from croupier.games.battle.rounds import end_match
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import GameOver
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.menu import LEAVE, TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK

from .table import Match

NOTHING = "- - -"


def test_hp_at_zero_ends_the_match_before_the_round_limit() -> None:
    match = Match(start_hp=(10, 2))
    match.round("attack - -", NOTHING)
    assert match.told(MatchWon) == [MatchWon(0, NORMAL)]
    assert match.scores == (1, -1)


def test_more_hp_after_the_third_round_wins() -> None:
    match = Match()
    match.round(NOTHING, "attack - -")
    match.round(NOTHING, NOTHING)
    assert match.scores is None
    match.round(NOTHING, NOTHING)
    assert match.told(MatchWon) == [MatchWon(1, NORMAL)]
    assert match.scores == (-1, 1)


def test_both_at_zero_is_a_draw() -> None:
    match = Match(start_hp=2, stake=4)
    match.round("attack - -", "attack - -")
    assert match.hp == (0, 0)
    assert match.told(MatchDrawn) == [MatchDrawn(NORMAL)]
    assert match.told(PotAwarded) == [PotAwarded(0, 4), PotAwarded(1, 4)]
    assert match.scores == (0, 0)


def test_both_at_zero_in_the_last_round_is_no_sudden_death() -> None:
    match = Match(start_hp=2, rounds=1)
    match.round("attack - -", "attack - -")
    assert match.told(SuddenDeathStarted) == []
    assert match.scores == (0, 0)


def test_sudden_death_goes_on_until_the_hps_differ() -> None:
    match = Match()
    for _ in range(3):
        match.round(NOTHING, NOTHING)
    assert match.scores is None
    assert match.told(SuddenDeathStarted) == [SuddenDeathStarted()]
    assert GAME.view(match.state, 0).sudden_death == 1
    match.round("attack - -", "attack - -")
    assert match.scores is None
    match.round("attack - -", NOTHING)
    assert match.told(SuddenDeathStarted) == [SuddenDeathStarted()], "told once"
    assert match.table.hands == 5
    assert match.scores == (1, -1)


def test_sudden_death_is_not_entered_with_different_hps() -> None:
    match = Match(start_hp=(9, 10))
    for _ in range(3):
        match.round(NOTHING, NOTHING)
    assert match.told(SuddenDeathStarted) == []
    assert match.scores == (-1, 1)


def test_max_rounds_ends_in_a_draw() -> None:
    match = Match(max_rounds=5)
    for _ in range(5):
        assert match.scores is None
        match.round(NOTHING, NOTHING)
    assert match.told(MatchDrawn) == [MatchDrawn(NORMAL)]
    assert match.scores == (0, 0)
    assert match.table.tokens == [1, 1]


def test_no_max_rounds_by_default() -> None:
    match = Match()
    for _ in range(150):
        match.round(NOTHING, NOTHING)
    assert match.scores is None


def test_hps_that_differ_at_max_rounds_decide() -> None:
    match = Match(rounds=2, max_rounds=2)
    match.round(NOTHING, NOTHING)
    match.round("attack - -", NOTHING)
    assert match.scores == (1, -1)


@pytest.mark.parametrize("confirmed", [True, False])
def test_disconnect_is_an_immediate_loss(confirmed: bool) -> None:
    match = Match(start_hp=(10, 1))
    if confirmed:
        match.confirm(0, "attack - -")
    events = match.leave(0)
    assert list(events) == [PlayerLeft(0), PotAwarded(1, 2), MatchWon(1, DISCONNECT)]
    assert match.scores == (-1, 1)
    assert match.revealed == []
    assert match.table.hands == 0


def test_disconnect_is_possible_while_only_the_clock_is_awaited() -> None:
    match = Match(reveal_when_confirmed=False)
    match.confirm(0, NOTHING)
    match.confirm(1, NOTHING)
    match.leave(1)
    assert match.scores == (1, -1)


def test_after_the_end_everything_is_refused() -> None:
    match = Match()
    match.leave(0)
    before = match.state.hash()
    for actor, kind in ((0, LEAVE), (1, LEAVE), (CLOCK, TIMEOUT)):
        with pytest.raises(GameOver):
            match.make(actor, Move(kind))
    assert match.state.hash() == before


@pytest.mark.parametrize("winner", [0, 1, -1])
@pytest.mark.parametrize("reason", [NORMAL, TIMEOUT_REASON, DISCONNECT])
def test_end_is_idempotent(winner: int, reason: int) -> None:
    match = Match(stake=5)
    match.leave(1)
    before = match.table.flat()
    out = Out()
    end_match(match.table, out, winner, reason)
    assert match.table.flat() == before
    assert out.count == 0


@pytest.mark.parametrize("stake", [1, 7])
def test_tokens_are_settled_exactly_once_and_conserved(stake: int) -> None:
    def total(match: Match) -> int:
        return sum(match.table.tokens) + match.table.pot + match.table.burnt

    won, drawn, burnt = (Match(stake=stake, start_hp=2, reveal_when_confirmed=False) for _ in range(3))
    won.confirm(0, "attack - -")
    drawn.confirm(0, "attack - -")
    drawn.confirm(1, "attack - -")
    burnt.deadline()
    for match in (won, drawn, burnt):
        match.deadline()
        assert (total(match), match.table.pot) == (2 * stake, 0)
    assert won.table.tokens == [2 * stake, 0]
    assert drawn.table.tokens == [stake, stake]
    assert (burnt.table.tokens, burnt.told(PotBurnt)) == ([0, 0], [PotBurnt(2 * stake)])


ENDS = (MatchWon, MatchDrawn, BothLost)


def test_match_end_is_told_once_to_everybody_and_last() -> None:
    for match, ending in ((Match(), "leave"), (Match(), "absent"), (Match(start_hp=2), "blow")):
        if ending == "leave":
            events = match.leave(0)
        elif ending == "absent":
            match.deadline()
            events = match.deadline()
        else:
            events = match.round("attack - -", NOTHING)
        for seat in (0, 1, None):
            assert isinstance(events.seen_by(seat)[-1], ENDS)
        assert len(match.told(ENDS)) == 1
