"""Replays a hand history by our own rules.

The house draws the cards of the file; UNKNOWN cards stay unknown. Hands are shown and boards run out by the rules, so
the lines about these are only checked. Players are numbered from 0 here; `seating` says where they sit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain
from typing import NoReturn

from croupier.games.holdem import GAME, rules
from croupier.games.holdem.events import BlindPosted, DeadBlindPosted, PotAwarded
from croupier.games.holdem.phh import Amount, HandHistory
from croupier.games.holdem.records import BOARD, HOLE, HOLE_CARDS, PRE_FLOP, SHOWDOWN
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import MatchRecord, Recorder
from croupier.kernel.errors import BadInput, CroupierError, IllegalAction
from croupier.kernel.vocabulary.betting import pass_action, put_in, put_in_dead, to_call
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards, parse_cards
from croupier.kernel.vocabulary.evaluate import add_card, strength
from croupier.kernel.vocabulary.events import Events, Fact
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.menu import DRAWN
from croupier.kernel.vocabulary.pots import best_of, share_of
from croupier.kernel.vocabulary.turns import HOUSE, HOUSE_BIT, size

from .actions import Action, Verb, parse_action
from .seating import Post, Seating, seatings
from .write import record_of_file

BOARDS = "_boards"
"""The field with the boards of further runs of a hand that was run more than once, each as a text of five cards. PHH
has none of its own."""
WHOLE_BOARD = 5


class BrokenHand(CroupierError):
    """A line of a hand history cannot be parsed, or the rules refuse it."""

    def __init__(self, history: HandHistory, at: int, reason: str) -> None:
        line = history.line_of(at)
        place = f"action {at + 1}, {history.actions[at]!r}"
        self.explanation = f"{f'line {line}, ' if line else ''}{place}: {reason}"
        super().__init__(f"{history.name}, {self.explanation}")


class Replay:
    """A hand history that is replayed by `run`. After a BrokenHand, the state before that line can still be read."""

    def __init__(self, history: HandHistory, scale: int | None = None, seating: Seating | None = None) -> None:
        """`scale` is how many of our chips make one chip of the file; by default the smallest power of ten that makes
        all amounts whole. `seating` is by default the likeliest.
        """
        self.history = history
        self.moves: list[tuple[int, Move]] = []
        self.mucked: set[int] = set()
        """Players whose hands were mucked according to the file."""
        self.actions = list(self._parsed())
        self.scale = scale or scale_of(bets_of(history, self.actions))
        self.seating = seating or next(seatings(history, self.scale))
        self.config, self.seats = self.seating.config, self.seating.seats
        self.hole = self._hole_cards()
        self.further = self._further_boards()
        """The boards of further runs."""
        self.state, events = GAME.start(self.config)
        self.events: list[Events] = [events]
        self.posted: list[Fact] = []
        for post in self.seating.posts:
            self._post(post)

    def player_at(self, seat: int) -> int | None:
        """The player in a seat; None for a player whom the file does not list."""
        return self.seats.index(seat) if seat in self.seats else None

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return GAME.over(self.state)

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that each player has now, in our chips."""
        stacks = [self.state.table.betting.stack[seat] for seat in self.seats]
        if self.further:
            once, all_runs = self._awards_once(), self.awards
            stacks = [chips - one + more for chips, one, more in zip(stacks, once, all_runs, strict=True)]
        return tuple(stacks)

    @property
    def awards(self) -> tuple[int, ...]:
        """What each player has collected from the pots, over all runs of the board, in our chips."""
        return self._awards_of_runs() if self.further and self.over else self._awards_once()

    def _awards_once(self) -> tuple[int, ...]:
        """What each player has collected if only the first board counts."""
        won = [fact for fact in self.facts if isinstance(fact, PotAwarded)]
        return tuple(sum(fact.chips for fact in won if fact.seat == seat) for seat in self.seats)

    def _awards_of_runs(self) -> tuple[int, ...]:
        """What each player has collected: each run decides an equal part of every pot, and odd chips go one each to the
        earlier runs."""
        table, won = self.state.table, [0] * self.state.table.seats
        live = [seat for seat in range(table.seats) if table.betting.live >> seat & 1]
        if len(live) < 2 or len(self.board) < WHOLE_BOARD:
            return self._awards_once()
        runs = [self._standing(live, board) for board in (self.board, *self.further)]
        for pot in range(table.pots.count):
            share, odd = divmod(table.pots.amount[pot], len(runs))
            for run, standing in enumerate(runs):
                winners = best_of(standing, table.pots.eligible[pot], table.seats)
                for seat in live:
                    if winners >> seat & 1:
                        won[seat] += share_of(share + (run < odd), winners, seat, table.button, table.seats)
        return tuple(won[seat] for seat in self.seats)

    def _standing(self, live: Sequence[int], board: Sequence[int]) -> list[int]:
        """The strength of every live hand on a board; a hand with unknown cards loses to all others."""
        standing = [0] * self.state.table.seats
        for seat in live:
            held = self._row(HOLE + seat)
            if UNKNOWN not in (*held, *board):
                standing[seat] = strength(reduce(add_card, (*held, *board), 0))
        return standing

    def _further_boards(self) -> list[list[int]]:
        """The boards of further runs; BadInput if one of them cannot be."""
        told = self.history.about.get(BOARDS, [])
        if not isinstance(told, list) or not all(isinstance(board, str) for board in told):
            raise BadInput(f"{self.history.name}: {BOARDS} is a list of texts, each of five cards.")
        held = {card for hand in self.hole for card in hand}
        boards = [parse_cards(board) for board in told]
        for board in boards:
            if len({*board} - held - {UNKNOWN}) != WHOLE_BOARD or len(board) != WHOLE_BOARD:
                cards = format_cards(board)
                raise BadInput(f"{self.history.name}: a further board of {cards} is not five cards that nobody holds.")
        return boards

    @property
    def facts(self) -> Iterable[Fact]:
        """Everything that has happened."""
        start, *steps = self.events
        return chain(start, self.posted, *steps)

    @property
    def board(self) -> tuple[int, ...]:
        """The cards on the board."""
        return self._row(BOARD)

    @property
    def guessed(self) -> bool:
        """Whether unknown cards decided the hand: at a showdown an unknown hand loses to every known one."""
        table = self.state.table
        if table.street != SHOWDOWN or size(table.betting.live) < 2:
            return False
        live = [seat for seat in range(table.seats) if table.betting.live >> seat & 1]
        return UNKNOWN in self.board or any(UNKNOWN in self._row(HOLE + seat) for seat in live)

    def run(self) -> Replay:
        """Play every line; BrokenHand at the first that the rules refuse."""
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
        """The hand so far as a record, with all fields of the file."""
        if self.posted:
            poster = self.history.label(self.seats.index(self.seating.posts[0].seat))
            raise BadInput(
                f"{self.history.name}: {poster} posts neither a big nor a small blind, or something else than other "
                "entering players post, which a record cannot express."
            )
        recorder = Recorder(GAME, self.config)
        for seat, move in self.moves:
            recorder.advance(seat, move)
        return record_of_file(recorder.record(), self.history, self.seats, self.scale)

    def _post(self, post: Post) -> None:
        """Post the chips of a seat that the config cannot express, before the cards are dealt."""
        b = self.state.table.betting
        for fact, put, chips in ((DeadBlindPosted, put_in_dead, post.dead), (BlindPosted, put_in, post.live)):
            if moved := put(b, post.seat, chips):
                self.posted.append(fact(post.seat, moved))
        pass_action(b, b.actor - 1)

    def _parsed(self) -> Iterable[Action]:
        for at, text in enumerate(self.history.actions):
            try:
                action = parse_action(text, at, len(self.history.stacks))
            except BadInput as error:
                raise BrokenHand(self.history, at, str(error)) from error
            if action:
                yield action

    def _hole_cards(self) -> list[list[int]]:
        """Two cards for each player: those that were dealt, or if they were unknown, those that were shown later."""
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
        """Fill in unknown hole cards from shown cards, which must not contradict the dealt ones."""
        held += [UNKNOWN] * (HOLE_CARDS - len(held))
        known = [card for card in held if card != UNKNOWN]
        new = [card for card in action.cards if card != UNKNOWN and card not in known]
        if len(action.cards) > HOLE_CARDS or len(known) + len(new) > HOLE_CARDS:
            self._refuse(action, f"the hole cards were {format_cards(held)}.")
        held[:] = known + new + [UNKNOWN] * (HOLE_CARDS - len(known) - len(new))

    def _deal_hole_cards(self) -> None:
        if not self.moves:
            dealt = [action for action in self.actions if action.verb == Verb.DEAL_HOLE]
            held = dict(zip(self.seats, self.hole, strict=True))
            unseen = [UNKNOWN] * HOLE_CARDS
            dealt_in = [seat for seat in range(self.config.seats) if self.config.stack[seat]]
            cards = [held.get(seat, unseen)[turn] for turn in range(HOLE_CARDS) for seat in dealt_in]
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
            dealt = {*self.board, *(card for held in self.hole for card in held)} - {UNKNOWN}
            if twice := [card for card in drawn if card in dealt]:
                self._refuse(action, f"{format_cards(twice[:1])} has been dealt already.")
            self._advance(action, HOUSE, Move(DRAWN, 0, drawn))

    def _bet(self, action: Action) -> None:
        table, seat = self.state.table, self.seats[action.player]
        if GAME.core.owing(table) != 1 << seat:
            self._refuse(action, f"it is not p{action.player + 1}'s turn: {self._situation()}.")
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
        owing = GAME.core.owing(self.state.table)
        if owing and owing != HOUSE_BIT and self.player_at(self.state.table.betting.actor) is None:
            self._advance(action, self.state.table.betting.actor, Move(rules.FOLD))

    def _situation(self) -> str:
        if self.over:
            return "the hand is over"
        if GAME.core.owing(self.state.table) == HOUSE_BIT:
            return f"{self.state.table.owed} cards are to be dealt"
        return f"p{self._number(self.state.table.betting.actor)} is to act"

    def _number(self, seat: int) -> int:
        return self.seats.index(seat) + 1

    def _translation(self, seat: int) -> str:
        """An explanation of seats and chips in a message of the rules, in terms of the file."""
        said = [f"seat {seat} is p{self._number(seat)}"] if seat != HOUSE else []
        if self.scale > 1:
            said.append(f"{self.scale} of these chips are one chip of the file")
        if self.history.min_bet * self.scale != self.config.big_blind:
            said.append(f"the file's min_bet is {self.history.min_bet}, but the least bet is always the big blind")
        return f" ({'; '.join(said)})" if said else ""

    def _row(self, zone: int) -> tuple[int, ...]:
        return tuple(row_of(self.state.table.cards, zone))

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
    """All amounts of a hand but those of its end."""
    bets = [action.total for action in actions]
    return [*history.stacks, *history.blinds, *history.antes, history.min_bet, *bets]
