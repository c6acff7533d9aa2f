"""The golden playthroughs of the Deal. `golden()` gives their texts by file name; they are kept in `FOLDER`."""

from __future__ import annotations

from pathlib import Path

import croupier.games.deal as deal
from croupier.agents.loading import house_bot
from croupier.games.deal import GAME, configure
from croupier.games.deal.records import PLAYER
from croupier.games.deal.words import ROLES
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.draw import draw
from croupier.kernel.showing.scenes import scene
from croupier.kernel.showing.text import tell
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.turns import HOUSE, PUBLIC

from .table import Run

FOLDER = Path(deal.__file__).with_name("golden")
EYES = cast_for(GAME, PLAYER)
SEAT_NAMES = tuple(role.removeprefix("the ") for role in ROLES)

EXAMPLE = (
    "Narc check",
    "Customer raise Park",
    "Player check",
    "Customer raise Meth",
    "Player check",
    "Customer check",
    "Player continue",
    "Narc raise Surveillance",
    "Customer check",
    "Player raise Alibi",
    "Narc check",
    "Customer check",
    "Narc check",
    "Player continue",
    "Narc raise Stakeout",
    "Customer raise Haggling",
    "Player raise Lookout",
    "Player go home",
)
"""Round 1 is the example of 000, move by move: the Customer takes initiative, raises twice and ends betting."""


class Transcript(Run):
    """A run that writes down every move, and its facts with their audiences."""

    lines: list[str]

    def make(self, seat: int, move: Move) -> None:
        """Make a move, and write it down."""
        if not hasattr(self, "lines"):
            self.lines = [tell(GAME, fact) or repr(fact) for fact in self.facts]
        who = "House" if seat == HOUSE else SEAT_NAMES[seat]
        self.lines.append(f"{who}: {GAME.describe(move)}")
        events = GAME.advance(self.state, seat, move)
        self.lines += told(events)

    def text(self) -> str:
        """The run so far, and how it ended."""
        scores = ", ".join(f"{name} {score}" for name, score in zip(SEAT_NAMES, self.scores, strict=True))
        return "\n".join([*self.lines, f"Scores: {scores}", ""])


def told(events: Events) -> list[str]:
    """The facts of a step as lines; a fact that was not told to everybody begins with its audience."""
    lines = []
    for row, fact in zip(events.rows, events, strict=True):
        hearers = [name for seat, name in enumerate(SEAT_NAMES) if row.seen_by(seat)]
        mark = "" if row.audience == PUBLIC else f"[{', '.join(hearers)}] "
        lines.append(f"    {mark}{tell(GAME, fact) or repr(fact)}")
    return lines


def example() -> str:
    """000's example as the first round of a whole hand."""
    run = Transcript(
        narc="Surveillance, Stakeout, Donut Break, Warrant",
        customer="Park, Meth, Fair Deal, Haggling, Pills",
        player="Weed, Alibi, Lookout, Bribe",
    )
    run.play(*EXAMPLE)
    return run.text()


def house_run(key: int) -> str:
    """Two hands between house bots, as the Player sees them."""
    state, events = GAME.start(configure(hands=2))
    dealer = RandomDealer(key)
    bots = [house_bot(GAME, name, key, seat + 1) for seat, name in enumerate(("narc", "customer", "greedy"))]
    lines = [told for fact in events.seen_by(2) if (told := tell(GAME, fact, EYES))]
    while pending := GAME.pending(state):
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        else:
            view = GAME.view(state, decision.seat)
            move = bots[decision.seat].act(view, decision)
            if decision.seat == 2:
                offered = " | ".join(GAME.describe_option(option) for option in decision.options)
                lines += ["", draw(scene(GAME, state, EYES)), f"  {offered} > {GAME.describe(move)}", ""]
        events = GAME.advance(state, decision.seat, move)
        lines += [told for fact in events.seen_by(2) if (told := tell(GAME, fact, EYES))]
    lines += ["", draw(scene(GAME, state, EYES)), f"{GAME.outcome(state)}", ""]
    return "\n".join(lines)


def golden() -> dict[str, str]:
    """Every golden playthrough, by the name of its file."""
    return {"example.txt": example(), "house_run.txt": house_run(KEY)}


KEY = 1
"""A sale, a fold and raises by all seats happen in it."""
