"""`croupier join`: lets a bot play in an arena."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from croupier.agents.loading import APART, COMMAND, FORMS, load_bot
from croupier.agents.terms import Terms
from croupier.arena.client.tally import Tally, quantile
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput

from ..terminal.numbers import counted
from ..terminal.options import check_writable, whole_number

EVERY = 1.0
"""Seconds between two progress lines."""
MARGIN_MS = 500
"""How much earlier than the arena's clock the clock of a command runs out: the answer needs time to travel."""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Lets a bot play at a table of an arena, over the network: any bot that plays in `croupier match`, at any "
        "table of any game. It reconnects by itself when the connection breaks. Ctrl-C leaves; the same command takes "
        "the seat back."
    )
    verb.epilog = "example: croupier join ws://127.0.0.1:8000/ws --team Alpha --code HOLDEM --bot mybot.py"
    verb.add_argument("url", metavar="URL", help="the arena's address, such as ws://127.0.0.1:8000/ws")
    verb.add_argument("--team", required=True, metavar="T", help="your name: 1 to 24 letters, digits, _ . - and spaces")
    verb.add_argument(
        "--code",
        required=True,
        metavar="C",
        help="the join code; with CODE-secret, only somebody who knows the secret can use your name",
    )
    verb.add_argument("--bot", required=True, metavar="BOT", help=FORMS)
    verb.add_argument(
        "--matches",
        type=whole_number,
        metavar="N",
        help="leave after N matches (default: when the table plays no further match)",
    )
    verb.add_argument(
        "--tables", type=whole_number, default=1, metavar="N", help="play at N tables at once, if the code has several"
    )
    verb.add_argument(
        "--buy-in",
        type=whole_number,
        metavar="N",
        help="the chips to bring to a cash table (default: as is usual there)",
    )
    verb.add_argument(
        "--top-up", action="store_true", help="at a cash table: be topped up before every hand, and buy in after a bust"
    )
    verb.add_argument("--game", metavar="MODULE", help="the module of the game, if it is one of your own")
    verb.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        help="log all frames in both directions, with the time; without your token and code",
    )
    verb.add_argument("--json", action="store_true", help="print only the summary, as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play until the matches are over or the person leaves."""
    if options.matches is not None and options.matches < 1:
        raise BadInput("--matches is 1 or more.")
    if options.buy_in is not None and options.buy_in < 1:
        raise BadInput("--buy-in is 1 or more.")
    if options.tables < 1:
        raise BadInput("--tables is 1 or more.")
    path = options.bot.removeprefix(APART).partition(".py")[0] + ".py"
    if ".py" in options.bot and not options.bot.startswith(COMMAND) and not Path(path).is_file():
        raise BadInput(f"There is no file {path}. `croupier new-bot {Path(path).stem}` writes one to start from.")
    if options.log:
        check_writable(options.log)
    return asyncio.run(_play(options))


async def _play(options: argparse.Namespace) -> int:
    from croupier.arena.client import MultiTableClient

    printer = Printer(options.team, sys.stdout if not options.json else None)
    with contextlib.ExitStack() as stack:
        log = (
            partial(_log, stack.enter_context(options.log.open("a", buffering=1, encoding="utf-8")))
            if options.log
            else None
        )
        client = MultiTableClient(
            options.url,
            options.team,
            options.code,
            options.tables,
            matches=options.matches,
            buy_in=options.buy_in,
            top_up=options.top_up,
            told=printer.hear,
            log=log,
        )
        loop = asyncio.get_running_loop()

        def leave() -> None:
            printer.say("Leaving …")
            client.leave()

        with contextlib.suppress(NotImplementedError):
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, leave)
        try:
            await client.play(partial(bot_of, options.bot), game=options.game)
        finally:
            if options.json and options.tables > 1:
                print(json.dumps({"tables": [as_values(tally) for tally in client.tallies]}))
            else:
                for tally in client.tallies:
                    shown = json.dumps(as_values(tally)) if options.json else summary(options.team, tally)
                    print(shown, file=printer.out or sys.stdout)
    return 0


