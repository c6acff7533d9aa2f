"""FOLD with nothing to call: accepted at every door, and named by no list of what is legal.

Doors with scaffolding of their own have the same test beside it: HTTP in `tests/arena/test_polling.py`, the host in
`tests/arena/test_orders.py`, the terminal in `tests/cli/test_session.py`.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier import holdem
from croupier.agents.bot import FunctionBot, PolicyBot, house_policy
from croupier.agents.choices import count_choices, take_choice
from croupier.agents.loading import Entrant
from croupier.agents.player import Misplay, Player
from croupier.games.holdem import GAME
from croupier.games.holdem.hand import Hand
from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.contract.record import replay
from croupier.kernel.errors import IllegalAction
from croupier.kernel.showing.narrator import BRIEF, FULL, Narrator
from croupier.kernel.showing.wire import CONTRACT, GENERIC, OWN
from croupier.kernel.vocabulary.menu import ALLOWED, Action, Menu, allows, choose_randomly
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.simulate.match.match import Match
from croupier.simulate.record.storage import read
from tests.wire.table import WireTable, reply

FOLD, CHECK, RAISE = (GAME.kind(name) for name in ("FOLD", "CHECK", "RAISE_TO"))
LISTED = ("CHECK", "RAISE_TO")
LEGAL = "Legal: CHECK, RAISE_TO 200–10000."


def limped() -> Hand:
    """The big blind may check."""
    hand = holdem.deal(stacks=[10_000] * 3, blinds=(50, 100), button=0)
    hand.call()
    hand.call()
    return hand


def spoken(named: str) -> WireTable:
    """The same at a table that speaks a dialect."""

    class Spoken(WireTable):
        pass

    Spoken.named = named
    table = Spoken(GAME, holdem.configure(3))
    table.do(0, "CALL")
    table.do(1, "CALL")
    return table


def decision() -> Decision:
    return GAME.decision(spoken(OWN).state, 2)


def test_it_is_an_option_that_answers_the_decision_and_is_unlisted() -> None:
    asked = decision()
    fold = asked.named("FOLD")
    assert fold is not None and fold.unlisted and not fold.aside
    assert asked.legal == LISTED == tuple(option.name for option in asked.owed) and asked.asides == ()
    assert asked.move("FOLD") == Move(FOLD)
    with pytest.raises(IllegalAction, match=r"^CALL is not possible now\. Legal: CHECK, RAISE_TO\.$"):
        asked.move("CALL")


def test_with_something_to_call_it_is_listed_first() -> None:
    asked = GAME.decision(WireTable(GAME, holdem.configure(3)).state, 0)
    assert asked.legal == ("FOLD", "CALL", "RAISE_TO") and not asked.options[0].unlisted


def test_the_library_folds_and_lists_it_nowhere() -> None:
    hand = limped()
    assert hand.legal == LISTED
    for wrong in (hand.call, partial(hand.raise_to, 150), partial(hand.bet, 300)):
        with pytest.raises(IllegalAction) as refusal:
            wrong()
        assert str(refusal.value).endswith(LEGAL)
    hand.fold()
    assert (hand.street, hand.actor) == ("FLOP", 1)


@pytest.mark.parametrize("named", [OWN, GENERIC])
def test_a_message_folds_and_nothing_that_is_sent_lists_it(named: str) -> None:
    table = spoken(named)
    for frame in (table.act(2), table.snapshot(2)):
        assert frame["legal"] == [*LISTED] and not frame.get("asides")
        assert [one["action"] for one in frame.get("options", ())] in ([], [*LISTED])
    for amount, action in ((None, "CALL"), (150, "RAISE_TO")):
        refused = table.tell(2, type="action", action=action, amount=amount)
        assert reply(refused).code == "INVALID_ACTION" and reply(refused).msg.endswith(LEGAL)
    assert reply(table.tell(2, type="aside", action="FOLD")).msg == f"FOLD is not possible now. {LEGAL}"
    assert table.tell(2, type="action", action="FOLD", act_id=1).reply is None
    assert not table.state.table.betting.live >> 2 & 1


def test_a_message_of_the_contract_folds_and_its_refusals_list_it_not() -> None:
    table = spoken(CONTRACT)
    refused = table.tell(2, type="move", kind=RAISE, amount=150)
    assert reply(refused).msg == f"RAISE_TO 150 is below the minimum of 200. {LEGAL}"
    assert table.tell(2, type="move", kind=FOLD, act_id=1).reply is None


def test_refusals_tell_asides_apart_at_every_door() -> None:
    table = WireTable(GAME, holdem.configure(3, seating="open", bank=5_000))
    table.do(0, "CALL")
    table.do(1, "CALL")
    asked, told = GAME.decision(table.state, 2), "Legal: CHECK, RAISE_TO 200–10000; as an aside: LEAVE, AWAY."
    assert GAME.legal(asked) == told.removeprefix("Legal: ").removesuffix(".")
    assert GAME.legal(GAME.decision(table.state, 1)) == "as an aside: LEAVE, AWAY"
    assert reply(table.tell(2, type="action", action="CALL")).msg == f"CALL is not possible now. {told}"
    assert reply(table.tell(2, type="aside", action="SIT", amount=1)).msg == f"SIT is not possible now. {told}"
    with pytest.raises(IllegalAction) as refusal:
        GAME.advance(table.state, 2, Move(CHECK, 1))
    assert str(refusal.value) == f"seat 2: CHECK 1 takes no amount. {told}"


@pytest.mark.parametrize("length", [BRIEF, FULL])
def test_no_words_name_it(length: Any) -> None:
    table = spoken(OWN)
    words = Narrator(GAME, 2).say(table.state, GAME.decision(table.state, 2), length)
    assert "Nothing to call. Answer with one of:\n  CHECK (Check) – stay in without paying\n  RAISE_TO" in words
    assert "fold" not in words.lower()


def test_a_local_bot_folds_and_is_not_told_to() -> None:
    def asked(answer: Any) -> Move | Misplay:
        return Player(GAME, FunctionBot(lambda view, decision: answer)).ask(None, decision(), 0)

    assert asked("fold") == Move(FOLD)
    for wrong in ("CALL", ("RAISE_TO", 150), 7):
        misplay = asked(wrong)
        assert isinstance(misplay, Misplay) and "fold" not in misplay.detail.lower()
        assert misplay.instead == Move(FOLD), "what a wrong answer costs"


def test_house_bots_and_search_take_it_never() -> None:
    menu, action, rng = Menu(), Action(), Rng()
    seed(rng, 1, 0)
    fill_menu(menu, decision())
    chosen = set()
    for _ in range(200):
        choose_randomly(menu, rng, action)
        chosen.add(action.kind)
    for number in range(count_choices(menu)):
        take_choice(menu, number, action)
        chosen.add(action.kind)
    assert chosen == {CHECK, RAISE}
    action.kind, action.amount, action.count = FOLD, 0, 0
    assert allows(menu, action) == ALLOWED


def test_a_compiled_match_takes_it_from_a_bot_and_only_from_it(tmp_path: Path) -> None:
    def folds_what_is_free(view: Any, asked: Decision) -> str:
        assert "FOLD" in asked.legal or "CHECK" in asked.legal
        return "FOLD" if "CHECK" in asked.legal else "CALL"

    house = [Entrant(name, partial(PolicyBot, house_policy(GAME, name))) for name in ("random", "station")]
    bots = [Entrant("folds", partial(FunctionBot, folds_what_is_free)), *house]
    record = tmp_path / "record"
    results = Match(GAME, holdem.configure(seats=3, hands=1), bots, hands=40, seed=1, out=record).play()
    assert results.errors(0) == []
    series, matches = read(record)
    free = set()
    for played in matches:
        for before, (who, kind, *_) in zip(replay(GAME, series, played), played.moves, strict=False):
            if kind == "FOLD" and "FOLD" not in GAME.decision(before.state, int(who)).legal:
                free.add(played.seating[int(who)])
    assert free == {0}
