"""A message of each kind from real matches: the examples of `docs/protocol.md`."""

from __future__ import annotations

from croupier import holdem
from croupier.games.battle import GAME as BATTLE
from croupier.games.battle.wire import messages as battle
from croupier.games.holdem.wire import messages as arena
from croupier.kernel.contract.game import Move
from croupier.kernel.showing.scene import Scene
from croupier.kernel.showing.wire import CONTRACT, Frame, messages, next_actor
from croupier.kernel.showing.wire.contract import Moved
from tests.toys.refill import GAME as REFILL
from tests.wire.table import WireTable

NOT_POSSIBLE = "CHECK is not possible now. Legal: FOLD, CALL, RAISE_TO 200–500."
HELD = messages.HostOrder("hold", 1, {}, "its machine is off", 1_794_816_000_000)
CLIENT: list[Frame] = [
    messages.Hello(team="Alpha", join_code="KF7Q9C"),
    messages.Action(action="SWAP", cards=["8"], hand_id="H-1", act_id=1),
    messages.Aside(action="SIT", amount=500),
    messages.React(what="nice"),
    messages.AskHint(about="advice"),
    messages.AskRabbit(hand_id="T-1-M1-H4"),
    arena.Action(action="RAISE_TO", amount=1_200, hand_id="H-1", act_id=1),
    battle.QueueJoin(),
    battle.QueueLeave(),
    battle.LayoutDraft(layout=["attack", None, None]),
    battle.LayoutConfirm(layout=["attack", None, "heal"], round_index=1),
    Moved(kind=16, cards=[8], act_id=1),
]


def examples() -> dict[type[Frame], Frame]:
    """An example of each message."""
    found: dict[type[Frame], Frame] = {type(frame): frame for frame in CLIENT}
    for table in (_refill(), _holdem(), _battle(), _refill(InRecords)):
        for frame in table.frames:
            found.setdefault(type(frame), frame)
    return found


class Watched(WireTable):
    """A table that keeps its frames."""

    frames: list[Frame]

    def ask(self, seat: int) -> None:
        """Keep the question to a seat, and its snapshot."""
        decision, context = self.game.decision(self.state, seat), self.context(time_ms=3_200)
        self.frames.append(self.dialect.act(self.context(), self.view(seat), decision))
        actor = next_actor(self.game.pending(self.state))
        self.frames.append(self.dialect.snapshot(context, self.view(seat), decision, actor))

    def keep(self) -> None:
        """Keep the last messages to seat 0."""
        self.frames += [one.frame for one in self.said if one.audience & 1]


def _opened(table: Watched, refusal: str = NOT_POSSIBLE) -> Watched:
    context, dialect = table.context(), table.dialect
    table.frames = [
        dialect.welcome(context, table.view(None), 0, "secret"),
        dialect.lobby(context, table.view(None)),
        dialect.scene(context, Scene(game=table.game.name, title=table.game.title, eyes=0)),
        messages.Log(match_id="T-1-M2", sentences=[messages.Sentence(1, "Hand 1", "Beta draws a card.")]),
        dialect.clock(0, 9_200, 15_000, 30_000),
        messages.Beat(),
        messages.Reaction(seat=1, what="nice"),
        messages.Hint(
            act_id=1,
            says="200 to call.",
            clause="Betting",
            rule="## Betting\n\n**Call** to match the bet.",
            options=[messages.Meaning("Call 200", "pay the price and stay in")],
            advice=messages.HouseAdvice("house:oracle", "Call 200", ["Your hand: pair of tens."]),
        ),
        dialect.notice("ORDER", "The host: hold Beta (its machine is off)", order=HELD),
        dialect.receipt(Move(next(iter(table.game.own_kinds))), 1),
        dialect.error("INVALID_ACTION", refusal),
    ]
    table.keep()
    return table


class InRecords(Watched):
    """A table that speaks the contract."""

    named = CONTRACT


def _refill(kind: type[Watched] = Watched) -> Watched:
    table = _opened(kind(REFILL, REFILL.configure(seats=2, turns=1)))
    while owed := REFILL.pending(table.state):
        table.ask(owed[0].seat)
        table.make(owed[0].seat, owed[0].move(owed[0].owed[0].name))
        table.keep()
    return table


def _holdem() -> Watched:
    table = _opened(Watched(holdem.GAME, holdem.configure(2, 500), "As 2c Ah 7d 3s 4h 9d Jc Jd"))
    table.do(0, "RAISE_TO", 300)
    table.frames += [one.frame for one in table.said]
    table.ask(1)
    for seat, name, amount in ((1, "RAISE_TO", 500), (0, "CALL", 0)):
        table.do(seat, name, amount)
        table.keep()
    return table


def _battle() -> Watched:
    refusal = "'attack' cannot be laid: the hand is attack, defense, heal, counter, and each card can be laid once."
    table = _opened(Watched(BATTLE, BATTLE.configure(rounds=1)), refusal)
    table.ask(0)
    for seat, layout in enumerate((["attack", None, "heal"], [None, "counter", None])):
        table.tell(seat, type="layout_confirm", layout=layout)
    table.keep()
    return table
