"""`croupier leaks RECORD --bot NAME`: which decisions of a bot cost it most."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from croupier.history import RECORDS, chosen_replay, find, hands_in
from croupier.history.files import SUFFIXES
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Played, Series, config_of
from croupier.kernel.errors import BadInput, CroupierError
from croupier.kernel.files import write_file
from croupier.simulate.leaks.findings import AGAIN, MORE_WORLDS, Asked, Leaks, Spot, costly_moves, in_a_line, leaks_of
from croupier.simulate.leaks.judging import SOLVED, JudgedHand, Wanted, unit_of
from croupier.simulate.leaks.page import leaks_page
from croupier.simulate.leaks.sampling import Player, Unit, drawn, judges, player_named
from croupier.simulate.record.record_file import game_of
from croupier.simulate.record.storage import NoRecord, each_match

from ..terminal.numbers import counted, interval_of, mean_of, text_table
from ..terminal.options import add_seed, check_writable, seed_of, whole_number
from ..terminal.progress import Bar

HANDS, WORLDS = 2_000, 512
FEWEST_WORLDS = 16
SPOTS = 15
"""How many spots are listed."""
PAGE = ".html"
HAND_OF = ", hand "
"""Stands between the name of a hand history and the number of a hand in the name of a record."""
EPILOG = """\
RECORD is a record of `croupier match --out`, of `croupier play --record` or of an arena, a hand history (PHH or the
text of PokerStars), or a folder or zip archive of these.

The cost of a decision is what the adviser's choice is worth, less what was played is worth, seen from the bot's seat.
In heads-up hold'em the adviser is the blueprint, on the river the solver; elsewhere choices are played out in many
imagined worlds. See docs/after-a-match.md.

examples:
  croupier match mybot.py house:oracle --hands 10000 --out match.jsonl
  croupier leaks match.jsonl --bot mybot.py --out leaks.html
  croupier leaks match.jsonl --bot mybot.py --minutes 5 --out leaks.json
  croupier replay match.jsonl --leaks leaks.json
"""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = "Ranks the decisions of a bot by what they cost it, and the spots in which it loses most."
    verb.epilog = EPILOG
    verb.formatter_class = argparse.RawDescriptionHelpFormatter
    verb.add_argument(
        "records", nargs="+", metavar="RECORD", help="a record or a hand history, or a folder or zip archive with some"
    )
    verb.add_argument("--bot", required=True, metavar="NAME", help="the bot whose decisions are judged")
    verb.add_argument(
        "--hands",
        type=whole_number,
        metavar="N",
        help=f"judge at most N hands, drawn at random (default: {HANDS:,}; with --minutes no limit)",
    )
    verb.add_argument("--minutes", type=float, metavar="M", help="judge hands at random for M minutes")
    verb.add_argument(
        "--worlds",
        type=whole_number,
        default=WORLDS,
        metavar="N",
        help=f"imagined worlds in which a choice is played out: more are slower and narrow the intervals "
        f"(default: {WORLDS})",
    )
    add_seed(verb)
    verb.add_argument(
        "--workers", type=whole_number, default=1, metavar="W", help="processes; never changes what a decision costs"
    )
    verb.add_argument("--game", metavar="MODULE", help="the module of the game, if it is one of your own")
    verb.add_argument(
        "--out", type=Path, metavar="FILE", help=f"write everything to FILE: a page if it ends in {PAGE}, else JSON"
    )
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Judge the bot's decisions and print what they cost."""
    if options.worlds < FEWEST_WORLDS or options.workers < 1:
        raise BadInput(f"A choice is played out in at least {FEWEST_WORLDS} worlds, by at least one worker.")
    if options.minutes is not None and not options.minutes > 0:
        raise BadInput(f"Judging takes more than 0 minutes, not {options.minutes:g}.")
    if options.out:
        check_writable(options.out)
    names: list[str] = []
    player = player_named(options.bot, matches_in(options.records, names))
    leaks = judged(options, player, names)
    if options.out and options.out.suffix == PAGE:
        write_page(options.out, leaks, player, options.game)
    elif options.out:
        write_file(options.out, msgspec.json.encode(leaks).decode())
    if options.json:
        print(msgspec.json.encode(leaks).decode())
    else:
        print("\n".join(as_text(leaks)))
        if options.out:
            print(f"Everything is in {options.out}.")
    return 0 if leaks.complete else 130


