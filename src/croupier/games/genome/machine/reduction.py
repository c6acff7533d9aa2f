"""The part of a config that the machine can ever read: two configs with the same reduced form are the same game.

The program is reduced to instructions that can be reached and have an effect, operands and settings to those that are
read. So a part of a genome that leaves no trace in the reduced form has no effect on play.
"""

from __future__ import annotations

import math
from bisect import bisect_left

from croupier.kernel.vocabulary.betting import SPREAD_LIMIT

from . import program as p
from .records import Config

Instruction = list[int]

JUMPS = {p.SEAT, p.REPEAT, p.LOOP, p.JUMP}
"""Operations that may continue elsewhere."""
TO_HAND = (p.TO_EACH, p.TO_SEAT)
CARDS_TO_ALL = (p.DEAL, p.TO_EACH)
CAPTURED = (p.CAPTURED_CARDS, p.CAPTURED_POINTS)
COUNTED = (p.POINTS, p.CAPTURED_POINTS, p.POINTS_IN_HAND)
CHOICES = {p.IF_LAID: p.OFFER_CARDS, p.IF_CHOSEN: p.OFFER_CARDS | p.OFFER_DRAW | p.OFFER_TAKE}
"""The offers that must have been made for a JUMP to find that one was chosen."""
SUIT_OF_EVERY_RANK = sum(1 << 4 * rank for rank in range(13))


def reduced_form(config: Config) -> tuple[object, ...]:
    """Everything about a config that can matter."""
    return _Reduced(config).form()


