"""Playing a hand history again by our own rules.

A PHH hand becomes a hold'em match of one hand: player pN is seat N - 1, and the last one has the button. The house's
draws are the cards of the file; UNKNOWN ones stay unknown. Hands are shown and boards run out by the rules, so the
lines that tell of it are only checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from croupier.games.holdem import GAME, configure, rules
from croupier.games.holdem.records import BOARD, HOLE, HOLE_CARDS, PRE_FLOP, SHOWDOWN, Config
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import MatchRecord, Recorder
from croupier.kernel.errors import BadInput, CroupierError, IllegalAction
from croupier.kernel.vocabulary.betting import to_call
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards
from croupier.kernel.vocabulary.events import Events, Fact
from croupier.kernel.vocabulary.menu import DRAWN
from croupier.kernel.vocabulary.turns import HOUSE, HOUSE_BIT, size

from .actions import Action, Amount, Verb, parse_action
from .phh import HandHistory


class BrokenHand(CroupierError):
    """A line of a hand history that makes no sense, or that the rules refuse."""

    def __init__(self, history: HandHistory, at: int, reason: str) -> None:
        line = history.line_of(at)
        place = f"action {at + 1}, {history.actions[at]!r}"
        self.explanation = f"{f'line {line}, ' if line else ''}{place}: {reason}"
        super().__init__(f"{history.name}, {self.explanation}")


class Replay:
    """A hand history in play. `run` plays all of it; what it reached before a BrokenHand can still be looked at."""

    def __init__(self, history: HandHistory, scale: int | None = None) -> None:
        """`scale` is how many of our chips make one of the file's; by default as few as make all its bets whole."""
        self.history = history
        self.moves: list[tuple[int, Move]] = []
        self.mucked: set[int] = set()
        """Players whose hands the file says were thrown away."""
        self.actions = list(self._understood())
        self.scale = scale or scale_of(bets_of(history, self.actions))
        self.config = configured(history, self.scale)
        self.hole = self._hole_cards()
        self.state, events = GAME.start(self.config)
        self.events: list[Events] = [events]

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return GAME.over(self.state)

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that each player has now, in our chips."""
        return tuple(self.state.table.betting.stack[: len(self.history.stacks)])

    @property
    def facts(self) -> Iterable[Fact]:
        """Everything that has happened."""
        return (fact for events in self.events for fact in events)

    @property
    def board(self) -> tuple[int, ...]:
        """The cards on the board."""
        return self._row(BOARD)

    @property
    def guessed(self) -> bool:
        """Whether cards that nobody knows decided: at a showdown an unknown hand loses to every other."""
        table = self.state.table
        if table.street != SHOWDOWN or size(table.betting.live) < 2:
            return False
        live = [seat for seat in range(table.seats) if table.betting.live >> seat & 1]
        return UNKNOWN in self.board or any(UNKNOWN in self._row(HOLE + seat) for seat in live)

    def run(self) -> Replay:
        """Play every line; BrokenHand at the first that cannot be."""
        for action in self.actions:
            if action.verb == Verb.DEAL_HOLE:
                if self.moves:
                    self._refuse(action, "hole cards are dealt before the betting.")
                continue
            self._deal_hole_cards()
            if action.verb == Verb.DEAL_BOARD:
                self._deal_board(action)
            elif action.verb == Verb.SHOW_OR_MUCK:
                if not action.shows:
                    self.mucked.add(action.player)
            else:
                self._bet(action)
        if self.actions:
            self._deal_hole_cards()
        return self

    def record(self) -> MatchRecord:
        """The hand so far as a record of our own."""
        recorder = Recorder(GAME, self.config)
        for seat, move in self.moves:
            recorder.advance(seat, move)
        return recorder.record()

    def _understood(self) -> Iterable[Action]:
        for at, text in enumerate(self.history.actions):
            try:
                action = parse_action(text, at, len(self.history.stacks))
            except BadInput as error:
                raise BrokenHand(self.history, at, str(error)) from error
            if action:
                yield action

    def _hole_cards(self) -> list[list[int]]:
        """Two cards for each player: those dealt; where they were unknown, those that were shown later."""
        hole: list[list[int]] = [[] for _ in self.history.stacks]
        dealt: set[int] = set()
        for action in self.actions:
            held = hole[action.player]
            if action.verb == Verb.DEAL_HOLE:
                held += action.cards
                for card in set(action.cards) & dealt - {UNKNOWN}:
                    self._refuse(action, f"{format_cards([card])} has been dealt to another player.")
                dealt.update(action.cards)
                if len(held) > HOLE_CARDS:
                    self._refuse(action, f"that would be {len(held)} hole cards; hold'em has {HOLE_CARDS}.")
            elif action.verb == Verb.SHOW_OR_MUCK and action.cards:
                self._learn(action, held)
        for held in hole:
            held += [UNKNOWN] * (HOLE_CARDS - len(held))
        return hole

    def _learn(self, action: Action, held: list[int]) -> None:
        """Fill in unknown hole cards from those shown, which must not contradict what was dealt."""
        held += [UNKNOWN] * (HOLE_CARDS - len(held))
        known = [card for card in held if card != UNKNOWN]
        new = [card for card in action.cards if card != UNKNOWN and card not in known]
        if len(action.cards) > HOLE_CARDS or len(known) + len(new) > HOLE_CARDS:
            self._refuse(action, f"the hole cards were {format_cards(held)}.")
        held[:] = known + new + [UNKNOWN] * (HOLE_CARDS - len(known) - len(new))

    def _deal_hole_cards(self) -> None:
        if not self.moves:
            dealt = [action for action in self.actions if action.verb == Verb.DEAL_HOLE]
            cards = [held[turn] for turn in range(HOLE_CARDS) for held in self.hole]
            self._advance((dealt or self.actions)[-1], HOUSE, Move(DRAWN, 0, tuple(cards)))

    def _deal_board(self, action: Action) -> None:
        left = action.cards
        while left:
            table = self.state.table
            if GAME.core.owing(table) != HOUSE_BIT or table.street == PRE_FLOP:
                self._refuse(action, f"no card is due on the board: {self._situation()}.")
            if len(left) < table.owed:
                self._refuse(action, f"{len(left)} on the board where {table.owed} are due.")
            drawn, left = left[: table.owed], left[table.owed :]
            self._advance(action, HOUSE, Move(DRAWN, 0, drawn))

    def _bet(self, action: Action) -> None:
        table, seat = self.state.table, action.player
        if GAME.core.owing(table) != 1 << seat:
            self._refuse(action, f"it is not p{seat + 1}'s turn: {self._situation()}.")
        if action.verb == Verb.FOLD:
            move = Move(rules.FOLD)
        elif action.verb == Verb.RAISE_TO:
            move = Move(rules.RAISE_TO, int(action.total * self.scale))
        else:
            move = Move(rules.CALL if to_call(table.betting, seat) else rules.CHECK)
        self._advance(action, seat, move)

    def _advance(self, action: Action, seat: int, move: Move) -> None:
        try:
            self.events.append(GAME.advance(self.state, seat, move))
        except IllegalAction as error:
            self._refuse(action, f"{error}{self._translation(seat)}")
        self.moves.append((seat, move))

    def _situation(self) -> str:
        if self.over:
            return "the hand is over"
        if GAME.core.owing(self.state.table) == HOUSE_BIT:
            return f"{self.state.table.owed} cards are to be dealt"
        return f"p{self.state.table.betting.actor + 1} is to act"

    def _translation(self, seat: int) -> str:
        """What the rules' own words mean for this file."""
        said = [f"seat {seat} is p{seat + 1}"] if seat != HOUSE else []
        if self.scale > 1:
            said.append(f"{self.scale} of these chips are one of the file's")
        if self.history.min_bet * self.scale != self.config.big_blind:
            said.append(f"the file's min_bet is {self.history.min_bet}, but the least bet is always the big blind")
        return f" ({'; '.join(said)})" if said else ""

    def _row(self, zone: int) -> tuple[int, ...]:
        cards = self.state.table.cards
        start = cards.first[zone]
        return tuple(cards.row[start : start + cards.count[zone]])

    def _refuse(self, action: Action, reason: str) -> NoReturn:
        raise BrokenHand(self.history, action.at, reason)


