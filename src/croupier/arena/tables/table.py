"""The table: plays matches of one game between those who sit there, hand by hand."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.agents.referee import default
from croupier.kernel.contract.game import Decision, Game, Move, State, Step
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import to_dict
from croupier.kernel.showing.wire import Announcer, Context, body, dialect_of, next_actor
from croupier.kernel.showing.wire import Said as Message
from croupier.kernel.showing.wire.messages import Frame
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.menu import LEAVE, NEXT_HAND, SIT, TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, SEATS

from ..dealing import FairDealer
from ..shuffle import hash_of_secret, new_secret
from . import lines
from .chairs import Chair
from .effects import Append, Ask, Close, Effect, Finished, Send, Timer
from .inputs import WATCHING, Answered, Attached, Detached, Input, Ordered, Rang, Said, Seated, Sent
from .outbox import Outbox
from .plan import FOREVER, Plan
from .questions import Question

CLOCK_KEY, SHOW_KEY, NEXT_KEY, GRACE_KEY = "clock", "show", "next", "grace"
"""Timers: the next deadline, the next frame that is held back, the next hand, a player who is away (by seat)."""
OUR_DELAY_MS = 5
"""A timer that rings later than this tells of a delay of our own, which costs nobody time."""
REPLACED = 4001
"""The code with which a connection is closed because another took its seat."""


class Table:
    """One table. `handle` is the only way in, and what it returns the only way out."""

    def __init__(self, plan: Plan, game: Game, *, epoch_ms: int = 0, secrets: Callable[[], bytes] = new_secret) -> None:
        """`epoch_ms` is what the clock of `handle` must be added to for milliseconds since 1970."""
        self.plan, self.game, self.dialect = plan, game, dialect_of(game)
        self.epoch_ms, self.secrets = epoch_ms, secrets
        self.chairs = [Chair(seat) for seat in range(plan.seats)]
        self.watchers: set[str] = set()
        self.scenes: set[str] = set()
        """Connections that want Scenes."""
        self.state: State | None = None
        self.match = self.hand = 0
        """The match that is played, and its hand, both counted from 1."""
        self.asked_before = 0
        self.held = plan.manual
        """Whether the next hand waits for the host."""
        self.changes: dict[str, Any] = {}
        """What is to change with the next hand."""
        self.questions: dict[int, Question] = {}
        self.secret = b""
        """Of the next hand."""
        self.now = 0
        self.line = 0
        """The number of the last line."""
        self._dealer = FairDealer(b"", "")
        self._drawn: Move | None = None
        self._commitment = ""
        self._told = 0
        """How many commitments of this hand have been told."""
        self._announcer: Announcer = self.dialect.announcer()
        self._outbox = Outbox()
        self._timers: dict[str, int | None] = {}
        self._rested = False
        """Whether this boundary has been announced, and its snapshot written."""
        self._effects: list[Effect] = []
        self.restoring = False
        """While it is made again from its lines: nothing is appended, and nobody is asked."""

    # The way in

    def handle(self, given: Input, now: int) -> list[Effect]:
        """Take something in; what is to be done because of it, in order."""
        self.now, self._effects = max(now, self.now), []
        if not self.secret:
            self._shuffle()
        self._take(given)
        self.go_on()
        return self._effects

    def _take(self, given: Input) -> None:
        if isinstance(given, Said):
            self._hear(given)
        elif isinstance(given, Sent):
            self._start_clock(*given.receipt)
        elif isinstance(given, Answered):
            self._take_answer(given)
        elif isinstance(given, Rang):
            self._ring(given.key)
        elif isinstance(given, Attached):
            self._attach(given)
        elif isinstance(given, Detached):
            self._detach(given.connection)
        elif isinstance(given, Seated):
            self._seat(given)
        else:
            self._obey(given)

    # Who is there

    def _seat(self, given: Seated) -> None:
        chair = self.free_chair(given.seat)
        self.append(lines.Sat(chair.seat, given.id, given.name, given.policy))
        self.sit(chair.seat, given.id, given.name, given.policy)

    def free_chair(self, seat: int | None = None) -> Chair:
        """A chair that nobody sits in; BadInput if there is none."""
        free = [chair for chair in self.chairs if not chair.taken and seat in (None, chair.seat)]
        if not free:
            raise BadInput("The table is full." if seat is None else f"Seat {seat} is taken.")
        return free[0]

    def sit(self, seat: int, id: str, name: str, policy: str) -> None:
        """Fill a chair, or let it be free."""
        chair = self.chairs[seat]
        chair.clear()
        chair.id, chair.name, chair.policy, chair.bank_ms = id, name, policy, self.plan.bank_ms
        self._lobby()

    def _attach(self, given: Attached) -> None:
        connection = given.connection
        self.scenes.discard(connection)
        if given.scenes:
            self.scenes.add(connection)
        if given.seat == WATCHING:
            self.watchers.add(connection)
        else:
            chair = self.chairs[given.seat]
            if chair.connection and chair.connection != connection:
                self.scenes.discard(chair.connection)
                self._effects.append(Close(chair.connection, REPLACED, "Another connection has taken this seat."))
            chair.connection = connection
            self._set_timer(f"{GRACE_KEY}{given.seat}", None)
        self._greet(given)
        self._lobby()

    def _greet(self, given: Attached) -> None:
        """Welcome a connection, and tell it what it has missed."""
        eyes = None if given.seat == WATCHING else given.seat
        state = self.state or self._would_begin()
        self._reply(
            given.connection, self.dialect.welcome(self.context(), self.game.view(state, None), eyes, given.token)
        )
        missed = None if given.after is None else self._outbox.after(given.seat, given.after)
        if missed is not None:
            self._effects += [Send(given.connection, frame) for frame in missed]
        elif self.state is not None:
            self._reply(given.connection, self.snapshot(eyes))

    def snapshot(self, eyes: int | None) -> Frame:
        """The table as it stands, for a seat or for somebody who only looks on."""
        state = self.state
        assert state is not None
        question = self.questions.get(-1 if eyes is None else eyes)
        actor = next_actor(self.game.pending(state))
        asked = self.questions.get(-1 if actor is None else actor)
        context = self.context(time_of=question or asked)
        decision = None if eyes is None else self.game.decision(state, eyes)
        return self.dialect.snapshot(context, self.game.view(state, eyes), decision, actor)

    def _detach(self, connection: str) -> None:
        self.scenes.discard(connection)
        self.watchers.discard(connection)
        for chair in self.chairs:
            if chair.connection == connection:  # the one that took its place is not touched
                chair.connection = ""
                if self.plan.grace_ms != FOREVER:
                    self._set_timer(f"{GRACE_KEY}{chair.seat}", self.now + self.plan.grace_ms)
                self._lobby()

    def _lobby(self) -> None:
        view = self.game.view(self.state, None) if self.state else None
        self._say_to_all(self.dialect.lobby(self.context(), view))

    def _would_begin(self) -> State:
        """A match as it would begin now, for those who ask how the table plays."""
        return self.game.start(self.game.configure(**self.plan.options)).state

    # What somebody does

    def _hear(self, given: Said) -> None:
        seat = next((chair.seat for chair in self.chairs if chair.connection == given.connection), None)
        if seat is None:
            return self._reply(given.connection, self.dialect.error("OUT_OF_TURN", "You only look on."))
        heard = self.dialect.hear(self.context(), given.frame, self.open_to(seat))
        if heard.move is not None:
            self.make(seat, heard.move)
        if heard.reply is not None:
            self._reply(given.connection, heard.reply)

    def open_to(self, seat: int) -> Decision | None:
        """What a seat may do now; None while no input of it counts."""
        if self.state is None:
            return None
        question = self.questions.get(seat)
        return None if question and question.started is None else self.game.decision(self.state, seat)

    def _take_answer(self, given: Answered) -> None:
        question = self.questions.get(given.seat)
        if question and given.act_id == self.asked_before + question.number:
            self.make(given.seat, given.move)

    def make(self, seat: int, move: Move, how: str = "") -> None:
        """Make a legal move of a seat, or for it."""
        assert self.state is not None
        question, chair = self.questions.get(seat), self.chairs[seat]
        option = self.game.decision(self.state, seat).option(move.kind)
        if option and not option.aside:
            chair.missed = chair.missed + 1 if how else 0
            if question:
                chair.bank_ms -= question.bank_spent(self.now)
        self.append(lines.Made(seat, move.kind, self.wall(), move.amount, move.cards, how))
        self.advance(seat, move)
        if move.kind == LEAVE and self.state is not None and not self.game.over(self.state):
            self.append(lines.Sat(seat))
            self.sit(seat, "", "", "")

    def advance(self, actor: int, move: Move) -> None:
        """Make a move of anybody, and tell what it led to."""
        assert self.state is not None
        self._tell(self.game.advance(self.state, actor, move))

    def _tell(self, events: Events, begins: bool = False) -> None:
        state = self.state
        assert state is not None
        self._dealer.follow(state)
        if self.game.between_hands(state) or self.game.over(state):
            self._shuffle()
        announce = self._announcer.begin if begins else self._announcer.go_on
        for said in announce(self.context(), state, events):
            self._say(said)

    # How play goes on

    def go_on(self) -> None:
        """Do what the house has to do, ask who has to decide, and set the timers."""
        if self.state is None and not self.held and not self.restoring and self._enough():
            self.begin_match()
        while self.state is not None and not self.game.over(self.state):
            self._bring_in()
            if not self.state.owed >> HOUSE & 1:
                break
            if not self.game.between_hands(self.state):
                self._draw()
            elif not self._may_begin():
                break
            else:
                self.begin_hand()
        if self.state is not None and self.game.over(self.state):
            self._end_match()
        self._ask()
        self._release()
        self._set_clock()

    def _enough(self) -> bool:
        taken = sum(chair.taken for chair in self.chairs)
        return taken >= (self.plan.least if self.game.seat_those else self.plan.seats)

    def begin_match(self) -> None:
        """Begin a match between those who sit here."""
        here = [chair.taken for chair in self.chairs]
        options = dict(self.plan.options)
        config = self.game.seat_those(options, here) if self.game.seat_those else self.game.configure(**options)
        self.match += 1
        self.hand = 0
        for chair in self.chairs:
            chair.bank_ms = self.plan.bank_ms
        self.append(self._began(config))
        self.start(config)

    def _began(self, config: Any, leg: bool = False) -> lines.Began:
        game = self.game
        return lines.Began(
            self.match_id, game.name, game.version, game.fingerprint, to_dict(config), self.wall(), leg
        )

    def start(self, config: Any) -> None:
        """Start a match, or a leg of one, with its config."""
        if self.state is not None:
            self.asked_before += max(self.state.questions)
        self._open_hand()
        self._begin(self.game.start(config))

    def _may_begin(self) -> bool:
        """Rest between two hands: announce it once, then wait for the host, for players, or for a while."""
        if not self._rested:
            self._rested = True
            self.append(self.as_snapshot())
            self.questions.clear()
            if self.plan.between_ms:
                self._set_timer(NEXT_KEY, self._outbox.due(self.now) + self.plan.between_ms)
        return not self.held and not self.restoring and self._timers.get(NEXT_KEY) is None

    def begin_hand(self) -> None:
        """Begin the next hand, in a new leg if something is to change."""
        assert self.state is not None
        if self.changes:
            config, self.changes = self.game.carry_over(self.state, **self.changes), {}
            self.append(self._began(config, leg=True))
            return self.start(config)
        self.append(lines.Made(HOUSE, NEXT_HAND, self.wall()))
        self.next_hand()

    def next_hand(self) -> None:
        """Let the house begin the next hand."""
        assert self.state is not None
        self._open_hand()
        self._begin(Step(self.state, self.game.advance(self.state, HOUSE, Move(NEXT_HAND))))

    def _open_hand(self) -> None:
        self.hand += 1
        self._rested = False
        self._drawn, self._commitment, self._told = None, "", 0
        self._dealer = FairDealer(self.secret, self.hand_id)
        self._outbox.forget()
        self.questions.clear()

    def _begin(self, step: Step) -> None:
        """Announce a hand; the order of its cards is settled before anything of it is told."""
        self.state, events = step
        self._look_ahead()
        self._tell(events, begins=True)

    def _look_ahead(self) -> None:
        """Let the dealer commit itself to what the house draws next."""
        assert self.state is not None
        if self._drawn is None and self.state.owed >> HOUSE & 1 and not self.game.between_hands(self.state):
            self._drawn = self._dealer.deal(self.state, self.game.decision(self.state, HOUSE))
            for new in self._dealer.commitments[self._told :]:
                self._commitment = self._commitment or new.root
                self._say_to_all(self.dialect.commit(self.game.words.zones[new.pool], new.root))
            self._told = len(self._dealer.commitments)

    def _draw(self) -> None:
        self._look_ahead()
        move, self._drawn = self._drawn, None
        assert move is not None
        self.advance(HOUSE, move)

    def _bring_in(self) -> None:
        """Let those play who have taken a chair since, where the game lets them sit down."""
        state = self.state
        assert state is not None
        for chair in self.chairs:
            option = self.game.decision(state, chair.seat).option(SIT) if chair.taken and not self.restoring else None
            if option:
                stack = self.context().starting_stack or option.high
                self.make(chair.seat, Move(SIT, option.nearest(stack)))

    def _shuffle(self) -> None:
        """Draw the secret of the next hand; its hash can be told from now on."""
        if not self.restoring:
            secret = self.secrets()
            self.append(lines.Shuffle(secret))
            self.secret = secret

    def _end_match(self) -> None:
        state = self.state
        assert state is not None
        outcome = self.game.outcome(state)
        assert outcome is not None
        ids = tuple(chair.id for chair in self.chairs)
        self.asked_before += max(state.questions)
        self.questions.clear()
        self.state = None
        self.held = self.held or not self.plan.again
        self._effects.append(Finished(self.match_id, outcome.scores, ids))
        self.append(self.as_snapshot())

    # Questions and their clocks

    def _ask(self) -> None:
        """Ask everybody who owes a decision and has not been asked; drop questions that are past."""
        owed = self.game.pending(self.state) if self.state is not None else ()
        self._drop_past(owed)
        for decision in owed:
            if decision.seat < SEATS and decision.seat not in self.questions:
                self._put(decision)

    def _drop_past(self, owed: tuple[Decision, ...]) -> None:
        waited_for = {decision.seat for decision in owed}
        for seat, question in list(self.questions.items()):
            past = self.state is None or self.state.questions[seat] != question.number
            if past or not (question.decision.shared_clock or seat in waited_for):
                del self.questions[seat]

    def _put(self, decision: Decision) -> None:
        assert self.state is not None
        seat, chair = decision.seat, self.chairs[decision.seat]
        bank = 0 if decision.shared_clock else chair.bank_ms
        question = self.questions[seat] = Question(decision, chair.time_for(decision.limit_ms), bank)
        context = self.context(time_of=question)
        receipt = (seat, self.asked_before + decision.number)
        frame = self.dialect.act(context, self.game.view(self.state, seat), decision)
        self._outbox.post(self.now, seat, body(frame), receipt)
        if chair.policy and not self.restoring:
            self._effects.append(self._asking(decision, chair.policy))

    def _asking(self, decision: Decision, policy: str) -> Ask:
        assert self.state is not None
        return Ask(decision.seat, self.asked_before + decision.number, policy, self.state, decision)

    def _start_clock(self, seat: int, act_id: int) -> None:
        question = self.questions.get(seat)
        if question and question.started is None and act_id == self.asked_before + question.number:
            question.started = self.now

    def _set_clock(self) -> None:
        deadlines = [at for question in self.questions.values() if (at := question.deadline) is not None]
        self._set_timer(CLOCK_KEY, min(deadlines, default=None))

    def _ring(self, key: str) -> None:
        due = self._timers.pop(key, None)
        if key == CLOCK_KEY and due is not None:
            self._time_is_up(self.now - due)
        elif key.startswith(GRACE_KEY):
            self._let_go(int(key.removeprefix(GRACE_KEY)))

    def _time_is_up(self, delay: int) -> None:
        late = [one for one in self.questions.values() if one.deadline is not None and one.deadline <= self.now]
        if delay > OUR_DELAY_MS:  # what they have sent in time may still lie unread
            for question in late:
                question.extra_ms += delay
            return
        for question in late:
            if self.questions.get(question.decision.seat) is question:
                self._play_for(question)

    def _play_for(self, question: Question) -> None:
        """Let the clock play: once for all, where they have one clock."""
        assert self.state is not None
        seat = question.decision.seat
        if self.game.decision(self.state, CLOCK).option(TIMEOUT):
            if not question.decision.shared_clock:
                self.chairs[seat].missed += 1
                self.chairs[seat].bank_ms -= question.bank_spent(self.now)
            self.append(lines.Made(CLOCK, TIMEOUT, self.wall()))
            self.advance(CLOCK, Move(TIMEOUT))
        else:
            self.make(seat, default(self.game.decision(self.state, seat)), "clock")
        self.go_on()

    def _let_go(self, seat: int) -> None:
        """A player has been away for too long: it leaves, where the game has that; else the clock plays on for it."""
        if self.state is None or self.chairs[seat].connected:
            return
        if self.game.decision(self.state, seat).option(LEAVE):
            self.make(seat, Move(LEAVE), "away")

    # The host

    def _obey(self, order: Ordered) -> None:
        """Do what the host wants; BadInput if it cannot be."""
        self.append(lines.Noted(order.what, self.wall(), order.seat, order.values, order.why))
        self.obey(order.what, order.seat, order.values)

    def obey(self, what: str, seat: int | None, values: dict[str, Any]) -> None:
        """An order, as it was noted."""
        if what in ("pause", "start", "resume"):
            self.held = what == "pause"
        elif what == "change":
            self.changes |= values

    # What is said

    def context(self, time_of: Question | None = None) -> Context:
        """What messages tell that no rule knows."""
        left = time_of.left(self.now) if time_of else 0
        due = self._outbox.due(self.now) if time_of and time_of.started is None else self.now
        return Context(
            table_id=self.plan.id,
            match_id=self.match_id,
            hand_id=self.hand_id,
            players=[chair.seated() for chair in self.chairs if chair.taken],
            move_time_ms=self.plan.move_time_ms,
            starting_stack=int(self.plan.options.get("stack", 0)),
            asked_before=self.asked_before,
            time_ms=left,
            deadline_ms=self.epoch_ms + due + left if time_of else 0,
            commitment=self._commitment,
            next_commitment=hash_of_secret(self.secret, self._next_hand_id()) if self.secret else "",
        )

    @property
    def match_id(self) -> str:
        """The name of the match that is played, or was played last."""
        return f"{self.plan.id}-M{self.match}"

    @property
    def hand_id(self) -> str:
        """The name of the hand that is played, or was played last."""
        return f"{self.match_id}-H{self.hand}"

    def _next_hand_id(self) -> str:
        if self.state is None:
            return f"{self.plan.id}-M{self.match + 1}-H1"
        return f"{self.match_id}-H{self.hand + 1}"

    def _say(self, said: Message) -> None:
        """Say something to its audience, after the pause that the game has for it."""
        if self.plan.shows and said.fact is not None and self.state is not None:
            self._outbox.pause(self.now, self.game.pause_before(self.state.table.config, said.fact))
        encoded = body(said.frame)
        for chair in self.chairs:
            if chair.taken and said.audience >> chair.seat & 1:
                self._outbox.post(self.now, chair.seat, encoded)
        if said.audience >> 29 & 1:
            self._outbox.post(self.now, WATCHING, encoded)

    def _say_to_all(self, frame: Frame) -> None:
        encoded = body(frame)
        for chair in self.chairs:
            if chair.taken:
                self._outbox.post(self.now, chair.seat, encoded)
        self._outbox.post(self.now, WATCHING, encoded)

    def _reply(self, connection: str, frame: Frame) -> None:
        """Answer one connection at once. Answers have no number: they are about nothing that happened."""
        self._effects.append(Send(connection, body(frame)))

    def _release(self) -> None:
        """Send what is due, and set the timer for what is held back."""
        for one in self._outbox.released(self.now):
            if one.to == WATCHING:
                self._effects += [Send(watcher, one.frame) for watcher in sorted(self.watchers)]
            elif connection := self.chairs[one.to].connection:
                self._effects.append(Send(connection, one.frame, one.receipt))
                continue
            if one.receipt:
                self._start_clock(*one.receipt)
        self._set_timer(SHOW_KEY, self._outbox.next_due)

    # What is kept

    def append(self, line: lines.Line) -> None:
        """Keep a line."""
        if not self.restoring:
            self.line += 1
            self._effects.append(Append(self.line, line))

    def as_snapshot(self) -> lines.Snapshot:
        """The table between two hands or before a match."""
        chairs = [
            lines.Chair(one.id, one.name, one.policy, one.missed, one.bank_ms, self._outbox.counts.get(one.seat, 0))
            for one in self.chairs
        ]
        state = zlib.compress(self.state.to_bytes()) if self.state else b""
        watched = self._outbox.counts.get(WATCHING, 0)
        return lines.Snapshot(
            chairs, watched, self.match, self.hand, self.asked_before, self.secret, self.wall(), state, self.held
        )

    def wall(self) -> int:
        """Now, in milliseconds since 1970."""
        return self.epoch_ms + self.now

    def _set_timer(self, key: str, at: int | None) -> None:
        if self._timers.get(key) != at:
            self._timers[key] = at
            self._effects.append(Timer(key, at))


def copy_of(context: Context, **changes: Any) -> Context:
    """A context with something changed."""
    return msgspec.structs.replace(context, **changes)
