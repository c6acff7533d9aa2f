"""Measures matches of Python bots, in our process and in booths, and the speed-up by a second worker.

Two bots play heads-up hold'em, both in the same way: `call` checks or calls everything, eight decisions a hand, and
`starter` is the bot of `croupier new-bot`. The processes take turns, so the processor time of all of them together is
the time of a hand on a quiet machine, except for the time in which one process wakes another.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from croupier.agents.booth.outside import IsolatedBot
from croupier.agents.loading import load_bots
from croupier.agents.terms import Terms
from croupier.cli import starters
from croupier.games import load
from croupier.simulate.match.crew import Recipe
from croupier.simulate.match.match import Match

CALL = 'def act(view, decision):\n    return "CHECK" if view.to_call == 0 else "CALL"\n'
THINKS = (
    "import time\n\n\ndef act(view, decision):\n    end = time.process_time() + 0.002\n"
    '    while time.process_time() < end:\n        pass\n    return "CHECK" if view.to_call == 0 else "CALL"\n'
)
"""A match that is bound by its bots: each decision takes 2 ms of processor time."""


class Speed(NamedTuple):
    """The speed of a match: by the clock, and by the processor time of the match and of its booths."""

    bots: str
    where: str
    hands_per_second: float
    match_us: float
    booths_us: float

    @property
    def hands_per_cpu_second(self) -> float:
        """Hands a second on a quiet machine, at best."""
        return 1e6 / (self.match_us + self.booths_us)


def speed(folder: Path, name: str, hands: int, *, isolated: bool) -> Speed:
    """Play a match, and measure its times."""
    game = load("holdem")
    entrants = load_bots(game, [str(folder / f"{name}.py")] * 2, Terms(limit_ms=600_000, isolated=isolated))
    match = Match(game, game.configure(seats=2, hands=1), entrants, hands=hands, seed=1)
    began, before = time.process_time(), _children()
    results = match.play()
    took, booths = time.process_time() - began, _children() - before - (_start_up(folder, name) if isolated else 0.0)
    where = "booths" if isolated else "our process"
    return Speed(name, where, results.hands_per_second, 1e6 * took / hands, 1e6 * booths / hands)


def _start_up(folder: Path, name: str) -> float:
    """The processor time that two booths take to begin and to end."""
    before = _children()
    for entrant in load_bots(load("holdem"), [str(folder / f"{name}.py")] * 2, Terms(isolated=True)):
        bot = entrant.made()
        assert isinstance(bot, IsolatedBot)
        bot.close()
    return _children() - before


def shared(folder: Path, hands: int, workers: int) -> float:
    """Hands a second of a match that is bound by its bots."""
    game = load("holdem")
    texts = [str(folder / "thinks.py"), "house:station"]
    recipe = Recipe("holdem", texts, Terms())
    config = game.configure(seats=2, hands=1)
    match = Match(game, config, load_bots(game, texts, Terms()), hands=hands, seed=1, workers=workers, recipe=recipe)
    return match.play().hands_per_second


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--hands", type=int, default=20_000)
    options = parser.parse_args()
    with TemporaryDirectory() as made:
        folder = Path(made)
        starter = files(starters).joinpath("bot.py.txt").read_text(encoding="utf-8")
        for name, text in (("call", CALL), ("starter", starter.replace("TITLE", "Starter")), ("thinks", THINKS)):
            (folder / f"{name}.py").write_text(text)
        speed(folder, "call", 10, isolated=False)
        speeds = [
            speed(folder, name, options.hands, isolated=isolated)
            for name in ("call", "starter")
            for isolated in (False, True)
        ]
        workers = {count: shared(folder, max(100, options.hands // 20), count) for count in (1, 2)}
    if options.json:
        print(json.dumps({"speeds": [one._asdict() for one in speeds], "workers": workers}))
        return
    print("| bots | where | hands/s | hands/CPU s | match, CPU µs/hand | booths, CPU µs/hand |")
    print("|---|---|--:|--:|--:|--:|")
    for one in speeds:
        figures = (one.hands_per_second, one.hands_per_cpu_second, one.match_us, one.booths_us)
        print(f"| `{one.bots}` | {one.where} | " + " | ".join(f"{figure:,.0f}" for figure in figures) + " |")
    print(f"\nBound by bots: {workers[1]:,.1f} hands/s with one worker, {workers[2]:,.1f} with two, ", end="")
    print(f"{workers[2] / workers[1]:.2f} times as many.")


if __name__ == "__main__":
    main()