def write_page(out: Path, leaks: Leaks, player: Player, where: str | None) -> None:
    """Write the page about what a player gives away; `where` names the module of the game, if it is none of ours."""
    matches = {(sat.record, sat.number): sat.played for sat in player.matches}

    def match(hand: JudgedHand) -> tuple[Game, Series, Played]:
        series = player.heads[hand.record]
        return game_of(series, where), series, matches[hand.record, hand.match]

    write_file(out, leaks_page(leaks, match))


def matches_in(paths: Sequence[str], names: list[str]) -> Iterator[tuple[int, Series, int, Played]]:
    """The matches of all records, each with the number of its record; the names of these are appended to `names`. Each
    hand of a hand history is a record.

    Files in folders and archives that are no records are left out, and hands that cannot be read are counted.
    """
    named, unread = {str(Path(path)) for path in paths}, 0
    for source in find(paths, (*RECORDS, *SUFFIXES)):
        if source.name.endswith(SUFFIXES):
            for number, (_, read) in enumerate(hands_in(source.read(), source.name), 1):
                try:
                    series, played = chosen_replay(read()).run().record()
                except CroupierError:
                    unread += 1
                    continue
                names.append(f"{source.name}{HAND_OF}{number}")
                yield len(names) - 1, series, 0, played
            continue
        head: Series | None = None
        try:
            for number, (series, played) in enumerate(each_match(source.name, source.lines())):
                if series is not head:
                    head = series
                    names.append(source.name)
                yield len(names) - 1, series, number, played
        except NoRecord:
            if source.name in named:
                raise
    if unread:
        print(f"{counted(unread, 'hand')} left out: `croupier history check` tells why.", file=sys.stderr)


def judged(options: argparse.Namespace, player: Player, names: Sequence[str]) -> Leaks:
    """Judge a random sample of the player's hands, and the costliest ones again."""
    seed, (first, *_) = seed_of(options), player.heads.values()
    game = game_of(first, options.game)
    hands = HANDS if options.hands is None and options.minutes is None else options.hands
    units = drawn(player, hands, options.worlds, seed)
    asked_for = sum(unit.hands for unit in units)
    found, again, complete = list[JudgedHand](), list[JudgedHand](), True
    until = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    bar = Bar(asked_for, quiet=options.json)
    with bar, judges(options.game, player.heads, seed, options.workers) as judge:
        try:
            for judged_hands in judge(units):
                found += judged_hands
                bar.show(len(found), "judging")
                if until and time.monotonic() > until:
                    break
            bar.show(len(found), "judging the costliest again")
            again = [hand for hands in judge(costliest(player, found, options.worlds)) for hand in hands]
        except KeyboardInterrupt:
            complete = False
    if not found:
        raise BadInput("Interrupted before the first hand was judged.")
    unit = unit_of(game, config_of(game, first))[0]
    about = Asked(
        first.game, game.title, options.bot, unit, names, player.heads, seed, options.worlds, player.hands
    )  # fmt: skip
    return leaks_of(about, found, again, complete)


def costliest(player: Player, hands: Sequence[JudgedHand], worlds: int) -> list[Unit]:
    """The hands that seem to cost most, to be judged in more worlds."""
    matches = {(sat.record, sat.number, sat.seat): sat for sat in player.matches}
    most = sorted((hand for hand in hands if hand.cost > 0), key=lambda hand: -hand.cost)[:AGAIN]
    return [
        Unit([Wanted(matches[hand.record, hand.match, hand.seat], [hand.hand])], MORE_WORLDS * worlds) for hand in most
    ]


