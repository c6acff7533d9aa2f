"""`croupier play GAME`: a person against house bots in the terminal.

Works for every game through the contract alone: what is seen are Scenes.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from croupier.agents.loading import FORMS
from croupier.games import load
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Decision, Game, Move
from croupier.kernel.contract.record import Recorder
from croupier.kernel.errors import BadInput, IllegalAction
from croupier.kernel.showing.cast import cast_for, seat_name
from croupier.kernel.showing.draw import draw, draw_question
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

from ..terminal.console import console
from ..terminal.opponents import Opponents
from ..terminal.options import add_game, add_limit, add_seed, check_writable, configured, seed_of, whole_number
from ..terminal.prompt import read_move

HELP, LEAVE = ("?", "help"), ("q", "quit", "exit")


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser(
        "play",
        help="sit down against the house",
        description="You against bots, in the terminal. `quit` or Ctrl-C leaves the table at any time.",
    )
    add_game(verb)
    add_seed(verb)
    verb.add_argument("--seats", type=whole_number, metavar="K", help="how many seats, where the game leaves it open")
    verb.add_argument(
        "--seat", type=whole_number, metavar="N", help="where you sit (default: the game's own seat for people)"
    )
    verb.add_argument(
        "--bots",
        default="",
        metavar="BOT,…",
        help=f"who sits in the other seats: {FORMS} (default: the game's first house bot)",
    )
    add_limit(verb)
    verb.add_argument("--record", type=Path, metavar="FILE", help="write the match to a file when it ends")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play one match."""
    game = load(options.game)
    config = configured(game, options, seats=options.seats)
    game = game.for_config(config) if game.for_config else game
    seat = game.own_seat if options.seat is None else options.seat
    if options.record:
        check_writable(options.record)
    match = Recorder(game, config, seed=seed_of(options))
    table = Terminal(game, match, seat, options.bots, options.limit_ms, options.game)
    try:
        table.play()
    except (KeyboardInterrupt, EOFError):
        table.say(f"\nYou leave the table. So far: {table.scores()}.")
    finally:
        table.others.leave()
    table.say(f"The cards came from seed {match.seed}.", "dim")
    if options.record:
        options.record.write_bytes(table.match.record().to_json())
        table.say(f"The match is in {options.record}.")
    return 0


class Terminal:
    """One person's match at the terminal."""

    def __init__(self, game: Game, match: Recorder, seat: int, bots: str, limit_ms: int, where: str) -> None:
        """`where` is what the person calls the game."""
        self.game, self.match, self.seat, self.where = game, match, seat, where
        self.console = console()
        self.dealer = RandomDealer(match.seed)
        seats = match.state.table.seats
        if not 0 <= seat < seats:
            raise BadInput(f"There is no seat {seat}; seats are 0 to {seats - 1}.")
        names = bots.split(",") if bots else [next(iter(game.house_bots.policies), "random")]
        others = [other for other in range(seats) if other != seat]
        self.others = Opponents(game, names, others, seed=match.seed, limit_ms=limit_ms, say=self.complain)
        self.cast = cast_for(game, seat, self.others.nameplates)
        self.eyes = Onlooker(game, self.cast)

    def say(self, text: str, style: str | None = None) -> None:
        """Print a line."""
        self.console.print(text, style=style)

    def complain(self, text: str) -> None:
        """Print what a bot did wrong."""
        self.say(f"  {text}", "yellow")

    def play(self) -> None:
        """Play to the end."""
        self.say(f"{self.game.title}. You are seat {self.seat}. Type ? for help, quit to leave.", "bold")
        self.say(" · ".join(f"seat {seat} {bot}" for seat, bot in self.others.names.items()))
        self.others.start(self.match.state)
        self.tell(self.match.events)
        while pending := self.game.pending(self.match.state):
            decision = pending[0]
            if decision.seat == HOUSE:
                self.make(HOUSE, self.dealer.deal(self.match.state, decision))
            elif decision.seat == CLOCK:
                self.make(CLOCK, Move(decision.options[0].kind))
            elif decision.seat == self.seat:
                self.ask(decision)
            else:
                self.leave_to_bot(decision)
        self.others.end(self.match.state)
        outcome = self.game.outcome(self.match.state)
        assert outcome is not None
        self.say(f"The end: {self.scores()}.", "bold green" if outcome.scores[self.seat] > 0 else "bold")

    def scores(self) -> str:
        """Who has won and lost how much by now."""
        table = self.match.state.table
        scores = [self.game.core.score(table, seat) for seat in range(table.seats)]
        return ", ".join(f"{self.cast.name(seat)} {score:+,}" for seat, score in enumerate(scores))

    def leave_to_bot(self, decision: Decision) -> None:
        """Let the bot of a seat move."""
        self.make(decision.seat, self.others.answer(self.match.state, decision, len(self.match.moves)))

    def make(self, seat: int, move: Move) -> None:
        """Make a move and tell what it led to."""
        begins = move.kind == NEXT_HAND
        if begins:
            self.others.end(self.match.state)
        self.match.advance(seat, move)
        if begins:
            self.others.start(self.match.state)
        self.tell(self.match.events)

    def tell(self, events: Events) -> None:
        """What the person sees of what happened, and what the bots are told of it."""
        self.others.hear(events)
        for fact in self.eyes.facts(events):
            if isinstance(fact, self.game.words.openings):
                self.say("")
            for sentence in self.eyes.hear([fact]):
                self.say(f"  {sentence}", "dim")

    def ask(self, decision: Decision) -> None:
        """Ask until the person makes a legal move."""
        scene = self.eyes.see(self.match.state)
        assert scene.question is not None
        table, keys = draw(scene), {choice.key: choice.name for choice in scene.question.options if choice.key}
        self.say(f"\n{table}")
        while True:
            self.say(draw_question(scene.question), "bold")
            text = self.console.input(" > ").strip()
            first, _, rest = text.partition(" ")
            try:
                return self.make(self.seat, read_move(self.game, decision, f"{keys.get(first, first)} {rest}"))
            except (BadInput, IllegalAction) as error:  # the game's own words come first
                if text.lower() in LEAVE:
                    raise KeyboardInterrupt from error
                if text.lower() in HELP:
                    self.help()
                    self.say(table)
                else:
                    self.say(str(error).removeprefix(f"{seat_name(self.seat)}: "), "yellow")

    def help(self) -> None:
        """How to type, and where to read how to play."""
        self.say("Choose by key, name or the start of a name, then an amount or cards: c, check, raise 300.")
        self.say("Where only one choice takes cards, they are enough, by name or number: Ah Kd, or 1 3.")
        self.say(f"quit leaves the table. `croupier rules {self.where}` prints the rules.")
        self.say(
            f"House bots to play against (--bots): {', '.join([*self.game.house_bots.policies, 'random', 'search'])}."
        )
