"""`croupier host URL event`: opens events, shows their standings, and gives orders to them."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming, read_toml, whole_file
from croupier.kernel.statistics import Estimate

from ..terminal.numbers import counted, interval_of, mean_of, text_table
from ..terminal.options import check_writable
from ..terminal.remote import remote_of

Access = Callable[..., None]
ZIP_END, ZIP_END_BYTES = b"PK\x05\x06", 22
"""The signature of the last record of a zip file, and the length of that record."""
ORDERS = {
    "begin": "begin, with the teams that are present",
    "freeze": "let no further match begin",
    "end": "end it: current hands are finished, and count",
    "withdraw": "withdraw a team: no further match waits for it",
    "void": "void a match; unless the event is over, it is played again",
    "close": "close an event that is over: its results are final, and no match can be voided any more",
    "pause": "tournament: stop the clock, and begin no hand",
    "start": "tournament: let the clock run again after a pause",
    "level": "tournament: go to another level, such as number=3",
    "time": "tournament: add time to the level, such as minutes=5",
    "late": "tournament: let players enter until a level is over, such as levels=4; levels=0 ends late entries",
    "deal": "tournament: end a paused one by sharing the prizes by the worth of the chips (ICM)",
    "cancel": "tournament: end it without a result, and give all fees back",
}
VALUES = ("level", "time", "late")


def add(verb: argparse.ArgumentParser, access: Access) -> None:
    """Declare the verb and what it can do."""
    verb.description = "Opens events from a file, shows their standings, and begins, corrects, ends and closes them."
    access(verb, argparse.SUPPRESS)
    verb.set_defaults(run=_run_list)
    doing = verb.add_subparsers(title="what you can do", metavar="WHAT")
    opened = doing.add_parser("open", help="open the events of a file, as in arena.toml, and print their codes")
    opened.add_argument("file", type=Path, metavar="FILE", help="TOML: one event, or several under [[events]]")
    access(opened, argparse.SUPPRESS)
    opened.set_defaults(run=_run_open)
    show = doing.add_parser("show", help="the standings of an event, as they are now")
    show.add_argument("event", metavar="EVENT", help="its id")
    access(show, argparse.SUPPRESS)
    show.set_defaults(run=_run_show)
    export = doing.add_parser(
        "export",
        help="download an event as a zip file",
        description="Writes standings and cross table as CSV, the record of every match that counts, hand histories of "
        "hold'em, and a page to print. It contains nothing secret. `croupier verify FILE` checks it.",
    )
    export.add_argument("event", metavar="EVENT", help="the event's id")
    export.add_argument(
        "file", type=Path, metavar="FILE", help="the zip file, such as cup.zip; it is written whole or not at all"
    )
    access(export, argparse.SUPPRESS)
    export.set_defaults(run=_run_export)
    for name, does in ORDERS.items():
        order = doing.add_parser(name, help=does)
        order.add_argument("event", metavar="EVENT", help="the event's id")
        if name == "withdraw":
            order.add_argument("team", metavar="TEAM", help="the team to withdraw")
        if name == "void":
            order.add_argument("match", metavar="MATCH", help="its id, such as cup-3-M1")
        if name in VALUES:
            order.add_argument("values", nargs=1, metavar="NAME=NUMBER", help=does.partition("such as ")[2])
        order.add_argument("--why", default="", metavar="TEXT", help="the reason, on record")
        access(order, argparse.SUPPRESS)
        order.set_defaults(run=_run_order, order=name)


def _run_list(options: argparse.Namespace) -> int:
    found = remote_of(options).get("events")
    if options.json:
        print(json.dumps(found))
    for one in () if options.json else found:
        print(f"{one['id']}  {one['title']}: {one['state']}, {counted(one['present'], 'team')} present")
    return 0


def _run_open(options: argparse.Namespace) -> int:
    remote = remote_of(options)
    for asked in events_in(options.file):
        told = remote.post("events", body=asked)
        if options.json:
            print(json.dumps(told))
            continue
        print(f"{told['id']}  {told['title']}: {told['state']}")
        for team, code in told.get("roster", {}).items():
            print(f"  {team:24} --code {code}")
        if told.get("code"):
            print(f"  everybody: --code {told['code']}")
        if told["practice"]:
            print(f"  to practise: --code {told['practice']}")
    return 0


def events_in(path: Path) -> list[dict[str, Any]]:
    """The events of a file; BadInput if it cannot be read."""
    found = read_toml(path)
    events = found.get("events", [found])
    if not isinstance(events, list) or not all(isinstance(one, dict) and "kind" in one for one in events):
        raise BadInput(f'{path} has no event: it needs a kind, such as kind = "robin".')
    return events


def _run_show(options: argparse.Namespace) -> int:
    told = remote_of(options).get("events", options.event)
    print(json.dumps(told) if options.json else "\n".join(standings(told)))
    return 0


def _run_export(options: argparse.Namespace) -> int:
    check_writable(options.file)
    with naming(options.file, "written"), whole_file(options.file) as file:
        size = sum(map(file.write, _whole_zip(remote_of(options).pieces("events", options.event, "export"))))
    print(json.dumps({"file": str(options.file), "bytes": size}) if options.json else f"{options.file}: {size:,} bytes")
    return 0


def _whole_zip(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a zip file; BadInput if its end is missing: a proxy may cut an answer without an error."""
    end = b""
    for piece in pieces:
        end = (end + piece)[-ZIP_END_BYTES:]
        yield piece
    if not end.startswith(ZIP_END):
        raise BadInput("The arena's answer ended too soon, and nothing was written. Try again.")