class _Reduced:
    """A program that is stripped of instructions, as long as some have no effect."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.code = p.instructions(config.code)
        self.keep(list(range(len(self.code))))
        before: list[int] = []
        while before != self.kept:
            before = self.kept
            self.keep(self._reached())
            self.keep([at for at in self.kept if not self._is_idle(at)])

    def keep(self, kept: list[int]) -> None:
        """Keep only some of the instructions, in their order."""
        self.kept = kept
        self.operations = {self.code[at][p.OPERATION] for at in kept}

    def form(self) -> tuple[object, ...]:
        """The program and the settings that it reads."""
        config, bets, turns = self.config, self.has(p.BET), self.has(p.SEAT)
        scores = {self.code[at][p.SCORE_WHAT] for at in self.kept if self.code[at][p.OPERATION] == p.SCORE}
        compared = {self.code[at][p.COMPARE_WHAT] for at in self.kept if self.code[at][p.OPERATION] == p.COMPARE}
        scoring = bool(scores) and (self._captures() or scores != {p.SCORE_CAPTURED})
        counting = compared & set(COUNTED) or (scoring and scores != {p.ONE_FOR_WINNERS})
        trumps = config.deck >> max(0, config.trump) & SUIT_OF_EVERY_RANK if config.trump >= 0 else 0
        return (
            tuple(tuple(self._operands(at)) for at in self.kept),
            config.seats,
            config.hands,
            config.deck,
            config.chips if bets else min(1, config.chips),
            bets and config.side_pots,
            bets and config.hands > 1 and config.target_chips,
            turns and self._runs_out_of_turns() and (config.max_turns, self._place(config.ending)),
            scoring and config.hands > 1 and config.target_points,
            scoring and not config.chips and config.low_wins,
            config.trump if trumps and self.has(p.WIN) else -1,
            tuple(points for card, points in enumerate(config.worth) if config.deck >> card & 1) if counting else (),
        )

    def has(self, operation: int) -> bool:
        """Whether an operation is left."""
        return operation in self.operations

    def _runs_out_of_turns(self) -> bool:
        """Whether a hand can reach its limit of turns."""
        loop = next((self.code[at] for at in self.kept if self.code[at][p.OPERATION] == p.LOOP), None)
        begun = [self.code[at][p.OPERATION] == p.SEAT and self.code[at][p.SEAT_WHICH] != p.NEXT for at in self.kept]
        if loop is None:
            return sum(begun) * self.config.seats > self.config.max_turns
        once, rounds = self._place(loop[p.TARGET]), self._most_rounds(loop)
        turns = None if rounds is None else sum(begun[:once]) + sum(begun[once:]) * rounds
        return turns is None or turns * self.config.seats > self.config.max_turns

    def _most_rounds(self, loop: Instruction) -> int | None:
        """How often the phases of a loop can be played in a hand; None if it depends on the players."""
        if loop[p.LOOP_ROUNDS]:
            return loop[p.LOOP_ROUNDS]
        once = self._place(loop[p.TARGET])
        before, again = ([self.code[at] for at in part] for part in (self.kept[:once], self.kept[once:]))
        tricks_before, tricks = (sum(line[p.OPERATION] == p.WIN for line in part) for part in (before, again))
        others = [line for line in before if (line[p.OPERATION], line[p.DEAL_TO]) != CARDS_TO_ALL]
        if not tricks or any(map(_brings_cards, (*others, *again))):
            return None
        held = sum(line[p.DEAL_COUNT] for line in before if line not in others) - tricks_before
        return max(1, math.ceil(held / tricks))

    def _place(self, target: int) -> int:
        """The present number of an instruction, or of the next one that is left."""
        return bisect_left(self.kept, target)

    def _reached(self) -> list[int]:
        """The instructions that are left and can be reached."""
        left, waiting = set(self.kept), [0]
        reached: set[int] = set()
        while waiting:
            at = waiting.pop()
            while at not in left:
                at += 1
            if at in reached:
                continue
            reached.add(at)
            operation, which, target = self.code[at][:3]
            if operation in JUMPS and not (operation == p.SEAT and which != p.NEXT):
                waiting.append(target)
            if operation == p.SEAT:
                waiting.append(self.config.ending)
            if operation != p.CLOSE and not (operation == p.JUMP and which == p.ALWAYS):
                waiting.append(at + 1)
        return sorted(reached)

    def _is_idle(self, at: int) -> bool:
        """Whether an instruction never has an effect."""
        operation, what, target = self.code[at][:3]
        if operation == p.JUMP:
            if self._place(target) == self._place(at + 1):
                return True
            if what == p.IF_ALONE:
                return not self.has(p.BET)
            return what in CHOICES and not self._chooses(at, CHOICES[what])
        if operation == p.COMPARE:
            return (what in CAPTURED and not self._captures()) or not (self.has(p.BET) or self.has(p.SCORE))
        if operation == p.SEAT and not self._runs_out_of_turns():
            return self._has_empty_turns(at)
        if operation == p.CHOOSE:
            return what & ~p.OFFER_PASS == p.OFFER_TAKE and not self._fills_pile()
        if operation == p.DEAL and target == p.AS_CHOSEN:
            return not self.code[at - 1][p.CHOOSE_OFFERS] & (p.OFFER_CARDS | p.OFFER_DRAW)
        return False

    def _chooses(self, at: int, which: int) -> bool:
        """Whether the seat in turn may have been offered certain choices before an instruction."""
        earlier = [self.code[before][:2] for before in self.kept if before < at]
        turn = earlier[len(earlier) - [operation for operation, _ in reversed(earlier)].index(p.SEAT) :]
        return any(operation == p.CHOOSE and offers & which for operation, offers in turn)

    def _has_empty_turns(self, at: int) -> bool:
        """Whether nothing is left between the SEAT that begins the turns and the one that ends them."""
        ends = at if self.code[at][p.SEAT_WHICH] == p.NEXT else next(later for later in self.kept if later > at)
        return self.code[ends][:2] == [p.SEAT, p.NEXT] and self._place(self.code[ends][p.TARGET]) == self._place(ends)

    def _fills_pile(self) -> bool:
        """Whether there can be a card to take from the discard pile."""
        return any(
            (operation == p.DEAL and first == p.TO_TOP)
            or (operation == p.CHOOSE and first & p.OFFER_CARDS and to == p.TO_DISCARD)
            for operation, first, *_, to, _ in (self.code[at] for at in self.kept)
        )

    def _captures(self) -> bool:
        """Whether cards can be captured."""
        return self.has(p.WIN) or any(
            self.code[at][p.OPERATION] == p.CHOOSE and self.code[at][p.CHOOSE_TO] == p.TO_CAPTURED for at in self.kept
        )

    def _shows(self) -> bool:
        """Whether a seat can have open cards during the betting."""
        return any(
            (operation == p.DEAL and first in TO_HAND and third == p.FACE_UP)
            or (operation == p.CHOOSE and first & p.OFFER_TAKE)
            for operation, first, _, third in (self.code[at][:4] for at in self.kept)
        )

    def _operands(self, at: int) -> Instruction:
        """An instruction with its targets by their present numbers, and without the operands that it does not read."""
        made = self.code[at][:]
        operation = made[p.OPERATION]
        if operation in JUMPS:
            made[p.TARGET] = self._place(made[p.TARGET])
        elif operation == p.DEAL and made[p.DEAL_TO] not in TO_HAND:
            made[p.DEAL_FACE] = 0
        elif operation == p.STREET and made[p.STREET_STRUCTURE] != SPREAD_LIMIT:
            made[p.STREET_SPREAD] = 0
        elif operation == p.BET and (made[p.BET_BLINDS] or not self._shows()):
            made[p.BET_OPENING] = p.OPEN_START
        elif operation == p.POST and made[p.POST_WHO] == p.OPENER and not self._shows():
            made[p.POST_HOW] = p.OPEN_START
        elif operation == p.CHOOSE and made[p.CHOOSE_OFFERS] & p.OFFER_CARDS:
            listed = made[p.CHOOSE_CARDS] & self.config.deck
            made[p.CHOOSE_TESTS], made[p.CHOOSE_CARDS] = _tests(made[p.CHOOSE_TESTS], listed, self.config.deck)
        elif operation == p.COMPARE:
            made[p.COMPARE_FIRST] = 0
            if made[p.COMPARE_WHAT] != p.POINTS:
                made[p.COMPARE_TARGET] = made[p.COMPARE_FLAGS] = 0
            elif made[p.COMPARE_TARGET] == 0:
                made[p.COMPARE_FLAGS] &= ~p.BUST
        return made


def _brings_cards(instruction: Instruction) -> bool:
    """Whether hands have more cards after an instruction than before."""
    operation, what, count = instruction[:3]
    if operation == p.CHOOSE:
        return bool(what & (p.OFFER_DRAW | p.OFFER_TAKE))
    return operation == p.DEAL and what in TO_HAND and count != p.AS_CHOSEN


def _tests(tests: int, listed: int, deck: int) -> list[int]:
    """The tests of a choice, normalised: "all" and "any" of a single test are the same."""
    relations = tests & (p.EVERY_TEST - 1)
    if relations == 0:
        return [tests & ~p.EVERY_TEST, listed]
    if tests & p.EVERY_TEST and listed == deck and relations & (relations - 1) == 0:
        return [relations, 0]
    return [tests, listed]
