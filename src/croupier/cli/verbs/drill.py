"""`croupier drill URL`: tests a server with abuse, or a bot over a faulty connection."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ipaddress
import json
import signal
import time
import urllib.request
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from croupier.kernel.errors import BadInput

from ..terminal.options import add_seed, seed_of, whole_number
from .join import bot_of, summary

YES = "--yes-this-is-my-server"


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Tests an arena with garbage, late and duplicate answers, broken connections, stolen tokens, guessed codes and "
        "floods. With --bot, a bot plays over a bad line: a proxy that delays, loses and duplicates frames, adds "
        "garbage and breaks connections. With --proxy, the bad line is open to a client of your own. The exit code is "
        "1 if something fails."
    )
    verb.epilog = "Everything is bounded in frames and in time. Use it on a server of your own only."
    verb.add_argument("url", metavar="URL", help="the arena's address, such as ws://127.0.0.1:8000/ws")
    verb.add_argument(
        "--code", metavar="C", help="the code of a hold'em table against the house (default: a public one)"
    )
    verb.add_argument("--bot", metavar="BOT", help="let this bot play --hands hands over a bad line")
    verb.add_argument("--proxy", type=whole_number, metavar="PORT", help="open a bad line at this port (0: any)")
    verb.add_argument("--only", action="append", default=[], metavar="TRIAL", help="only this trial; may be repeated")
    verb.add_argument("--frames", type=whole_number, default=200, metavar="N", help="frames of garbage (default: 200)")
    verb.add_argument("--hands", type=whole_number, default=5, metavar="N", help="hands for each trial (default: 5)")
    verb.add_argument("--seconds", type=whole_number, default=30, metavar="S", help="most for each trial (default: 30)")
    add_seed(verb)
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.add_argument(YES, dest="mine", action="store_true", help="test a server that is not on this machine")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Test the server or the bot, or open the proxy."""
    from croupier.arena.client.session import address
    from croupier.arena.drill import TRIALS

    url = address(options.url)
    if not options.mine and not _is_here(url):
        raise BadInput(f"{url} is not on this machine. If it is yours, say {YES}.")
    if unknown := [name for name in options.only if name not in TRIALS]:
        raise BadInput(f"There is no trial {unknown[0]!r}; there are {', '.join(TRIALS)}.")
    if not (0 < options.frames <= 1500 and 0 < options.hands <= 1000 and 0 < options.seconds <= 3600):
        raise BadInput("--frames is 1 to 1500, --hands 1 to 1000, --seconds 1 to 3600.")
    if options.proxy is not None:
        return asyncio.run(_proxy(url, options))
    code = options.code or _public_code(url)
    return asyncio.run(_drill_bot(url, code, options) if options.bot else _drill_server(url, code, options))


def _is_here(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _public_code(url: str) -> str:
    http = url.replace("ws", "http", 1).removesuffix("/ws")
    try:
        with urllib.request.urlopen(f"{http}/api/lobby", timeout=10) as answer:
            offers = json.load(answer)["offers"]
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"{http} has no lobby: {error}. Is an arena open there? `croupier serve` opens one.") from error
    for offer in offers:
        if offer["game"] == "holdem" and offer["kind"] == "house" and "code" in offer:
            return str(offer["code"])
    raise BadInput("No hold'em table against the house is open to everybody there; name the --code of one.")


async def _drill_server(url: str, code: str, options: argparse.Namespace) -> int:
    from croupier.arena.drill import TRIALS, Target, tried

    seed = seed_of(options)
    target = Target(url, code, options.frames, options.hands, seed)
    outcomes = []
    for name in options.only or TRIALS:
        outcome = await tried(name, target, options.seconds)
        outcomes.append(outcome)
        if not options.json:
            print(f"{'ok    ' if outcome.passed else 'FAILED'} {name:<11} {outcome.said}", flush=True)
    failed = sum(not outcome.passed for outcome in outcomes)
    if options.json:
        print(json.dumps({"seed": seed, "trials": [outcome._asdict() for outcome in outcomes]}))
    else:
        print(f"{len(outcomes) - failed} of {len(outcomes)} trials passed, from seed {seed}.")
    return 1 if failed else 0


async def _drill_bot(url: str, code: str, options: argparse.Namespace) -> int:
    from croupier.arena.client import Client
    from croupier.arena.drill import BadLine, Faults
    from croupier.arena.identity import new_code

    seed, team = seed_of(options), f"drill-{new_code()}"
    async with BadLine(url, Faults(), seed) as line:
        client = Client(line.url, team, code, told=lambda frame, tally: _enough(client, options.hands))
        asyncio.get_running_loop().call_later(options.seconds, client.leave)
        began = time.monotonic()
        await client.play(partial(bot_of, options.bot))
    tally = client.tally
    stuck = tally.hands < options.hands and time.monotonic() - began >= options.seconds
    wrong = [f"only {tally.hands} of {options.hands} hands in {options.seconds} s"] if stuck else []
    wrong += [f"{what}, {times} times" for what, times in tally.misplays.items()]
    if options.json:
        print(json.dumps({"seed": seed, "line": line.happened, "hands": tally.hands, "wrong": wrong}))
    else:
        print(f"The line: {_told(line.happened)}, from seed {seed}")
        print(summary(options.bot, tally))
        print(f"  frames      {tally.gaps} were missing and came later, {tally.doubled} came twice")
        print("\n".join(f"FAILED {what}" for what in wrong) or "The bot passed.")
    return 1 if wrong else 0


def _enough(client: Any, hands: int) -> None:
    if client.tally.hands >= hands:
        client.leave()


async def _proxy(url: str, options: argparse.Namespace) -> int:
    from croupier.arena.drill import BadLine, Faults

    seed, stopped = seed_of(options), asyncio.Event()
    with contextlib.suppress(NotImplementedError):
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with BadLine(url, Faults(), seed, options.proxy) as line:
        print(f"A bad line to {url} is open at {line.url}, from seed {seed}, for {options.seconds} s.", flush=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(options.seconds):
                await stopped.wait()
    print(f"The line: {_told(line.happened)}")
    return 0


def _told(happened: dict[str, int]) -> str:
    return ", ".join(f"{times:,} {what}" for what, times in happened.items())
