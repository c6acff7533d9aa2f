"""The table: plays matches of one game between those who sit there, hand by hand."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import OWN, Balance, Context
from croupier.kernel.showing.wire import Seated as Here
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.menu import LEAVE, SIT
from croupier.kernel.vocabulary.turns import HOUSE

from ..shuffle import Secrets, new_secret
from . import asking, levels, lines, matches, orders
from .attendance import GRACE_KEY, Ended, attach, detach, fall_silent, let_go, say_lobby, speak, tell_who_is_here
from .chairs import Chair
from .clocks import Clocks, Question
from .effects import Append, Effect, Timer
from .hearing import garbled, hear
from .hindsight import GOD_KEY, Hindsight, tell_opened
from .inputs import (
    Answered,
    Attached,
    Closing,
    Detached,
    Garbled,
    Input,
    Opened,
    Ordered,
    Rang,
    Said,
    Seated,
    Sent,
    Silent,
)
from .narrators import Narrators
from .pace import NEXT_KEY
from .plan import Plan
from .scenes import Scenes
from .shoe import Shoe
from .tongues import Tongue, Tongues
from .voice import Voice

CLOCK_KEY, SHOW_KEY = "clock", "show"
"""Timers: the next deadline, the next frame that is held back."""


class Table:
    """One table. `handle` is the only way in, and what it returns the only way out."""

    def __init__(self, plan: Plan, game: Game, *, epoch_ms: int = 0, secrets: Secrets = new_secret) -> None:
        """`epoch_ms` is what is added to the times of `handle` for milliseconds since 1970.

        BadInput if the game does not have the plan's options, or another number of seats.
        """
        self._rules, self.plan, self.set_up = game, plan, plan
        """`set_up` is the plan that the table began with, from which its lines lead on."""
        self.private: Mapping[str, Any] = {}
        """Options of the game for the next match that are not everybody's business, so that no plan has them."""
        self.game, self.full = self.planned(plan)
        """The game in the words of its config; a match as it would begin with everybody there, for those who ask how
        the table plays."""
        self.epoch_ms, self.secrets = epoch_ms, secrets
        self.chairs = [Chair(seat) for seat in range(plan.seats)]
        self.clocks = Clocks(self.chairs)
        self.tongues = Tongues(self.game, self.chairs)
        self.scenes, self.hindsight, self.narrators = Scenes(self), Hindsight(self), Narrators(self)
        self.voice = Voice(self.chairs, self.scenes.of, self.do)
        self.state: State | None = None
        self.match = self.hand = 0
        """The match that is played, and its hand, both counted from 1."""
        self.level, self.began = 0, 0
        """The level of the match, counted from 0, and when it began (milliseconds since 1970)."""
        self.ended: Ended | None = None
        """The match before, until the next one begins."""
        self.asked_before = 0
        """Questions of matches before: no number comes twice."""
        self.held, self.ending, self.last = plan.manual, False, False
        """Whether the next hand waits for the host; whether this hand is the last of the match, and this match the last
        of all, because the host wants it."""
        self.stepping = False
        """Whether one hand may begin nevertheless."""
        self.foreseen: deque[bytes] = deque()
        """The secrets that were drawn, where all is played again: their hashes were told before their lines."""
        self.refusals: Counter[int] = Counter()
        """Answers of this hand that did not count, by seat."""
        self.forfeits: set[str] = set()
        """Who has given up this match, by id."""
        self.changes: dict[str, Any] = {}
        """What is to change with the next hand."""
        self.shoe = Shoe(self.game)
        self.line = 0
        """The number of the last line."""
        self.tokens: Callable[[str, list[str], Sequence[int]], Mapping[int, Balance]] | None = None
        """Tells what the accounts of the seats will have, from the match, who sits there and the scores."""
        self.newcomers: set[int] = set()
        """Seats of those who have sat down since the match began, until the game lets them in."""
        self.closing = False
        """Whether the arena is about to close."""
        self.restoring = False
        """While it is made again from its lines: nothing is kept, and nothing begins by itself."""
        self.now = 0
        self.players: tuple[Here, ...] = ()
        self.lobby_due = False
        """Whether everybody is to be told who sits here."""
        self._told_before: tuple[tuple[Any, ...], Context] = ((), Context())
        """What messages told last that no rule knows, and what it follows from."""
        self._effects: list[Effect] = []
        self.timers: dict[str, int | None] = {}
        """When each rings that was set."""
        self.rested = False
        """Whether the snapshot of this boundary is written."""

    # The way in

    def handle(self, now: int, *given: Input) -> list[Effect]:
        """Take in one thing or several at once; what is to be done, in order. BadInput if the first cannot be."""
        self.now, self._effects = max(now, self.now), []
        if first := not self.shoe.secret:
            self.shuffle()
        try:
            for one in given:
                self._take(one)
        except BadInput:
            if first:  # nobody will keep the secret that was drawn just now
                self.shoe.secret, self.line = b"", 0
            raise
        if not all(type(one) is Sent for one in given):
            return self.settle()
        self._set_clock()  # which a question that is out starts, and nothing else
        return self._effects

    def wake(self) -> None:
        """After a restart: nothing is to be done yet, and no timer is set."""
        self._effects, self.timers = [], {}

    def taken(self) -> list[Effect]:
        """What is to be done so far; it is asked for once."""
        effects, self._effects = self._effects, []
        return effects

    def settle(self) -> list[Effect]:
        """Go on as far as possible; what is to be done because of all since the beginning."""
        self.go_on()
        self._set_clock()
        return self._effects

    def _set_clock(self) -> None:
        self.clocks.stand_or_run(self.now)
        self.set_timer(CLOCK_KEY, self.clocks.next_deadline)

    def _take(self, given: Input) -> None:
        match given:
            case Said():
                hear(self, given)
            case Garbled():
                garbled(self, given)
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
            case Silent(connection, silent):
                fall_silent(self, connection, silent)
            case Seated(id, name, policy, seat, dialect):
                chair = self.free_chair(seat)
                self.append(lines.Sat(chair.seat, id, name, policy, dialect))
                self.sit(chair.seat, id, name, policy, dialect)
            case Ordered():
                orders.give(self, given)
            case Opened(what):
                tell_opened(self, what)
            case Closing():
                self.closing = True

    def do(self, effect: Effect) -> None:
        """Let something be done by who runs the table."""
        self._effects.append(effect)

    # How it plays

    def planned(self, plan: Plan) -> tuple[Game, State]:
        """The game and a full match by a plan; BadInput if there can be none."""
        config = matches.config_of(self._rules, levels.first_options(plan), [True] * plan.seats)
        game = self._rules.for_config(config) if self._rules.for_config else self._rules
        full = game.start(config).state
        if full.table.seats != plan.seats:
            raise BadInput(f"{game.title} is for {full.table.seats} with these options, not for {plan.seats}.")
        return game, full

    def replan(self, plan: Plan) -> None:
        """Play by another plan from the next match on, and as far as can be from the next hand on."""
        game, self.full = self.planned(plan)
        self.plan = plan
        if self.state is None and self._rules.for_config:
            self.game, self.tongues, self.shoe.game = game, Tongues(game, self.chairs), game
        self.set_chairs()

    def set_chairs(self) -> None:
        """Have as many chairs as the plan says, and the match that is played needs."""
        inside = self.state.table.seats if self.state is not None else self.plan.seats
        for gone in self.chairs[max(inside, self.plan.seats) :]:
            self.voice.outbox.remove(gone.seat)
        del self.chairs[max(inside, self.plan.seats) :]
        self.chairs += [Chair(seat) for seat in range(len(self.chairs), self.plan.seats)]
        for chair in self.chairs:
            chair.outside = chair.seat >= inside

    @property
    def goes_on(self) -> bool:
        """Whether the host lets the next hand begin."""
        return not self.held or self.stepping

    # Who is there

    @property
    def free_chairs(self) -> list[Chair]:
        """The chairs that nobody sits in."""
        return [chair for chair in self.chairs[: self.plan.seats] if not chair.taken]

    def free_chair(self, seat: int | None = None) -> Chair:
        """A chair that nobody sits in; BadInput if there is none."""
        free = [chair for chair in self.free_chairs if seat in (None, chair.seat)]
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

    def hang_up(self, chair: Chair, code: int, reason: str) -> None:
        """End the connection of a chair, if it has one."""
        if chair.connection:
            self.voice.hang_up(chair.connection, code, reason)
            self.scenes.end(chair.connection)
            chair.connection, chair.silent = "", False

    # What somebody does

    def decision(self, seat: int) -> Decision:
        """All that a seat may do now; nothing where the match has no such seat."""
        if self.state is None or self.chairs[seat].outside:
            return Decision(seat, (), 0, 0, False, 0)
        return self.game.decision(self.state, seat)

    def make(self, seat: int, move: Move, how: str = "") -> None:
        """Make a legal move of a seat, or for it; and keep it."""
        bank_ms = self.clocks.bank_spent(seat, self.now)
        if bank_ms and (option := self.decision(seat).option(move.kind)) and option.aside:
            bank_ms = 0
        self.append(lines.Made(seat, move.kind, self.wall(), move.amount, move.cards, how, bank_ms=bank_ms))
        self.made(seat, move, how, bank_ms)

    def made(self, seat: int, move: Move, how: str, bank_ms: int) -> None:
        """A seat's move, as it was kept."""
        assert self.state is not None
        if move.kind == SIT:
            self.newcomers.discard(seat)
        chair, decision = self.chairs[seat], self.game.decision(self.state, seat)
        option = decision.option(move.kind)
        if option and not option.aside:
            own = how in ("", lines.REFUSED_FIRST)
            by_clock = not own and how != lines.BY_HOST
            chair.missed = chair.missed + 1 if by_clock else 0
            chair.timed_out_in = self.hand_id if by_clock else ""
            chair.held = chair.held and not own
            chair.answered = (self.asked_before + decision.number, move) if own else chair.answered
            chair.bank_ms -= bank_ms
        self.advance(seat, move)
        if move.kind == LEAVE and self.state.owed:
            self.sit(seat, "", "", "")

    def advance(self, actor: int, move: Move) -> None:
        """Make a move of anybody, and tell what it led to."""
        assert self.state is not None
        self.hindsight.move(actor, move)
        self.tell(self.state, self.game.advance(self.state, actor, move))

    def tell(self, state: State, events: Events, begins: bool = False) -> None:
        """Tell everybody what a step led to, as far as it is theirs to know."""
        if not self.rested and (self.game.between_hands(state) or self.game.over(state)):
            self.shuffle()
            self.hindsight.end_hand()
        self.narrators.hear(state, events, begins)
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
            self.voice.say(self.now, said, tongue)

    # How play goes on

    def go_on(self) -> None:
        """Do what the house has to do, ask who has to decide, and set the timers."""
        say_lobby(self)
        resting = not self.goes_on or self.closing or self.restoring or self.timers.get(NEXT_KEY) is not None
        if self.state is None and not resting and matches.enough(self):
            matches.begin_match(self)
        while self.state is not None and self.state.owed:
            self._bring_in(self.state)
            if self.game.between_hands(self.state):
                if self.ending or not matches.may_begin(self, self.state):
                    break
                matches.begin_hand(self, self.state)
            elif self.state.owed >> HOUSE & 1:
                self.look_ahead(self.state)
                self.advance(HOUSE, self.shoe.draw())
            else:
                break
        if self.state is not None and (not self.state.owed or (self.ending and self.game.between_hands(self.state))):
            matches.end_match(self, self.state)
            return self.go_on()
        if self.state is not None:
            for question in (asked := list(self.clocks.ask(self.state, self.game.pending(self.state)))):
                asking.put(self, self.state, question)
            if asking.give_up(self):
                return self.go_on()
            self.scenes.tell_time(self.state, asked)
        for receipt in self.voice.release(self.now):
            self._start_clock(*receipt)
        self.set_timer(SHOW_KEY, self.voice.outbox.next_due)

    def look_ahead(self, state: State) -> None:
        """Let the house commit itself to what it draws next, and tell all roots."""
        for new in self.shoe.look_ahead(state):
            pool = str(self.game.words.zones[new.pool])
            for tongue in self.tongues.spoken():
                self.voice.say_to_all(self.now, tongue.dialect.commit(pool, new.root), tongue)

    def shuffle(self) -> None:
        """Draw the secret of the next hand; its hash can be told from now on."""
        if not self.restoring:
            self.shoe.secret = self.secrets()
            self.append(lines.Shuffle(self.shoe.secret))
        elif self.foreseen:
            self.shoe.secret = self.foreseen.popleft()

    def _bring_in(self, state: State) -> None:
        """Let those play who have taken a chair since, where the game lets them sit down."""
        for seat in sorted(self.newcomers) if not self.restoring else ():
            if option := self.decision(seat).option(SIT):
                brings = getattr(state.table.config, "buy_in", option.high)
                self.make(seat, Move(SIT, option.nearest(brings)), "house")
            elif self.game.between_hands(state) and not self.chairs[seat].outside:
                self.newcomers.discard(seat)  # has been let in, or never will be

    # Time

    def _start_clock(self, seat: int, act_id: int) -> None:
        self.clocks.start(seat, act_id - self.asked_before, self.now)

    def _ring(self, key: str) -> None:
        due = self.timers.pop(key, None)
        if key == CLOCK_KEY and due is not None:
            asking.ring(self, due)
        elif key == GOD_KEY:
            self.hindsight.ring()
        elif key.startswith(GRACE_KEY):
            let_go(self, int(key.removeprefix(GRACE_KEY)))

    # What messages tell that no rule knows

    def context(self, time_of: Question | None = None) -> Context:
        """The context of what is said now; with the time of a question that is being asked."""
        left = time_of.left(self.now) if time_of else self.plan.move_time_ms
        return msgspec.structs.replace(
            self._lasting_context(),
            time_ms=left if time_of else 0,
            deadline_ms=self.epoch_ms + self.voice.outbox.due(self.now) + left,
            balances=self._balances() if self.tokens else {},
        )

    def _lasting_context(self) -> Context:
        """What stays the same from one thing that is said to the next, most of the time."""
        plan, shoe, next_hand = self.plan, self.shoe, self.next_hand
        known = plan, self.match, self.hand, self.players, self.asked_before, shoe.commitment, shoe.secret, next_hand
        if self._told_before[0] != known:
            context = Context(
                table_id=plan.id,
                match_id=self.match_id,
                hand_id=self.hand_id,
                hand_number=self.hand,
                players=self.players,
                move_time_ms=plan.move_time_ms,
                starting_stack=int(plan.options.get("stack", 0)),
                asked_before=self.asked_before,
                commitment=shoe.commitment,
                next_commitment=shoe.announced("{}-M{}-H{}".format(plan.id, *next_hand)),
                god_view=plan.god_view,
                event=plan.event,
            )
            self._told_before = known, context
        return self._told_before[1]

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

    @property
    def next_hand(self) -> tuple[int, int]:
        """The number of the next hand's match, and its own."""
        goes_on = self.state is not None and not self.game.over(self.state)
        return (self.match, self.hand + 1) if goes_on else (self.match + 1, 1)

    # What is kept

    def append(self, line: lines.Line) -> None:
        """Keep a line."""
        if not self.restoring:
            self.line += 1
            self.do(Append(self.line, line))

    def wall(self) -> int:
        """Now, in milliseconds since 1970."""
        return self.epoch_ms + self.now

    def set_timer(self, key: str, at: int | None) -> None:
        """Ring at a time, or not at all."""
        if self.timers.get(key) != at:
            self.timers[key] = at
            self.do(Timer(key, at))
