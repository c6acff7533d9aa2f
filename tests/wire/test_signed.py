"""The head of a match's chain and its signature: with every end of a hand and of a match, in every dialect."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.games.battle import GAME as BATTLE
from croupier.games.battle.wire.messages import MatchEnd as BattleEnd
from croupier.games.battle.wire.messages import RoundEnd
from croupier.games.holdem.wire import messages as arena
from croupier.kernel.showing.wire import CONTRACT, GENERIC, OWN, SignedHead, contract, messages
from tests.toys.kuhn import GAME as KUHN
from tests.wire.produced import produces, sent
from tests.wire.table import WireTable

HAND, MATCH = SignedHead("a" * 64, "b" * 128), SignedHead("c" * 64, "d" * 128)
KEY = "e" * 64


class InRecords(WireTable):
    named = CONTRACT


class Generic(WireTable):
    named = GENERIC


def tables(signed: bool) -> list[WireTable]:
    """A match of one hand in each dialect, before its first decision."""
    more: dict[str, Any] = {"hand_signed": HAND, "match_signed": MATCH, "key": KEY} if signed else {}
    return [
        WireTable(holdem.GAME, holdem.configure(2, 500, hands=1), **more),
        WireTable(BATTLE, BATTLE.configure(rounds=1), **more),
        *(kind(KUHN, KUHN.configure(hands=1), **more) for kind in (Generic, InRecords)),
    ]


def ends(table: WireTable) -> list[Any]:
    """What a spectator is told of the end of the hand, and of the match."""
    if table.game is BATTLE:
        table.tell(0, type="layout_confirm", layout=["attack", None, None])
        table.tell(1, type="layout_confirm", layout=[None, None, None])
    while not table.game.over(table.state):
        decision = table.game.pending(table.state)[0]
        table.do(decision.seat, decision.owed[0].name)
    return [frame for frame in table.to(None) if frame["type"] in ("end_hand", "round_end", "match_end")]


@produces(arena.EndHand, "head", "signature")
@produces(arena.MatchEnd, "head", "signature")
@produces(RoundEnd, "head", "signature")
@produces(BattleEnd, "head", "signature")
@produces(messages.EndHand, "head", "signature")
@produces(messages.MatchEnd, "head", "signature")
@produces(contract.EndHand, "head", "signature")
def test_every_end_has_the_head_of_its_chain() -> None:
    for table in tables(signed=True):
        hand, match = ends(table)
        assert (hand["head"], hand["signature"]) == HAND
        assert (match["head"], match["signature"]) == MATCH


@produces(arena.Welcome, "key")
@produces(messages.Welcome, "key")
@produces(contract.Welcome, "key")
def test_every_welcome_has_the_key() -> None:
    for table in tables(signed=True):
        assert sent(table.dialect.welcome(table.context(), table.view(None), None))["key"] == KEY


@pytest.mark.parametrize("number", range(4))
def test_where_nothing_is_signed_nothing_is_said_of_it(number: int) -> None:
    table = tables(signed=False)[number]
    assert table.named in (OWN, GENERIC, CONTRACT)
    assert "key" not in sent(table.dialect.welcome(table.context(), table.view(None), None))
    assert not any({"head", "signature"} & set(frame) for frame in ends(table))
