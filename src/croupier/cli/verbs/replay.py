"""`croupier replay RECORD`: steps through a recorded match in the terminal, or prints it."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from croupier.agents.bot import Bot
from croupier.agents.loading import load_bot
from croupier.agents.remote import Remote
from croupier.kernel.contract.game import ACTORS, Game
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.draw import draw
from croupier.kernel.showing.scenes import scene
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.leaks.findings import of_record, read_leaks
from croupier.simulate.record.record_file import RecordFile
from croupier.simulate.record.second_opinion import Opinion, second_opinions

from ..terminal.console import console
from ..terminal.numbers import counted
from ..terminal.options import add_limit, terms_of, warn_about_isolation, whole_number
from ..terminal.progress import Bar
from ..terminal.viewer import (
    ALL_CARDS,
    BIGGEST,
    COSTLIEST,
    Eyes,
    Judgements,
    Place,
    Viewer,
    cost_of,
    onlooker,
    seats,
    title_of,
    told_misdeed,
    told_scores,
    watch,
)

MOST_LISTED = 10


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Steps through the record of a match, of `croupier match` or of `croupier play --record`. Without a terminal, "
        "or with --print or --json, the match is printed from beginning to end."
    )
    verb.add_argument("record", type=Path, metavar="RECORD", help="the file")
    verb.add_argument(
        "--deal",
        metavar="N[.R][:STEP]",
        help="go straight to this deal: 3, or 3.1 for its next rotation in duplicate play, or 3:7 for its step 7",
    )
    eyes = verb.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=whole_number, metavar="S", help="show only what this seat could see")
    eyes.add_argument(
        "--all-cards", dest="seat", action="store_const", const=None, help="show every card (this is the default)"
    )
    verb.add_argument(
        "--leaks",
        type=Path,
        metavar="FILE",
        help="what `croupier leaks --out FILE.json` found: list the hands that it judged, the costliest first, and "
        "tell what decisions cost",
    )
    verb.add_argument(
        "--over",
        type=float,
        metavar="COST",
        help="with --leaks: only hands that cost more, in the unit of the file (default: 0)",
    )
    verb.add_argument(
        "--with", dest="other", metavar="BOT", help="ask another bot at every decision, and list where it differs"
    )
    verb.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME",
        help="list only matches of this player; with --with: ask only at its decisions",
    )
    verb.add_argument(
        "--most",
        type=whole_number,
        default=10,
        metavar="N",
        help="with --with: show at most N differences (default: 10)",
    )
    add_limit(verb)
    verb.add_argument("--game", metavar="MODULE", help="the module of the game, if it is one of your own")
    verb.add_argument("--print", dest="told", action="store_true", help="print the deal from beginning to end")
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show a record."""
    record = opened(options.record, options.game)
    number, step = (None, None) if options.deal is None else record.place_of(options.deal)
    for name in options.bot:
        if name not in record.names:
            raise BadInput(f"{options.record} has no player {name!r}; it has {', '.join(record.names)}.")
    eyes: Eyes = ALL_CARDS if options.seat is None else options.seat
    if isinstance(eyes, int) and not 0 <= eyes < len(record.entries[0].names):
        raise BadInput(f"There is no seat {eyes}; seats are 0 to {len(record.entries[0].names) - 1}.")
    if options.other:
        return ask(record, 0 if record.one_match else number, options)
    places, judgements = listed(record, options)
    if number is None and len(record.entries) == 1 and not judgements:
        number = 0
    shown = Viewer(record, number, eyes, step=step, places=places, judgements=judgements)
    if options.json:
        print(json.dumps(list_as_json(shown) if number is None else deal_as_json(record, number, eyes)))
    elif options.told or not (sys.stdin.isatty() and sys.stdout.isatty()):
        lines = list_as_text(shown) if number is None else deal_as_text(shown, number, eyes)
        screen = console()
        for line in lines:
            screen.print(line, soft_wrap=True)
    else:
        watch(shown)
    return 0


def listed(record: RecordFile, options: argparse.Namespace) -> tuple[list[Place], Judgements | None]:
    """The matches or hands that are listed, and about whom --leaks tells."""
    if options.leaks is None:
        if options.over is not None:
            raise BadInput("--over chooses among judged hands: name their file by --leaks.")
        wanted = set(options.bot)
        return [Place(number) for number, entry in enumerate(record.entries) if wanted <= set(entry.names)], None
    leaks = read_leaks(options.leaks)
    if set(options.bot) - {leaks.bot}:
        raise BadInput(f"{options.leaks} is about {leaks.bot}, not about {', '.join(options.bot)}.")
    least = options.over or 0.0
    places = [
        Place(number, hand)
        for number, hands in of_record(leaks, options.record).items()
        for hand in hands
        if hand.cost > least and number < len(record.entries)
    ]
    if not places:
        raise BadInput(f"{options.leaks} has no hand of {options.record} that cost more than {least:g} {leaks.unit}.")
    return places, Judgements(leaks.bot, leaks.unit)


