"""The operations of the machine, and their operands; the table in `machine.py` says what each operation does."""

from __future__ import annotations

WIDTH = 8
"""An instruction is an operation and up to seven operands."""
PROGRAM = 100
"""The most instructions of a program: enough for the longest genome."""

OPEN, DEAL, STREET, POST, BET, SEAT, CHOOSE, WIN = 0, 1, 2, 3, 4, 5, 6, 7
REPEAT, LOOP, JUMP, SHOW, COMPARE, PAY, SCORE, CLOSE = 8, 9, 10, 11, 12, 13, 14, 15
"""Operations."""
OPERATIONS = (
    *("OPEN", "DEAL", "STREET", "POST", "BET", "SEAT", "CHOOSE", "WIN"),
    *("REPEAT", "LOOP", "JUMP", "SHOW", "COMPARE", "PAY", "SCORE", "CLOSE"),
)
"""Their names."""

OPERATION = 0
"""The index of the operation in an instruction; operands follow, in the order of the table in `machine.py`."""
TARGET = 2
"""The index of the jump target in SEAT, REPEAT, LOOP and JUMP."""
DEAL_TO, DEAL_COUNT, DEAL_FACE = 1, 2, 3
STREET_UNIT, STREET_RAISES, STREET_STRUCTURE, STREET_SPREAD = 1, 2, 3, 4
POST_CHIPS, POST_WHO, POST_HOW = 1, 2, 3
BET_OPENING, BET_BLINDS, BET_BROUGHT_IN = 1, 2, 3
CHOOSE_OFFERS, CHOOSE_FEWEST, CHOOSE_MOST, CHOOSE_TESTS, CHOOSE_CARDS, CHOOSE_TO, CHOOSE_KIND = 1, 2, 3, 4, 5, 6, 7
WIN_HIGH, WIN_LED = 1, 2
COMPARE_WHAT, COMPARE_SIGN, COMPARE_TARGET, COMPARE_FLAGS, COMPARE_FIRST = 1, 2, 3, 4, 5
SEAT_WHICH, REPEAT_TIMES, LOOP_ROUNDS, JUMP_IF, SCORE_WHAT = 1, 1, 1, 1, 1
"""The indices of the operands of each operation."""

TO_EACH, TO_SEAT, TO_BOARD, TO_TOP = 0, 1, 2, 3
"""The receivers of DEAL."""
AS_CHOSEN = -1
"""For DEAL: as many cards as were chosen last."""
FACE_DOWN, FACE_UP, FACE_OTHERS = 0, 1, 2
"""Who sees a card that is dealt to a hand: its seat, everybody, or everybody else."""

EVERYBODY, OPENER = -1, -2
"""The poster of an ante, and of a bring-in; a blind is posted by the n-th seat from the starting position."""

OPEN_START, OPEN_HIGH, OPEN_LOW = 0, 1, 2
"""The seat that opens the betting: the starting position, or the one that shows the best or the worst cards."""

FROM_START, FROM_LEADER, NEXT = 0, 1, 2
"""The seat that SEAT goes to."""

OFFER_CARDS, OFFER_DRAW, OFFER_TAKE, OFFER_PASS = 1, 2, 4, 8
"""What CHOOSE offers. Without OFFER_PASS a seat passes only if there is nothing else to do."""
TO_DISCARD, TO_MUCK, TO_CAPTURED, TO_TRICK = 0, 1, 2, 3
"""Where chosen cards go."""
SAME_SUIT, SAME_RANK, HIGHER_RANK, LOWER_RANK, NEXT_RANK = 1, 2, 4, 8, 16
"""The relations of a card to the last of the discard pile."""
EVERY_TEST = 32
"""All tests have to be met, not just one."""
FOLLOW_SUIT = 64
"""Cards of the led suit, if the seat has any."""

IF_ALONE, IF_EMPTY, IF_LAID, IF_CHOSEN, ALWAYS = 0, 1, 2, 3, 4
"""When JUMP jumps: one seat is left; the seat has no cards; it has laid some in this turn, or chosen any; always."""

POKER, THREE_CARD, HIGH_CARD, POINTS, MELDS, LOWBALL = 0, 1, 2, 3, 4, 5
FEWEST_CARDS, CAPTURED_CARDS, CAPTURED_POINTS, POINTS_IN_HAND = 6, 7, 8, 9
"""What COMPARE compares."""
BUST, SOFT_ACES, ONE_SUIT = 1, 2, 4
"""Flags of POINTS."""

ONE_FOR_WINNERS, SCORE_CAPTURED, SCORE_HAND = 0, 1, 2
"""What SCORE adds to the points."""

PASSED, LAID, DREW, TOOK = 0, 1, 2, 4
"""What a seat has chosen."""


def instructions(code: list[int]) -> list[list[int]]:
    """The program of a config, instruction by instruction, up to the one that closes the hand."""
    lines = [code[at : at + WIDTH] for at in range(0, len(code), WIDTH)]
    return lines[: [line[OPERATION] for line in lines].index(CLOSE) + 1]
