"""A benchmark of models: all play the same deals, from the same seats, against the same house bot.

Each model is a series of matches (`simulate.match`) with a record and a journal in one folder:

    NAME.jsonl            the record: every move, for `croupier replay` and all else that reads records
    NAME.answers.jsonl    every answer of the model, with its thoughts and its cost (`journal`)
    plan.json             what may not change when the folder is continued

A run that was ended in any way goes on where it was when it is begun again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from croupier.agents.loading import OF_THE_HOUSE, Entrant, house_bot
from croupier.agents.models.bot import ModelBot
from croupier.agents.models.endpoint import Endpoint, Late, Post, post
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Played
from croupier.kernel.errors import BadInput, CroupierError
from croupier.kernel.files import naming, write_file
from croupier.kernel.showing.narrator import VERSION
from croupier.kernel.vocabulary.keys import seat_key

from ..match.aivat import corrected, is_possible, known_player
from ..match.match import Match
from ..record.storage import read
from .journal import Answered, Journal, Stopped
from .plan import Contender, Plan

INTERRUPTED = "interrupted"
LOOK_SECONDS = 0.2
"""How often progress is shown."""
SEATS = 2
"""The seats of a game that leaves their number open."""
Progress = Callable[[int], None]


class Course(NamedTuple):
    """How far a contender has come."""

    contender: Contender
    record: Path
    journal: Journal | None
    """None for a house bot."""


class Benchmark:
    """A plan that is carried out in a folder."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        environment: Mapping[str, str],
        *,
        post: Post = post,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        """`post` sends requests, and `pause` waits between two tries; both are replaced in tests."""
        self.plan, self.folder = plan, folder
        game = load(plan.game)
        chosen = {**game.simulation, **({"seats": SEATS} if "seats" in game.config_options() else {}), **plan.options}
        try:
            self.config = game.configure(**chosen)
        except (TypeError, ValueError) as error:
            raise BadInput(f"{game.title} cannot be played so: {error}.") from error
        self.game: Game = game.for_config(self.config) if game.for_config else game
        self.seats: int = self.game.start(self.config).state.table.seats
        self.stopped: dict[str, str] = {}
        """Why a contender has not played all of its matches."""
        self._stop = threading.Event()
        self._post, self._pause = post, pause or self._stop.wait
        keys = {one.name: one.key(environment) for one in plan.models}
        self._check_folder()
        self.courses = [self._course(one) for one in plan.models]
        self._matches = [self._match(one, keys[one.contender.name]) for one in self.courses]

    # Playing

    @property
    def plays(self) -> int:
        """The matches of all contenders."""
        return self.plan.hands * len(self.courses)

    def play(self, progress: Progress = lambda done: None) -> None:
        """Play what is left. A Ctrl-C ends it early: what is asked at that moment is still answered and kept."""
        try:
            with suppress(KeyboardInterrupt):
                self._play(progress)
        finally:
            for course in self.courses:
                if course.journal is not None:
                    course.journal.close()

    def _play(self, progress: Progress) -> None:
        done = [0] * len(self.courses)

        def run(at: int) -> None:
            name = self.courses[at].contender.name

            def show(so_far: int) -> None:
                done[at] = so_far
                if self._stop.is_set():
                    raise Stopped(INTERRUPTED)

            try:
                results = self._matches[at].play(show)
                if not results.complete:
                    self.stopped.setdefault(name, INTERRUPTED)
            except CroupierError as error:
                self.stopped[name] = str(error)

        with ThreadPoolExecutor(len(self.courses)) as pool:
            # Not Thread.join with a timeout: a Ctrl-C in it may take a thread that runs for one that has ended.
            running = {pool.submit(run, at) for at in range(len(self.courses))}
            try:
                while running:
                    ended, running = wait(running, LOOK_SECONDS)
                    for one in ended:
                        one.result()
                    progress(sum(done))
            finally:
                self._stop.set()

    def _check_folder(self) -> None:
        """Refuse a folder in which another plan was begun."""
        plan, file = self.plan, self.folder / "plan.json"
        same: dict[str, Any] = {"game": plan.game, "options": plan.options, "against": plan.opponent, "seed": plan.seed,
                                "words": plan.words, "words_version": VERSION, "attempts": plan.attempts,
                                "answer_s": plan.answer_s}  # fmt: skip
        with naming(file, "written"):
            self.folder.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                write_file(file, msgspec.json.encode(same) + b"\n")
                return
        with naming(file, "read"):
            before = msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
        changed = [name for name, value in same.items() if before.get(name) != msgspec.to_builtins(value)]
        if changed:
            raise BadInput(
                f"{self.folder} was begun with another plan: {', '.join(changed)} differ. Take another folder (--out)."
            )

    def _course(self, one: Contender) -> Course:
        journal = None if one.bot else Journal(self.folder / f"{one.file}.answers.jsonl", one.limits)
        return Course(one, self.folder / f"{one.file}.jsonl", journal)

    def _match(self, course: Course, key: str) -> Match:
        """The series of a contender, begun or gone on with."""
        one = course.contender
        house = self.plan.opponent.removeprefix(OF_THE_HOUSE)
        entrants = [Entrant(one.name, self._mind(course, key))]
        for seat in range(1, self.seats):
            number = f" #{seat}" if self.seats > SEATS else ""
            entrants.append(Entrant(self.plan.opponent + number, partial(house_bot, self.game, house)))
        begun = course.record.exists()
        return Match(
            self.game,
            self.config,
            entrants,
            hands=self.plan.hands,
            seed=self.plan.seed,
            out=None if begun else course.record,
            resume=course.record if begun else None,
            tables=1 if one.bot else one.tables or self.plan.tables,
        )

    def _mind(self, course: Course, key: str) -> Callable[[], Any]:
        """What makes the bots of a contender."""
        one, journal, plan = course.contender, course.journal, self.plan
        if journal is None:
            return partial(house_bot, self.game, one.bot.removeprefix(OF_THE_HOUSE))

        def pause(seconds: float) -> None:
            self._pause(seconds)
            if self._stop.is_set():
                raise Stopped(f"{INTERRUPTED} while its endpoint failed ({endpoint.trouble})")

        endpoint = Endpoint(one.endpoint, one.fields, key, post=self._post, pause=pause)

        def ask(place: tuple[int, int, int], messages: list[dict[str, str]]) -> str:
            if self._stop.is_set():
                raise Stopped(INTERRUPTED)
            try:
                return journal.ask(place, endpoint, messages, plan.answer_s)
            except Late:
                raise
            except (Exception, Stopped) as error:  # anything else would count as an error of the model
                self.stopped.setdefault(one.name, str(error) or type(error).__name__)
                raise Stopped(str(error)) from error

        return partial(ModelBot, self.game, ask, length=plan.words, attempts=plan.attempts)

    # What came of it

    def as_json(self) -> dict[str, Any]:
        """What was played, as JSON data."""
        plan = self.plan
        return {"game": plan.game, "against": plan.opponent, "hands": plan.hands, "seed": plan.seed,
                "words": plan.words, "words_version": VERSION, "complete": not self.stopped}  # fmt: skip

    def played(self, course: Course) -> Iterator[Played]:
        """The matches of a contender."""
        return read(course.record)[1]

    def answers(self, course: Course, played: Played) -> list[Answered]:
        """The answers of a model in a match, in order."""
        return [] if course.journal is None else course.journal.of(self.key(played))

    def key(self, played: Played) -> int:
        """The key of a match, by which its answers are found."""
        return seat_key(self.plan.seed, played.deal, played.seating.index(0))

    def judged(self, course: Course, progress: Progress = lambda done: None) -> list[float] | None:
        """The winnings of a contender by AIVAT, in points, match by match; None if its opponent's strategy is not
        known for every hand, or the game has none."""
        known = known_player(house_bot(self.game, self.plan.opponent.removeprefix(OF_THE_HOUSE)))
        if not is_possible(self.game, self.config, [None, known]) or next(self.played(course), None) is None:
            return None
        return corrected(course.record, [None, known], progress)