def opened(path: Path, where: str | None) -> RecordFile:
    """Open a record; BadInput names the file."""
    try:
        return RecordFile(path, where)
    except BadInput as error:
        raise error if str(path) in str(error) else BadInput(f"{path}: {error}") from error


def ask(record: RecordFile, number: int | None, options: argparse.Namespace) -> int:
    """Print the decisions at which another bot would have moved differently."""
    made: list[Bot] = []
    terms = terms_of(options, hidden=[options.record])
    warn_about_isolation([options.other])

    def make() -> Bot:
        made.append(load_bot(record.game, options.other, terms))
        return made[-1]

    agreement = Agreement(record.game)
    numbers = () if number is None else (number,)
    opinions = agreement.count(second_opinions(record, make, players=options.bot, seat=options.seat, numbers=numbers))
    different = (opinion for opinion in opinions if not opinion.same)
    try:
        if options.json:
            differences = [difference_as_json(record, opinion) for opinion in different]
            print(json.dumps({"with": options.other, **agreement.as_json(), "differences": differences}))
            return 0
        screen, lines, shown = console(), [], 0
        deals = len(numbers or record.entries)
        with Bar(deals) as bar:
            for opinion in different:
                bar.show(opinion.number)
                shown += 1
                if shown <= options.most:
                    lines += difference_as_text(record, opinion)
        if shown > options.most:
            lines += [f"… and {counted(shown - options.most, 'more difference')} (--most {shown} shows all)", ""]
        for line in [*lines, *agreement.as_text(options.other)]:
            screen.print(line, soft_wrap=True)
    finally:
        for bot in made:
            if isinstance(bot, Remote):
                bot.close()
    return 0


def list_as_text(shown: Viewer) -> list[str]:
    """The contents of a record in short, with its biggest pots, or its costliest hands."""
    record, about = shown.record, shown.judgements
    what = counted(len(shown.places), "hand" if about else "deal")
    lines = [f"{record.game.title}: {what} between {', '.join(record.names)}."]
    lines.append(f"Costliest for {about.bot}, in {about.unit}:" if about else "Biggest pots:")
    titles = []
    for index in (shown.sorted_to(COSTLIEST if about else BIGGEST))[:MOST_LISTED]:
        place = shown.places[index]
        entry = record.entries[place.number]
        titles.append(entry.title)
        cost = f"{cost_of(place):>8,.1f}  " if about else ""
        lines.append(f"  {title_of(entry, place):24} {cost}{told_scores(entry)}")
    return [*lines, f"Look at one by its number, as in --{titles[0]}"] if not record.one_match else lines


def deal_as_text(shown: Viewer, number: int, eyes: Eyes) -> list[str]:
    """A match from beginning to end: the sentences, and the table whenever cards were dealt; then what was done wrong,
    and what decisions cost."""
    record = shown.record
    entry, timeline = record.entries[number], record.timeline(number)
    lines = [line for line in (f"{record.game.title}, {entry.title}", seats(entry)) if line]
    looking = onlooker(record, entry, eyes)
    for at, moment in enumerate(timeline.moments):
        lines += [f"  {line}" for line in looking.hear(looking.facts(moment.events))]
        if moment.actor == HOUSE and at < len(timeline) - 1 and timeline.moments[at + 1].actor != HOUSE:
            lines += ["", draw(looking.see(moment.state))]
    for misdeed in record.misdeeds(number):
        lines.append(f"Step {misdeed.step + 1}: {told_misdeed(entry, misdeed)}")
    judged = [place.judged for place in shown.places if place.judged and place.number == number]
    for move in (move for hand in judged for move in hand.moves):
        assert shown.judgements
        lines.append(f"Step {move.step + 1}: {shown.judgements.told(move)}")
    return [*lines, f"The end: {told_scores(entry)}."]


