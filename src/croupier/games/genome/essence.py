"""What of a config the machine can ever look at: two configs with the same essence are the same game.

The program is reduced to what is reached and has an effect, operands and settings to those that are read. So a part of
a genome that leaves no trace in the essence has none in play, whatever anybody does.
"""

from __future__ import annotations

from croupier.kernel.betting import SPREAD_LIMIT

from . import program as p
from .records import Config

Instruction = list[int]

JUMPS = {p.SEAT, p.REPEAT, p.LOOP, p.JUMP}
"""Operations whose second operand is where to go on."""
TARGET = 2
TO_HAND = (p.TO_EACH, p.TO_SEAT)
CAPTURED = (p.CAPTURED_CARDS, p.CAPTURED_POINTS)
COUNTED = (p.POINTS, p.CAPTURED_POINTS, p.POINTS_IN_HAND)
CHOICES = {p.IF_LAID: p.OFFER_CARDS, p.IF_CHOSEN: p.OFFER_CARDS | p.OFFER_DRAW | p.OFFER_TAKE}
"""What must have been offered for a JUMP to find that it was chosen."""
SUIT_OF_EVERY_RANK = sum(1 << 4 * rank for rank in range(13))


def essence(config: Config) -> tuple[object, ...]:
    """Everything about a config that can matter."""
    return _Reduced(config).essence()


class _Reduced:
    """A program that loses its instructions one by one, as long as there are some without effect."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.code = _instructions(config)
        self.kept = list(range(len(self.code)))
        before: list[int] = []
        while before != self.kept:
            before = self.kept
            self.kept = self._reached()
            self.kept = [at for at in self.kept if not self._is_idle(at)]

    def essence(self) -> tuple[object, ...]:
        """The program and what it reads."""
        config, bets, turns = self.config, self.has(p.BET), self.has(p.SEAT)
        scores = {self.code[at][1] for at in self.kept if self.code[at][0] == p.SCORE}
        compared = {self.code[at][1] for at in self.kept if self.code[at][0] == p.COMPARE}
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
            turns and (config.max_turns, self._place(config.ending)),
            scoring and config.hands > 1 and config.target_points,
            scoring and not config.chips and config.low_wins,
            config.trump if trumps and self.has(p.WIN) else -1,
            tuple(points for card, points in enumerate(config.worth) if config.deck >> card & 1) if counting else (),
        )

    def has(self, operation: int) -> bool:
        """Whether an operation is left."""
        return any(self.code[at][0] == operation for at in self.kept)

    def _place(self, target: int) -> int:
        """The number that an instruction, or the next one that is left, has now."""
        return sum(at < target for at in self.kept)

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
        """Whether an instruction never does anything."""
        operation, what, target = self.code[at][:3]
        if operation == p.JUMP:
            if self._place(target) == self._place(at + 1):
                return True
            if what == p.IF_ALONE:
                return not self.has(p.BET)
            return what in CHOICES and not self._chooses(at, CHOICES[what])
        if operation == p.COMPARE:
            return what in CAPTURED and not self._captures()
        if operation == p.DEAL and target == p.AS_CHOSEN:
            return not self.code[at - 1][1] & (p.OFFER_CARDS | p.OFFER_DRAW)
        return False

    def _chooses(self, at: int, which: int) -> bool:
        """Whether the seat in turn may have been offered certain choices when it comes to an instruction."""
        earlier = [self.code[before][:2] for before in self.kept if before < at]
        turn = earlier[len(earlier) - [operation for operation, _ in reversed(earlier)].index(p.SEAT) :]
        return any(operation == p.CHOOSE and offers & which for operation, offers in turn)

    def _captures(self) -> bool:
        """Whether cards can be captured."""
        return self.has(p.WIN) or any(
            self.code[at][0] == p.CHOOSE and self.code[at][6] == p.TO_CAPTURED for at in self.kept
        )

    def _shows(self) -> bool:
        """Whether anybody can have open cards during the betting."""
        return any(
            (operation == p.DEAL and first in TO_HAND and third == p.FACE_UP)
            or (operation == p.CHOOSE and first & p.OFFER_TAKE)
            for operation, first, _, third in (self.code[at][:4] for at in self.kept)
        )

    def _operands(self, at: int) -> Instruction:
        """An instruction with its targets by place, and without the operands that it does not read."""
        made = self.code[at][:]
        operation = made[0]
        if operation in JUMPS:
            made[TARGET] = self._place(made[TARGET])
        elif operation == p.DEAL and made[1] not in TO_HAND:
            made[3] = 0
        elif operation == p.STREET and made[3] != SPREAD_LIMIT:
            made[4] = 0
        elif operation == p.BET and (made[2] or not self._shows()):
            made[1] = p.OPEN_START
        elif operation == p.POST and made[2] == p.OPENER and not self._shows():
            made[3] = p.OPEN_START
        elif operation == p.CHOOSE and made[1] & p.OFFER_CARDS:
            made[4:6] = _tests(made[4], made[5] & self.config.deck, self.config.deck)
        elif operation == p.COMPARE:
            made[5] = 0
            if made[1] != p.POINTS:
                made[3:5] = [0, 0]
            elif made[3] == 0:
                made[4] &= ~p.BUST
        return made


def _instructions(config: Config) -> list[Instruction]:
    """The program, instruction by instruction, up to the one that closes the hand."""
    code = [config.code[at : at + p.WIDTH] for at in range(0, len(config.code), p.WIDTH)]
    return code[: [instruction[0] for instruction in code].index(p.CLOSE) + 1]


def _tests(tests: int, listed: int, deck: int) -> list[int]:
    """The tests of a choice; all and any of a single one are the same."""
    relations = tests & (p.EVERY_TEST - 1)
    if relations == 0:
        return [tests & ~p.EVERY_TEST, listed]
    if tests & p.EVERY_TEST and listed == deck and relations & (relations - 1) == 0:
        return [relations, 0]
    return [tests, listed]
