"""The table: plays matches of one game between those who sit there, hand by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from croupier.agents.referee import default
from croupier.kernel.contract.game import Decision, Game, Move, State, Step
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import to_dict
from croupier.kernel.showing.wire import OWN, Balance, Context, body
from croupier.kernel.showing.wire import Seated as Here
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.menu import LEAVE, NEXT_HAND, SIT, TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, CLOCK_BIT, HOUSE

from ..dealing import FairDealer
from ..shuffle import hash_of_secret, new_secret
from . import lines
from .attendance import GRACE_KEY, attach, detach, let_go, speak, tell_who_is_here
from .chairs import Chair
from .clocks import Clocks, Question
from .effects import Append, Ask, Effect, Finished, Timer
from .inputs import Answered, Attached, Detached, Input, Ordered, Rang, Said, Seated, Sent
from .orders import obey
from .plan import Plan
from .scenes import Scenes
from .snapshots import snapshot_of
from .tongues import Tongue, Tongues
from .voice import Voice

CLOCK_KEY, SHOW_KEY, NEXT_KEY = "clock", "show", "next"
"""Timers: the next deadline, the next frame that is held back, the next hand."""
REFUSED = "refused"
"""What is noted of an order that could not be obeyed when its time came."""


class Table:
    """One table. `handle` is the only way in, and what it returns the only way out."""

    def __init__(self, plan: Plan, game: Game, *, epoch_ms: int = 0, secrets: Callable[[], bytes] = new_secret) -> None:
        """`epoch_ms` is what is added to the times of `handle` for milliseconds since 1970.

        BadInput if the game does not have the plan's options, or another number of seats.
        """
        self.plan, self.game = plan, game
        full = self._config([True] * plan.seats)
        self.game = game = game.for_config(full) if game.for_config else game
        self.full = game.start(full).state
        """A match as it would begin with everybody there, for those who ask how the table plays."""
        if self.full.table.seats != plan.seats:
            raise BadInput(f"{game.title} is for {self.full.table.seats} with these options, not for {plan.seats}.")
        self.epoch_ms, self._secrets = epoch_ms, secrets
        self.chairs = [Chair(seat) for seat in range(plan.seats)]
        self.clocks = Clocks(self.chairs)
        self.tongues = Tongues(game, self.chairs)
        self.scenes = Scenes(self)
        self.voice = Voice(self.chairs, self.scenes.of, self._do)
        self.state: State | None = None
        self.match = self.hand = 0
        """The match that is played, and its hand, both counted from 1."""
        self.asked_before = 0
        """Questions of matches before: no number comes twice."""
        self.held, self.ending = plan.manual, False
        """Whether the next hand waits for the host; whether this one is the last, because the host wants it."""
        self.changes: dict[str, Any] = {}
        """What is to change with the next hand."""
        self.secret = b""
        """Of the next hand."""
        self.line = 0
        """The number of the last line."""
        self.tokens: Callable[[str, list[str], Sequence[int]], Mapping[int, Balance]] | None = None
        """Tells what the accounts of the seats will have, from the match, who sits there and the scores."""
        self.newcomers: set[int] = set()
        """Seats of those who have sat down since the match began, until the game lets them in."""
        self.restoring = False
        """While it is made again from its lines: nothing is kept, and nothing begins by itself."""
        self.now = 0
        self.players: tuple[Here, ...] = ()
        self._announced = ((b"", ""), "")
        """The hash of the next hand's secret, once it was worked out."""
        self._effects: list[Effect] = []
        self._timers: dict[str, int | None] = {}
        self._dealer = FairDealer(b"", "")
        self._drawn: Move | None = None
        """What the house draws next, where it has committed itself to it already."""
        self._commitment, self._committed = "", 0
        self.rested = False
        """Whether the snapshot of this boundary is written."""

    # The way in

    def handle(self, now: int, *given: Input) -> list[Effect]:
        """Take in one thing or several at once; what is to be done, in order. BadInput if the first cannot be."""
        self.now, self._effects = max(now, self.now), []
        if not self.secret:
            self.shuffle()
        try:
            for one in given:
                self._take(one)
        except BadInput:
            if self.line == 1:  # the first secret, which nobody will keep now
                self.secret, self.line = b"", 0
            raise
        if not all(type(one) is Sent for one in given):
            return self.settle()
        self.set_timer(CLOCK_KEY, self.clocks.next_deadline)  # which a question that is out starts, and nothing else
        return self._effects

    def wake(self) -> None:
        """After a restart: nothing is to be done yet, and no timer is set."""
        self._effects, self._timers = [], {}

    def settle(self) -> list[Effect]:
        """Go on as far as possible; what is to be done because of all since the beginning."""
        self.go_on()
        self.set_timer(CLOCK_KEY, self.clocks.next_deadline)
        return self._effects

    def _take(self, given: Input) -> None:
        match given:
            case Said():
                self._hear(given)
            case Sent(receipt):
                self._start_clock(*receipt)
            case Answered(seat, act_id, move):
                question = self.clocks.of(seat)
                if question and act_id == self.asked_before + question.decision.number:
                    self.make(seat, move)
            case Rang(key):
                self._ring(key)
            case Attached():
                attach(self, given)
            case Detached(connection):
                detach(self, connection)
            case Seated(id, name, policy, seat, dialect):
                chair = self.free_chair(seat)
                self.append(lines.Sat(chair.seat, id, name, policy, dialect))
                self.sit(chair.seat, id, name, policy, dialect)
            case Ordered(what, seat, values, why):
                obey(self, what, seat, values)
                self.append(lines.Noted(what, self.wall(), seat, dict(values), why))

    def _do(self, effect: Effect) -> None:
        self._effects.append(effect)

    # Who is there

    def free_chair(self, seat: int | None = None) -> Chair:
        """A chair that nobody sits in; BadInput if there is none."""
        free = [chair for chair in self.chairs if not chair.taken and seat in (None, chair.seat)]
        if not free:
            raise BadInput("The table is full." if seat is None else f"Seat {seat} is taken.")
        return free[0]

    def sit(self, seat: int, id: str, name: str, policy: str, dialect: str = OWN) -> None:
        """Fill a chair, or let it be free."""
        chair = self.chairs[seat]
        chair.clear()
        chair.id, chair.name, chair.policy, chair.bank_ms = id, name, policy, self.plan.bank_ms
        speak(self, seat, dialect)
        self.newcomers.add(seat) if id else self.newcomers.discard(seat)
        tell_who_is_here(self)

    # What somebody does

    def _hear(self, given: Said) -> None:
        seat = next((chair.seat for chair in self.chairs if chair.connection == given.connection), None)
        if seat is None:
            return self.voice.reply(given.connection, self.tongues.own.error("OUT_OF_TURN", "You only look on."))
        heard = self.tongues.of(seat).hear(self.context(), given.frame, self._open_to(seat))
        if heard.move is not None:
            self.make(seat, heard.move)
        if heard.reply is not None:
            self.voice.reply(given.connection, heard.reply)

    def _open_to(self, seat: int) -> Decision | None:
        """What a seat may do now; None while no input of it counts."""
        question = self.clocks.of(seat)
        if self.state is None or (question and question.started is None):
            return None
        return self.game.decision(self.state, seat)

    def make(self, seat: int, move: Move, how: str = "") -> None:
        """Make a legal move of a seat, or for it; and keep it."""
        self.append(lines.Made(seat, move.kind, self.wall(), move.amount, move.cards, how))
        self.made(seat, move, how)

    def made(self, seat: int, move: Move, how: str) -> None:
        """A seat's move, as it was kept."""
        assert self.state is not None
        if move.kind == SIT:
            self.newcomers.discard(seat)
        option = self.game.decision(self.state, seat).option(move.kind)
        if option and not option.aside:
            self.chairs[seat].missed = self.chairs[seat].missed + 1 if how else 0
            self.clocks.answered(seat, self.now)
        self._advance(seat, move)
        if move.kind == LEAVE and self.state.owed:
            self.sit(seat, "", "", "")

    def _advance(self, actor: int, move: Move) -> None:
        """Make a move of anybody, and tell what it led to."""
        assert self.state is not None
        self._tell(self.state, self.game.advance(self.state, actor, move))

    def _tell(self, state: State, events: Events, begins: bool = False) -> None:
        self._dealer.follow(state)
        if self.game.between_hands(state) or self.game.over(state):
            self.shuffle()
        tongues, context, shown = self.tongues.spoken(), self.context(), self.scenes.sayings(state, events)
        if len(tongues) == 1 and not shown:
            self._announce(tongues[0], context, state, events, begins)
        else:
            said = [partial(self._announce, tongue, context, state, events, begins) for tongue in tongues]
            self.voice.outbox.side_by_side(self.now, [*said, *shown])

    def _announce(self, tongue: Tongue, context: Context, state: State, events: Events, begins: bool) -> None:
        announce = tongue.announcer.begin if begins else tongue.announcer.go_on
        shown = None
        for said in announce(context, state, events):
            if self.plan.shows and said.fact is not None and said.fact is not shown:
                self.voice.outbox.pause(self.now, self.game.pause(state.table.config, said.fact))
                shown = said.fact
            self.voice.say(self.now, said, tongue.name)

    # How play goes on

    def go_on(self) -> None:
        """Do what the house has to do, ask who has to decide, and set the timers."""
        if self.state is None and not self.held and not self.restoring and self._enough():
            self.begin_match()
        while self.state is not None and self.state.owed:
            self._bring_in(self.state)
            if self.game.between_hands(self.state):
                if self.ending or not self._may_begin(self.state):
                    break
                self.begin_hand(self.state)
            elif self.state.owed >> HOUSE & 1:
                self._draw(self.state)
            else:
                break
        if self.state is not None and (not self.state.owed or (self.ending and self.game.between_hands(self.state))):
            self._end_match(self.state)
            return self.go_on()
        if self.state is not None:
            for question in (asked := list(self.clocks.ask(self.state, self.game.pending(self.state)))):
                self._put(self.state, question)
            self.scenes.tell_time(self.state, asked)
        for receipt in self.voice.release(self.now):
            self._start_clock(*receipt)
        self.set_timer(SHOW_KEY, self.voice.outbox.next_due)

    def _enough(self) -> bool:
        taken = sum(chair.taken for chair in self.chairs)
        return taken >= (self.plan.least if self.game.seat_those else self.plan.seats)

    def begin_match(self) -> None:
        """Begin a match between those who sit here."""
        config = self._config([chair.taken for chair in self.chairs])
        self.append(self.began(config, leg=False))
        self.start_match(config)

    def _config(self, here: list[bool]) -> Any:
        options = self.plan.options
        return self.game.seat_those(options, here) if self.game.seat_those else self.game.configure(**options)

    def began(self, config: Any, *, leg: bool) -> lines.Began:
        """The line of a match, or of a leg of one, that begins now."""
        game = self.game
        return lines.Began(game.name, game.version, game.fingerprint, to_dict(config), self.wall(), leg)

    def start_match(self, config: Any) -> None:
        """Start a match with its config."""
        self.match += 1
        self.hand = 0
        self.tongues.begin_match()
        self.newcomers.clear()
        for chair in self.chairs:
            chair.bank_ms = self.plan.bank_ms
        self._open_hand()
        self._begin(self.game.start(config))

    def start_leg(self, state: State, config: Any) -> None:
        """Go on with the next hand under another config."""
        self._open_hand()
        self._begin(self.game.start(config, after=state))

    def _may_begin(self, state: State) -> bool:
        """Rest between two hands: keep the table once, then wait for the host, for players, or for a while."""
        if not self.rested:
            self.rested = True
            self.clocks.clear()
            self.append(snapshot_of(self))
            if self.plan.between_ms:
                self.set_timer(NEXT_KEY, self.voice.outbox.due(self.now) + self.plan.between_ms)
        if self.held or self.restoring or self._timers.get(NEXT_KEY) is not None:
            return False
        if state.owed == CLOCK_BIT and not self.plan.waits:
            self._run_out(None)
        return bool(state.owed >> HOUSE & 1)

    def begin_hand(self, state: State) -> None:
        """Begin the next hand, in a new leg if something is to change."""
        config = self._changed(state) if self.changes else None
        if config is not None:
            self.append(self.began(config, leg=True))
            self.start_leg(state, config)
        else:
            self.append(lines.Made(HOUSE, NEXT_HAND, self.wall()))
            self.next_hand(state)

    def _changed(self, state: State) -> Any:
        """The config of a new leg; None, on record, if the game cannot go on as the host wants."""
        changes, self.changes = self.changes, {}
        try:
            return self.game.carry_over(state, **changes)
        except BadInput as error:
            self.append(lines.Noted(REFUSED, self.wall(), values=changes, why=str(error)))
            return None

    def next_hand(self, state: State) -> None:
        """Let the house begin the next hand."""
        self._open_hand()
        self._begin(Step(state, self.game.advance(state, HOUSE, Move(NEXT_HAND))))

    def _open_hand(self) -> None:
        self.hand += 1
        self.rested = False
        self._drawn, self._commitment, self._committed = None, "", 0
        self._dealer = FairDealer(self.secret, self.hand_id)
        self.voice.outbox.forget()
        self.clocks.clear()

    def _begin(self, step: Step) -> None:
        """Announce a hand; the order of its cards is settled before anything of it is told."""
        self.state = step.state
        self._look_ahead(step.state)
        self._tell(step.state, step.events, begins=True)

    def _look_ahead(self, state: State) -> None:
        """Let the dealer commit itself to what the house draws next."""
        if self._drawn is None and state.owed >> HOUSE & 1 and not self.game.between_hands(state):
            self._drawn = self._dealer.deal(state, self.game.decision(state, HOUSE))
            for new in self._dealer.commitments[self._committed :]:
                self._commitment = self._commitment or new.root
                pool = str(self.game.words.zones[new.pool])
                for name, dialect, _ in self.tongues.spoken():
                    self.voice.say_to_all(self.now, dialect.commit(pool, new.root), name)
            self._committed = len(self._dealer.commitments)

    def _draw(self, state: State) -> None:
        self._look_ahead(state)
        move, self._drawn = self._drawn, None
        assert move is not None
        self._advance(HOUSE, move)

    def _bring_in(self, state: State) -> None:
        """Let those play who have taken a chair since, where the game lets them sit down."""
        for seat in sorted(self.newcomers) if not self.restoring else ():
            if option := self.game.decision(state, seat).option(SIT):
                stack = option.nearest(self.plan.options.get("stack", option.high))
                self.make(seat, Move(SIT, stack), "house")
            elif self.game.between_hands(state):
                self.newcomers.discard(seat)  # has been let in, or never will be

    def shuffle(self) -> None:
        """Draw the secret of the next hand; its hash can be told from now on."""
        if not self.restoring:
            self.secret = self._secrets()
            self.append(lines.Shuffle(self.secret))

    def _end_match(self, state: State) -> None:
        scores = tuple(self.game.core.score(state.table, seat) for seat in range(state.table.seats))
        if state.owed:  # the host has ended it, and nobody has been told yet
            views = partial(self.game.view, state)
            for name, _, announcer in self.tongues.spoken():
                for said in announcer.match_over(self.context(), views, dict(enumerate(scores))):
                    self.voice.say(self.now, said, name)
        self.asked_before += max(state.questions)
        self.clocks.clear()
        self.state, self.ending = None, False
        self.held = self.held or not self.plan.again
        self._do(Finished(self.match_id, scores, tuple(chair.id for chair in self.chairs)))
        self.append(snapshot_of(self))

    # Questions and time

    def _put(self, state: State, question: Question) -> None:
        """Ask a seat."""
        decision, chair = question.decision, self.chairs[question.decision.seat]
        act_id = self.asked_before + decision.number
        frame = self.tongues.of(chair.seat).act(self.context(question), self.game.view(state, chair.seat), decision)
        self.voice.outbox.post(self.now, chair.seat, body(frame), (chair.seat, act_id))
        if chair.policy and not self.restoring:
            self.ask_house(state, decision, chair.policy)

    def ask_house(self, state: State, decision: Decision, policy: str) -> None:
        """Let a bot of the house decide."""
        self._do(Ask(decision.seat, self.asked_before + decision.number, policy, state, decision))

    def _start_clock(self, seat: int, act_id: int) -> None:
        self.clocks.start(seat, act_id - self.asked_before, self.now)

    def _ring(self, key: str) -> None:
        due = self._timers.pop(key, None)
        if key == CLOCK_KEY and due is not None:
            for question in self.clocks.late(self.now, due):
                if self.state is not None and self.clocks.of(question.decision.seat) is question:
                    self._play_for(self.state, question)
        elif key.startswith(GRACE_KEY):
            let_go(self, int(key.removeprefix(GRACE_KEY)))

    def _play_for(self, state: State, question: Question) -> None:
        """Let the clock play: once for all, where they have one clock."""
        seat = question.decision.seat
        if self.game.decision(state, CLOCK).option(TIMEOUT):
            self._run_out(None if question.decision.shared_clock else seat)
        else:
            self.make(seat, default(self.game.decision(state, seat)), "clock")
        self.go_on()

    def _run_out(self, seat: int | None) -> None:
        """Let the clock act, for one seat or for all that it is the clock of; and keep it."""
        self.append(lines.Made(CLOCK, TIMEOUT, self.wall(), how="" if seat is None else str(seat)))
        self.ran_out(seat)

    def ran_out(self, seat: int | None) -> None:
        """The clock's move, as it was kept."""
        if seat is not None:
            self.chairs[seat].missed += 1
            self.clocks.answered(seat, self.now)
        self._advance(CLOCK, Move(TIMEOUT))

    # What messages tell that no rule knows

    def context(self, time_of: Question | None = None) -> Context:
        """The context of what is said now; with the time of a question that is being asked."""
        left = time_of.left(self.now) if time_of else self.plan.move_time_ms
        return Context(
            table_id=self.plan.id,
            match_id=self.match_id,
            hand_id=self.hand_id,
            hand_number=self.hand,
            players=self.players,
            move_time_ms=self.plan.move_time_ms,
            starting_stack=int(self.plan.options.get("stack", 0)),
            asked_before=self.asked_before,
            time_ms=left if time_of else 0,
            deadline_ms=self.epoch_ms + self.voice.outbox.due(self.now) + left,
            commitment=self._commitment,
            next_commitment=self._next_commitment(),
            balances=self._balances() if self.tokens else {},
        )

    def _balances(self) -> Mapping[int, Balance]:
        outcome = self.game.outcome(self.state) if self.state is not None else None
        if outcome is None or self.tokens is None:
            return {}
        return self.tokens(self.match_id, [chair.id for chair in self.chairs], outcome.scores)

    @property
    def match_id(self) -> str:
        """The name of the match that is played, or was played last."""
        return f"{self.plan.id}-M{self.match}"

    @property
    def hand_id(self) -> str:
        """The name of the hand that is played, or was played last."""
        return f"{self.match_id}-H{self.hand}"

    def _next_commitment(self) -> str:
        known = self.secret, self._next_hand_id()
        if self._announced[0] != known:
            self._announced = known, hash_of_secret(*known) if self.secret else ""
        return self._announced[1]

    def _next_hand_id(self) -> str:
        return f"{self.match_id}-H{self.hand + 1}" if self.state else f"{self.plan.id}-M{self.match + 1}-H1"

    # What is kept

    def append(self, line: lines.Line) -> None:
        """Keep a line."""
        if not self.restoring:
            self.line += 1
            self._do(Append(self.line, line))

    def wall(self) -> int:
        """Now, in milliseconds since 1970."""
        return self.epoch_ms + self.now

    def set_timer(self, key: str, at: int | None) -> None:
        """Ring at a time, or not at all."""
        if self._timers.get(key) != at:
            self._timers[key] = at
            self._do(Timer(key, at))