def list_as_json(shown: Viewer) -> dict[str, Any]:
    """The matches of a record as JSON data, or its judged hands with what they cost."""
    record = shown.record
    listed = [(record.entries[place.number], place.judged) for place in map(shown.places.__getitem__, shown.order)]
    return {
        "game": record.game.name,
        "bots": record.names,
        "deals": [
            {
                "deal": entry.deal,
                "rotation": entry.rotation,
                "seats": entry.names,
                "scores": entry.scores,
                "swing": entry.swing,
                **({"hand": judged.hand, "cost": judged.cost} if judged else {}),
            }
            for entry, judged in listed
        ],
    }


def deal_as_json(record: RecordFile, number: int, eyes: Eyes) -> dict[str, Any]:
    """A match step by step, as JSON data."""
    game, entry, timeline = record.game, record.entries[number], record.timeline(number)
    steps, looking = [], onlooker(record, entry, eyes)
    for at, moment in enumerate(timeline.moments):
        steps.append(
            {
                "step": at,
                "hand": moment.hand,
                "actor": None if moment.actor is None else ACTORS.get(moment.actor, moment.actor),
                "move": None if moment.move is None else game.describe(moment.move),
                "told": looking.hear(looking.facts(moment.events)),
                "table": draw(looking.see(moment.state)),
            }
        )
    return {
        "game": game.name,
        "deal": entry.deal,
        "rotation": entry.rotation,
        "seats": entry.names,
        "scores": entry.scores,
        "steps": steps,
    }


class Agreement:
    """How often a bot would have made the same move, by part of the hand and by the kind of move that was played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.decisions = self.same = self.same_kind = 0
        self.phases: dict[str, Counter[bool]] = {}
        self.kinds: dict[str, Counter[bool]] = {}

    def count(self, opinions: Iterable[Opinion]) -> Iterator[Opinion]:
        """Count opinions, and pass them on."""
        for opinion in opinions:
            self.decisions += 1
            self.same += opinion.same
            self.same_kind += opinion.same_kind
            self.phases.setdefault(opinion.phase, Counter())[opinion.same] += 1
            self.kinds.setdefault(self.game.kinds[opinion.played.kind], Counter())[opinion.same] += 1
            yield opinion

    def as_text(self, name: str) -> list[str]:
        """The summary as text."""
        if not self.decisions:
            return ["There was no decision."]
        lines = [
            f"{name} was asked at {counted(self.decisions, 'decision')}: the same in {self.same / self.decisions:.1%}, "
            f"the same kind of action in {self.same_kind / self.decisions:.1%}."
        ]
        for counters in (self.phases, self.kinds):
            for label, seen in counters.items():
                if label:
                    lines.append(f"  {label:20} {seen[True] / seen.total():>7.1%} of {seen.total():,}")
        return lines

    def as_json(self) -> dict[str, Any]:
        """The summary as JSON data."""
        return {
            "decisions": self.decisions,
            "same": self.same,
            "same_kind": self.same_kind,
            "phases": {label: _shares(seen) for label, seen in self.phases.items() if label},
            "kinds": {label: _shares(seen) for label, seen in self.kinds.items()},
        }


def _shares(seen: Counter[bool]) -> dict[str, int]:
    return {"decisions": seen.total(), "same": seen[True]}


def difference_as_text(record: RecordFile, opinion: Opinion) -> list[str]:
    """One difference, with the table as the player saw it."""
    entry, game = record.entries[opinion.number], record.game
    phase = f", {opinion.phase.lower()}" if opinion.phase else ""
    other = game.describe(opinion.advised) if opinion.advised else "no legal move"
    head = (
        f"{entry.title}, step {opinion.step}{phase}: {entry.names[opinion.seat]} played "
        f"{game.describe(opinion.played)}, not {other}"
    )
    wrong = [f"    {line}" for line in opinion.wrong.splitlines()]
    return [head, *wrong, *(f"    {line}" for line in _seen(record, opinion).splitlines()), ""]


def difference_as_json(record: RecordFile, opinion: Opinion) -> dict[str, Any]:
    """One difference as JSON data."""
    entry, game = record.entries[opinion.number], record.game
    return {
        "deal": entry.deal,
        "rotation": entry.rotation,
        "step": opinion.step,
        "seat": opinion.seat,
        "player": entry.names[opinion.seat],
        "phase": opinion.phase,
        "played": game.describe(opinion.played),
        "advised": game.describe(opinion.advised) if opinion.advised else None,
        "wrong": opinion.wrong,
        "table": _seen(record, opinion),
    }


def _seen(record: RecordFile, opinion: Opinion) -> str:
    players = nameplates(record.entries[opinion.number].names)
    cast = cast_for(record.game, opinion.seat, players, spoken_to=False)
    return draw(scene(record.game, opinion.state, cast))