def _run_order(options: argparse.Namespace) -> int:
    about: dict[str, Any] = {name: getattr(options, name) for name in ("team", "match") if hasattr(options, name)}
    if options.order in VALUES:
        about["values"] = numbers_of(options.values)
    body = {"order": options.order, "why": options.why, **about}
    told = remote_of(options).post("events", options.event, "orders", body=body)
    print(json.dumps(told) if options.json else "\n".join(standings(told)))
    return 0


def numbers_of(items: Iterable[str]) -> dict[str, float]:
    """The values of NAME=NUMBER."""
    found = {}
    for item in items:
        name, _, number = item.partition("=")
        try:
            found[name] = float(number) if "." in number else int(number)
        except ValueError:
            raise BadInput(f"A value is NAME=NUMBER, such as minutes=5, not {item!r}.") from None
    return found


def standings(told: dict[str, Any]) -> Iterator[str]:
    """The standings of an event, as lines of text."""
    if told["tournament"]:
        yield from _tournament(told, told["tournament"])
        return
    from croupier.arena.events.standings import verdicts

    over, void = sum(one["over"] for one in told["tables"]), sum(len(one["void"]) for one in told["tables"])
    matches = counted(over, "match") if over == 1 else f"{over:,} matches"
    marks = [told["state"], f"{matches} over", *([f"{void} void"] if void else [])]
    if told["open_deals"] is not None:
        marks.append(f"{told['open_deals']} of {told['deals']} deals played by all")
    yield f"{told['id']}  {told['title']}: {', '.join(marks)}"
    judged = any(row["aivat"] for row in told["teams"])
    by_aivat = ("AIVAT", "95 % interval") if judged else ()
    plainly = () if told["kind"] == "duplicate" else ("luck included",)
    headings = ("team", "rating", told["unit"], "95 % interval", *plainly, *by_aivat, "by the clock", "")
    yield from text_table(headings, (_team(row, bool(plainly), judged) for row in told["teams"]), indent="  ")
    factors = [row["saved_by_adjustment"] for row in told["teams"] if row["saved_by_adjustment"]]
    if factors and max(factors) >= 1.005:
        low, high = f"{min(factors):.2f}", f"{max(factors):.2f}"
        yield f"  Taking out the luck after the last decision saves a factor of {low} to {high} in hands."
    if saved := [row["saved_by_aivat"] for row in told["teams"] if row["saved_by_aivat"]]:
        yield f"  AIVAT saves a factor of {min(saved):.2f} to {max(saved):.2f} against scores with luck included."
    yield from (f"  {verdict}" for verdict in verdicts(told["comparisons"]))


def _tournament(told: dict[str, Any], t: dict[str, Any]) -> Iterator[str]:
    """A tournament: the clock, and every player with its chips or its place."""
    marks = [told["state"]]
    if t["cancelled"]:
        marks = [f"cancelled: {t['cancelled']}"]
    elif not t["started"]:
        marks.append(f"{counted(t['registered'], 'player')} registered")
        if t["starts"]:
            marks.append(f"begins {datetime.fromtimestamp(t['starts'] / 1000):%Y-%m-%d %H:%M}")
    elif t["clock"]:
        marks.append(f"{t['left']} of {counted(t['registered'], 'player')} left")
        level: dict[str, Any] = t["levels"][t["clock"]["level"] - 1] if t["levels"] else {"rest": False, "blinds": {}}
        blinds = "/".join(f"{chips:,}" for name, chips in level["blinds"].items() if name.endswith("_blind"))
        ante = next((f" with an ante of {chips:,}" for name, chips in level["blinds"].items() if "ante" in name), "")
        marks.append("a break" if level["rest"] else f"level {t['clock']['level']}, {blinds or 'one level'}{ante}")
        if t["clock"]["left_ms"] is not None:
            marks.append(f"{t['clock']['left_ms'] // 60_000}:{t['clock']['left_ms'] // 1_000 % 60:02} left")
        marks += ["paused"] * (not t["clock"]["runs"]) + ["hand for hand"] * t["hand_for_hand"]
    if t["pool"]:
        marks.append(f"{t['pool']:,} tokens for {counted(len(t['prizes']), 'place')}")
    yield f"{told['id']}  {told['title']}: {', '.join(marks)}"
    headings = ("place", "player", "chips", "table", "prize")
    yield from text_table(headings, map(_player, t["players"]), indent="  ")


def _player(row: dict[str, Any]) -> list[str]:
    cells = (row["place"], row["name"], row["chips"], row["table"], row["prize"] or None)
    return ["" if cell is None else f"{cell:,}" if isinstance(cell, int) else cell for cell in cells]


def _team(row: dict[str, Any], lucky: bool, judged: bool) -> list[str]:
    """A team's row of the standings; with a column for the result with luck if `lucky`, and for AIVAT if `judged`."""
    rating = f"{row['rating']['mu']:.1f} ± {row['rating']['unsure']:.1f}" if row["rating"]["games"] else "-"
    result, by_aivat, share = [""] * (3 if lucky else 2), ["", ""] if judged else [], ""
    if row["result"]:
        found, plain = _estimate(row["result"]), _estimate(row["plain"])
        result, share = [mean_of(found), interval_of(found)], f"{row['clock_share']:.1%}"
        result += [mean_of(plain)] if lucky else []
    if row["aivat"]:
        by_aivat = [mean_of(_estimate(row["aivat"])), interval_of(_estimate(row["aivat"]))]
    return [row["name"], rating, *result, *by_aivat, share, "withdrawn" if row["withdrawn"] else ""]


def _estimate(told: dict[str, Any]) -> Estimate:
    low, high = told["low"], told["high"]
    return Estimate(told["mean"], -math.inf if low is None else low, math.inf if high is None else high)
