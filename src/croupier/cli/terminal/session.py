"""A person's match against bots, independent of the terminal: it yields pages to show, and takes keys or lines.

`TerminalSession.play` is a generator: each page says what to show and which input it wants, and the generator is sent
what was typed. `screens` shows pages and knows no game; this module knows no screen.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cached_property
from textwrap import wrap
from typing import Any, NamedTuple

from croupier.agents.learnt import LEARNT
from croupier.agents.loading import house_bot
from croupier.agents.search import blindfolded
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Decision, Game, Move
from croupier.kernel.contract.record import Recorder
from croupier.kernel.contract.words import clause_in
from croupier.kernel.errors import BadInput, IllegalAction
from croupier.kernel.showing.cast import Cast, seat_name
from croupier.kernel.showing.draw import WIDTH, draw, draw_question
from croupier.kernel.showing.hints import facts_of, in_words
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import Scene
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

from . import keys
from .answers import Answer, read_answer
from .keypad import Keypad
from .opponents import Opponents
from .paint import rule_lines

BY_KEYS = """\
A letter takes the option beside it; a number means the card that it stands beside. Escape takes back an unfinished
answer. With : you type a whole answer, such as `raise 300` or the name of a card.

! asks a house bot what it would do, and why. b shows the rules, v the table with the texts of all cards, l what
happened so far; q leaves. You are asked to confirm whatever would cost you something."""
BY_LINES = """\
Type the letter of an option, its name or the start of it, then an amount or cards: c, check, raise 300, raise pot,
all-in. A number means the card that it stands beside; you can also type the name of a card or its start. Where only one
option takes cards, the cards are enough.

hint asks a house bot what it would do, and why. rules shows the rules, view the table with the texts of all cards, log
what happened so far; quit leaves. You are asked to confirm whatever would cost you something."""
AT_ONCE, TIME, GO_ON, KEY, LINE = "at once", "time", "go on", "key", "line"
"""What a page waits for: nothing, some time, the person's "go on", one key, or a line."""
UNREAD = 12
"""After this many sentences the person is asked to go on."""
YES = ("y", "yes")
BOOK, LOG, VIEW, HELP, LEAVE = ("b", "rules", "book"), ("l", "log"), ("v", "view"), ("?", "help"), ("q", "quit", "exit")
HINT = ("!", "hint")
KEYS_BELOW = "? help · ! hint · b rules · v cards · l what happened · : type · q leave"
WATCH, END = ("w", "watch"), ("e", "end")
WHILE_OUT = {"e": "see how it ends", "q": "leave"}


BEFORE = {
    True: (
        "Press the letter of an option to take it. A number means the card that it stands beside.",
        "? explains what you can do now, b shows the rules, q leaves. Any key hurries the others along.",
    ),
    False: (
        "Type the letter of an option, or its name. A number means the card that it stands beside.",
        "? explains what you can do now, rules shows the rules, quit leaves.",
    ),
}
"""How to play, by keys (True) or by lines (False)."""


class Page(NamedTuple):
    """A table with the news since the person's last decision."""

    scene: Scene
    news: Sequence[str]
    wants: str
    asks: bool = False
    """Whether the question of the Scene is shown."""
    note: str = ""
    prompt: str = ""


class Leaf(NamedTuple):
    """A text to read, such as a rule book or the log."""

    title: str
    lines: Sequence[str]


class Left(Exception):
    """The person has left the table."""


Pages = Generator[Page | Leaf, str, None]