def bot_of(text: str, game: Game, move_time_ms: int) -> Any:
    limit_ms = max(1, move_time_ms - min(MARGIN_MS, move_time_ms // 2)) if move_time_ms else 60_000
    return load_bot(game, text, Terms(limit_ms))


def _log(file: TextIO, way: str, frame: str) -> None:
    file.write(f'{{"at":{time.time():.3f},"way":"{way}","frame":{frame}}}\n')


class Printer:
    """Prints what happens, on the standard output as it was at the start: a bot may redirect it later."""

    def __init__(self, team: str, out: TextIO | None) -> None:
        self.team, self.out = team, out
        self._told_at = -EVERY
        self._seen: set[str] = set()
        self._waiting = True

    def say(self, text: str) -> None:
        """Print a line, unless the output is to be JSON."""
        if self.out is not None:
            print(text, file=self.out, flush=True)

    def hear(self, frame: dict[str, Any], tally: Tally) -> None:
        """Print what a frame says, if a person should know."""
        match frame["type"]:
            case "welcome":
                self._welcomed(frame, tally)
            case "lobby" if self._waiting:
                here = ", ".join(player["name"] for player in frame["players"])
                self._once(f"Here: {here}.")
            case "start_hand" | "snapshot":
                self._waiting = False
            case "end_hand":
                if time.monotonic() - self._told_at >= EVERY:
                    self._told_at = time.monotonic()
                    self.say(f"{frame['hand_id']}: {_signed(tally.score)} so far, {_thought(tally)}")
            case "match_end":
                self._waiting = True
                self.say(f"{frame['match_id']} is over: {_scores(frame)}.")
            case "error":
                self._once(f"Refused: {frame['msg']} ({frame['code']})")
        for note in tally.notes:
            self._once(f"The bot: {note}")
        for what, detail in tally.first_misplays.items():
            self._once(f"The bot did wrong ({what}):\n{_indented(detail)}")

    def _welcomed(self, frame: dict[str, Any], tally: Tally) -> None:
        if frame["seat"] is None and "event" in frame:
            self.say(f"{self.team} waits for the next match of {frame['event']}.")
        elif frame["seat"] is None:
            self.say(f"{self.team} waits in the queue {frame['table_id']} for somebody to play {frame['title']}.")
        elif tally.reconnects and frame["table_id"] in self._seen:
            self.say(f"The connection broke; {self.team} is back at {frame['table_id']}.")
        else:
            seconds = frame["config"]["move_time_ms"] / 1000
            time_limit = f", {seconds:g} s for a decision" if seconds else ""
            self.say(f"{self.team} sits in seat {frame['seat']} at {frame['table_id']}: {frame['title']}{time_limit}.")
        self._seen.add(frame["table_id"])

    def _once(self, text: str) -> None:
        if text not in self._seen:
            self._seen.add(text)
            self.say(text)


def summary(team: str, tally: Tally) -> str:
    """The summary of a table as text."""
    lines = [
        f"{team} at {tally.table}: {counted(len(tally.results), 'match')}".replace("matchs", "matches")
        + f", {counted(tally.hands, 'hand')}, {counted(len(tally.thinking), 'decision')}",
        *(f"  {end['match_id']}: {_scores(end)}" for end in tally.results[-10:]),
        *([f"  {tally.farewell}"] if tally.farewell else []),
        f"  thinking    {_times(tally.thinking)}",
        f"  round trip  {_times(tally.round_trips)}",
        f"  refused     {_counts(tally.refused)}",
    ]
    lines += [f"    {code}: {msg}" for code, msg in tally.why.items()]
    if tally.misplays:
        lines.append(f"  bot's faults {_counts(tally.misplays)}; the first of each:")
        lines += [f"    {what}:\n{_indented(detail)}" for what, detail in tally.first_misplays.items()]
    if tally.late:
        lines.append(f"  too late    {tally.late}: the clock had decided")
    if tally.reconnects:
        lines.append(f"  reconnected {counted(tally.reconnects, 'time')}")
    return "\n".join(lines)


def as_values(tally: Tally) -> dict[str, Any]:
    """The summary of a table as JSON data."""

    def times(values: list[float]) -> dict[str, float]:
        return {f"p{share}": round(1000 * quantile(values, share / 100), 3) for share in (50, 99, 100)}

    return {
        "table": tally.table,
        "hands": tally.hands,
        "farewell": tally.farewell or None,
        "decisions": len(tally.thinking),
        "matches": [{"match_id": end["match_id"], "scores": end.get("scores")} for end in tally.results],
        "thinking_ms": times(tally.thinking),
        "round_trip_ms": times(tally.round_trips),
        "refused": tally.refused,
        "faults": tally.misplays,
        "late": tally.late,
        "reconnects": tally.reconnects,
    }


def _times(values: list[float]) -> str:
    if not values:
        return "not measured"
    shares = {"p50": 0.5, "p99": 0.99, "most": 1.0}
    return ", ".join(f"{name} {_milliseconds(quantile(values, share))}" for name, share in shares.items())


def _thought(tally: Tally) -> str:
    return f"{counted(len(tally.thinking), 'decision')}, thinking p50 {_milliseconds(quantile(tally.thinking, 0.5))}"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.{0 if seconds >= 0.1 else 1}f} ms"


def _counts(counted_by: dict[str, int]) -> str:
    return ", ".join(f"{times} × {what}" for what, times in counted_by.items()) or "nothing"


def _scores(end: dict[str, Any]) -> str:
    return ", ".join(f"{one['name']} {_signed(one['score'])}" for one in end.get("scores", ()) if one["id"])


def _signed(score: int | None) -> str:
    return "0" if not score else f"{score:+,}"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