def as_text(leaks: Leaks) -> Iterator[str]:
    """The findings as lines."""
    whole = leaks.estimate(leaks.total)
    every = leaks.decisions + leaks.unjudged
    yield (
        f"{leaks.title}: {leaks.hands:,} of {counted(leaks.of, 'hand')}, {leaks.decisions:,} of "
        f"{counted(every, 'decision')} judged, from seed {leaks.seed}"
    )
    if not leaks.complete:
        yield "Interrupted: this is what was judged so far."
    if leaks.unjudged:
        yield (
            f"The cards of {leaks.bot} are not told at {counted(leaks.unjudged, 'decision')}: those that are, as at a "
            "showdown, are no fair sample of its play."
        )
    yield f"{leaks.bot} gives away {mean_of(whole)} {leaks.unit}/100 ({interval_of(whole)})."
    yield ""
    if len(leaks.parts) > 1:
        yield from table_of(leaks, "part of the hand", leaks.parts)
        yield ""
    yield from table_of(leaks, "spot", leaks.spots[:SPOTS])
    yield from about_leaks(leaks)
    if leaks.costliest:
        yield ""
        yield f"The costliest hands, in {leaks.unit}, judged again in {MORE_WORLDS} times as many worlds:"
    for hand in leaks.costliest:
        yield from hand_as_text(leaks, hand)


def table_of(leaks: Leaks, title: str, spots: Sequence[Spot]) -> Iterator[str]:
    """Spots, or parts of the hand, as a table."""
    rows = [
        (in_a_line(spot.spot), f"{spot.decisions:,}", mean_of(cost), interval_of(cost), spot.told_share,
         "leak" if spot.leak else "")
        for spot in spots
        for cost in [leaks.estimate(spot.cost)]
    ]  # fmt: skip
    yield from text_table((title, "decisions", f"{leaks.unit}/100", "95 % interval", "share", ""), rows)


def about_leaks(leaks: Leaks) -> Iterator[str]:
    """What the table of spots leaves out, and what a leak is."""
    if rest := leaks.spots[SPOTS:]:
        yield f"… and {counted(len(rest), 'more spot')}, {sum(spot.leak for spot in rest) or 'none'} of them a leak"
    found = sum(spot.leak for spot in leaks.spots)
    yield (
        f"A leak is told from chance, p < 0.05 corrected for {counted(len(leaks.spots), 'spot')}; there "
        f"{'is' if found == 1 else 'are'} {found or 'none'}."
    )


def hand_as_text(leaks: Leaks, hand: JudgedHand) -> Iterator[str]:
    """A hand in lines: its decisions that cost something, and the command that opens it there."""
    moves = costly_moves(hand)
    numbered = f", hand {hand.hand + 1}" if hand.hand else ""
    yield f"  {hand.cost:.1f}  deal {hand.title}{numbered}: {replay_command(leaks, hand)}"
    for move in moves:
        low, high = f"{move.low:.1f}", f"{move.high:.1f}"
        sure = move.by if move.by == SOLVED else f"{low} … {high}"
        cards = f"; held {move.held}" + (f", on {move.seen}" if move.seen else "") if move.held else ""
        yield f"      {move.cost:.1f} ({sure})  {in_a_line(move.spot)}: {move.played}, not {move.better}{cards}"


def replay_command(leaks: Leaks, hand: JudgedHand) -> str:
    """The command that opens a hand at its costliest decision, or tells a hand of a hand history."""
    name, moves = leaks.records[hand.record], costly_moves(hand)
    file, is_history, number = name.rpartition(HAND_OF)
    if is_history:
        return f"croupier history show {file} --hand {number}"
    return f"croupier replay {name} --deal {hand.title}{f':{moves[0].step}' if moves else ''}"