class TerminalSession:
    """One person's match. With `by_keys` answers come key by key, else by lines; `stops` says whether a person is at
    the terminal who can be asked to go on."""

    def __init__(self, match: Recorder, cast: Cast, others: Opponents, *, by_keys: bool, stops: bool) -> None:
        assert cast.eyes is not None
        self.game: Game = match.game
        self.match, self.cast, self.others, self.seat = match, cast, others, cast.eyes
        self.by_keys, self.stops = by_keys, stops
        self.dealer = RandomDealer(match.seed)
        self.eyes = Onlooker(self.game, cast)
        self.news: list[str] = []
        self.log: list[str] = []
        self.unread = 0
        self.biggest_pot = 0
        self.hurry = self.is_out = self.unseen = False

    def play(self) -> Pages:
        """Play the match from beginning to end; raises Left if the person leaves."""
        self.others.start(self.match.state)
        yield Leaf("", self._introduction())
        yield from self._tell(None)
        while pending := self.game.pending(self.match.state):
            decision = pending[0]
            if decision.seat == self.seat:
                yield from self._ask(decision)
            else:
                yield from self._make(decision.seat, (yield from self._move_of_another(decision)))
            yield from self._notice_end()
        self.others.end(self.match.state)
        self.unseen = False
        if wrongs := self.others.wrongs():
            self._remember(wrongs)
            yield self._page(TIME)
        if self.stops and self.news:
            yield self._page(GO_ON, prompt="The match is over.")

    def _introduction(self) -> list[str]:
        """The first page: what is played, where the person sits, and who sits in the other seats."""
        game, cast, seats = self.game, self.cast, range(self.match.state.table.seats)
        others = [self.others.names[seat] if cast.roles else cast.plate(seat) for seat in seats if seat != self.seat]
        if cast.roles:
            roles = [cast.plainly(seat) for seat in seats if seat != self.seat]
            others = [f"{bot} ({role})" for bot, role in zip(others, roles, strict=True)]
        where = cast.plainly(self.seat) if cast.roles else f"in seat {self.seat}"
        summary = game.words.summary.rstrip(".")
        said = [f"{game.title}{f': {summary}' if summary else ''}."]
        said += [f"You are {where}, against {_joined(others)}.", *BEFORE[self.by_keys]]
        return [line for text in said for line in wrap(text, WIDTH)]

    def _move_of_another(self, decision: Decision) -> Generator[Page | Leaf, str, Move]:
        """The move of the house, the clock or a bot."""
        if decision.seat == CLOCK:
            return Move(decision.options[0].kind)
        if decision.seat != HOUSE:
            if doing := self.others.progress_words(decision.seat):
                yield self._page(AT_ONCE, prompt=f"{self.cast.sentence(self.cast.does(decision.seat, *doing))}")
            return self.others.answer(self.match.state, decision, len(self.match.moves))
        if decision.options[0].kind == NEXT_HAND and self.unread > 1:
            yield from self._go_on()
        return self.dealer.deal(self.match.state, decision)

    def _make(self, seat: int, move: Move) -> Pages:
        """Make a move and show what it led to."""
        begins, before = move.kind == NEXT_HAND, None if self.unseen else self.game.view(self.match.state, self.seat)
        if begins:
            self.others.end(self.match.state)
        self.match.advance(seat, move)
        if begins:
            self.others.start(self.match.state)
        yield from self._tell(before, paced=seat != HOUSE)

    def _tell(self, before: Any, *, paced: bool = True) -> Pages:
        """Tell bots and person what happened, the person moment by moment. Moves of the house are shown without pause,
        unless a new part of the match opens with them."""
        events, by_house = self.match.events, not paced
        self.others.hear(events)
        self._remember(self.others.wrongs())
        facts = self.eyes.facts(events)
        if self.unseen:
            return
        for moment in moments(self.eyes, before, facts, self.match.state):
            if isinstance(moment.fact, self.game.words.openings):
                paced = True
                self._remember([""] if self.news else [])
            if moment.sentence and not (by_house and _only_counts_hidden_cards(moment.fact)):
                self._remember([moment.sentence])
                self.biggest_pot = max(self.biggest_pot, sum(pot.chips for pot in moment.scene.pots))
                if paced:
                    yield from self._show(Page(moment.scene, tuple(self.news), TIME))

    def _show(self, page: Page) -> Pages:
        """Show a page for a while; after UNREAD pages, until the person goes on."""
        self.unread += 1
        if self.stops and self.unread > UNREAD and not page.scene.question:
            yield from self._go_on(page.scene)
        elif not self.hurry and (yield page):
            self.hurry = True

    def _remember(self, told: Sequence[str]) -> None:
        self.news += told
        self.log += told

    def _page(self, wants: str, **more: object) -> Page:
        return Page(self.eyes.see(self.match.state), tuple(self.news), wants, **more)  # type: ignore[arg-type]

    def _go_on(self, scene: Scene | None = None) -> Pages:
        """Wait until the person goes on."""
        if self.stops and not self.unseen:
            page = self._page(GO_ON, prompt=f"{_listed(WHILE_OUT)} ·" if self.is_out else "")
            page = page._replace(scene=scene or page.scene)
            got = (yield page).lower()
            if self.is_out and got in END:
                yield from self._see_the_end()
            elif got in LEAVE:
                yield from self._leave(page)
            self._forget_news()

    def _forget_news(self) -> None:
        self.news, self.unread, self.hurry = [], 0, False

    def _notice_end(self) -> Pages:
        """Once the person is out of the match, ask whether to watch, to see the end, or to leave."""
        if self.is_out or self.game.over(self.match.state):
            return
        page = self._page(KEY, prompt=f"You are out. w watch · {_listed(WHILE_OUT)}")
        if not page.scene.seats[self.seat].gone:
            return
        self.is_out = True
        while True:
            got = (yield page).lower()
            if got in LEAVE:
                raise Left
            if got in END:
                yield from self._see_the_end()
            if got in (*END, *WATCH):
                return self._forget_news()

    def _see_the_end(self) -> Pages:
        """Let the others play on, and show only the result."""
        self.unseen = True
        yield self._page(AT_ONCE, prompt="The others play on to the end …")

    def _ask(self, decision: Decision) -> Pages:
        """Ask until the person makes a legal move."""
        scene = self.eyes.see(self.match.state)
        pad, page = Keypad(scene), Page(scene, tuple(self.news), KEY if self.by_keys else LINE, True)
        while True:
            got = yield page._replace(scene=pad.laid, prompt=pad.shown() or KEYS_BELOW)
            page = page._replace(note="")
            try:
                answer = yield from self._read(scene, pad, page, got)
                if answer is None or not (yield from self._sure(page, answer)):
                    continue
                move = answer.move(decision)
                before = self.game.view(self.match.state, self.seat)
                self.match.advance(self.seat, move)
            except (BadInput, IllegalAction) as error:
                pad.take_back()
                page = page._replace(note=str(error).removeprefix(f"{seat_name(self.seat)}: "))
                continue
            self._forget_news()
            return (yield from self._tell(before))

    def _read(self, scene: Scene, pad: Keypad, page: Page, got: str) -> Generator[Page | Leaf, str, Answer | None]:
        """The answer, if the input was one and is complete; else None."""
        if (yield from self._command(page, got.strip(), pad.begun)):
            return None
        if not self.by_keys:
            return read_answer(scene, got)
        if got == ":" and not pad.begun:
            return read_answer(scene, (yield page._replace(wants=LINE, prompt="Type an answer, such as raise 300")))
        return pad.press(got)

    @cached_property
    def _book(self) -> str:
        """The rule book, cached: that of a genome takes time to write."""
        return self.game.words.rule_book()

    def _command(self, page: Page, got: str, begun: bool) -> Generator[Page | Leaf, str, bool]:
        """Handle input that is not an answer: show a text, or leave; whether it was such input."""
        said = got.lower()
        if said in BOOK:
            yield Leaf(f"The rules of {self.game.title}", rule_lines(self._book or f"{self.game.words.summary}."))
        elif said in LOG:
            yield Leaf("What happened", self.log)
        elif said in VIEW:
            yield Leaf("The table", scene_lines(page.scene))
        elif said in HELP:
            yield Leaf("What you can do", help_page(page.scene, self._book, by_keys=self.by_keys))
        elif said in HINT:
            yield Leaf("What the house would do", self._hint(page.scene))
        elif said in LEAVE:
            yield from self._leave(page)
        else:
            return said in ("", *keys.ARROWS) or (not begun and said in (keys.ENTER, keys.ESCAPE, keys.BACKSPACE))
        return True

    def _hint(self, scene: Scene) -> list[str]:
        """The move of the strongest policy in the person's place, and what speaks for it."""
        game, state, policy = self.game, self.match.state, self.game.house_bots.adviser
        decision, view = game.decision(state, self.seat), game.view(state, self.seat)
        if scene.question is None or not decision.owed:
            return ["You have nothing to decide now."]
        imagines = policy.startswith(LEARNT)
        move = house_bot(game, policy).act(blindfolded(state, self.seat) if imagines else view, decision)
        assert isinstance(move, Move)
        reasons = game.words.reasons(view, decision, move, self.cast) if game.words.reasons else ()
        said = f"house:{policy} would choose: {in_words(scene.question, decision, move)}"
        return [line for text in (said, "", *facts_of(scene), *reasons) for line in wrap(text, WIDTH) or [""]]

    def _leave(self, page: Page) -> Pages:
        """Leave the table, if the person confirms it."""
        sure = yield page._replace(wants=KEY, prompt="Leave the table? y yes, n no")
        if sure.lower() in (*YES, *LEAVE):
            raise Left

    def _sure(self, page: Page, answer: Answer) -> Generator[Page | Leaf, str, bool]:
        """Ask the person to confirm an answer that costs something; whether it may be played."""
        if not answer.costs:
            return True
        sure = yield page._replace(wants=KEY, prompt=f"{answer.costs} {answer.words}? y yes, n no")
        return sure.lower() in YES


def scene_lines(scene: Scene) -> list[str]:
    """A table with the texts of its cards, as lines."""
    return draw(scene).splitlines()


def _only_counts_hidden_cards(fact: Fact) -> bool:
    """Whether a fact only tells how many face-down cards a seat got: the table shows that already."""
    cards = getattr(fact, "cards", ())
    return len(cards) > 1 and set(cards) == {UNKNOWN}


def _joined(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _listed(options: dict[str, str]) -> str:
    return " · ".join(f"{key} {words}" for key, words in options.items())


def help_page(scene: Scene, book: str, *, by_keys: bool) -> list[str]:
    """The help text: the options of the question, how to answer, and the clause of the rule book."""
    lines = draw_question(scene.question).splitlines() if scene.question else []
    clause = clause_in(book, scene.clause) if scene.clause else ""
    return [*lines, "", *rule_lines(BY_KEYS if by_keys else BY_LINES), "", *(rule_lines(clause) if clause else ())]