def scale_of(amounts: Iterable[Amount]) -> int:
    """The least power of ten that makes all amounts whole."""
    scale = 1
    for amount in amounts:
        while amount * scale != int(amount * scale):
            scale *= 10
    return scale


def bets_of(history: HandHistory, actions: Iterable[Action]) -> list[Amount]:
    """Every amount that goes into a hand: all but what comes out of it."""
    bets = [action.total for action in actions]
    return [*history.stacks, *history.blinds, *history.antes, history.min_bet, *bets]


def configured(history: HandHistory, scale: int) -> Config:
    """The match of one hand that a history tells of; BadInput if our table cannot be set up like that."""
    try:
        return _configured(history, scale)
    except BadInput as error:
        raise BadInput(f"{history.name}: {error}") from None


def _configured(history: HandHistory, scale: int) -> Config:
    stacks, blinds, antes = (
        [int(amount * scale) for amount in amounts] for amounts in (history.stacks, history.blinds, history.antes)
    )
    if len(stacks) < 2:
        raise BadInput("a hand needs at least two players.")
    if min(stacks) <= 0:
        raise BadInput("every starting stack must be more than nothing.")
    for player, chips in enumerate(blinds):
        if chips < 0:
            raise BadInput(f"p{player + 1} posts a missed blind, for which Croupier needs the hands before this one.")
    straddles = blinds[2:]
    while straddles and not straddles[-1]:
        straddles.pop()
    if 0 in straddles:
        raise BadInput(f"p{len(straddles) + 2} straddles, but Croupier's straddles follow the big blind without a gap.")
    for player, chips in enumerate(straddles, 2):
        if stacks[player] - antes[player] < chips:
            raise BadInput(f"p{player + 1} straddles with less than a whole straddle, which Croupier does not allow.")
    ante = antes[0] if len(set(antes)) == 1 else 0
    big_blind_ante = antes[1] if not ante else 0
    if not ante and any(antes[:1] + antes[2:]):
        raise BadInput("Croupier has antes of every player or of the big blind; here others ante.")
    if big_blind_ante and history.trims_antes:
        raise BadInput("with ante_trimming_status, an ante that only the big blind pays would go back to it.")
    return configure(
        stacks=stacks,
        small_blind=blinds[0],
        big_blind=blinds[1],
        ante=ante,
        big_blind_ante=big_blind_ante,
        straddles=straddles,
        button=len(stacks) - 1,
        hands=1,
    )
