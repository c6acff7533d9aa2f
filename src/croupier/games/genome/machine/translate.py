"""From phases to a program.

Every phase becomes a few instructions. `machine.py` says what they mean; this module only says which ones a phase
needs. Jump targets are labels while the program is written, and numbers in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import get_args

from croupier.kernel.vocabulary.betting import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT
from croupier.kernel.vocabulary.cards import DECK as CARDS
from croupier.kernel.vocabulary.cards import RANKS

from ..language.genome import (
    AnyPhase,
    BestHand,
    BettingPhase,
    CardPoints,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    GameGenome,
    HighScore,
    LowScore,
    MostCaptured,
    MostChips,
    PlayPhase,
    RankIs,
    ShowdownPhase,
    Suit,
    SuitIs,
    TrickPhase,
    WinCondition,
)
from . import program as p
from .choices import DISCARD, PLAY
from .records import Config

SUITS: tuple[Suit, ...] = get_args(Suit)
DECKS = {
    "standard_52": (RANKS, 4),
    "short_36": ("6789TJQKA", 4),
    "piquet_32": ("789TJQKA", 4),
    "euchre_24": ("9TJQKA", 4),
    "leduc_6": ("JQK", 2),
    "kuhn_3": ("JQK", 1),
}
"""The ranks of a deck, and how many suits it has."""
STRUCTURES = {"no_limit": NO_LIMIT, "pot_limit": POT_LIMIT, "spread": SPREAD_LIMIT, "fixed": FIXED_LIMIT}
OPENINGS = {"start": p.OPEN_START, "high_showing": p.OPEN_HIGH, "low_showing": p.OPEN_LOW}
RECEIVERS = {"hand": p.TO_EACH, "community": p.TO_BOARD, "discard": p.TO_TOP}
FACES = {"down": p.FACE_DOWN, "up": p.FACE_UP, "others": p.FACE_OTHERS}
SOURCES = {
    "deck": p.OFFER_DRAW,
    "discard": p.OFFER_TAKE,
    "deck_or_discard": p.OFFER_DRAW | p.OFFER_TAKE,
}
RELATIONS = {
    "same_suit": p.SAME_SUIT,
    "same_rank": p.SAME_RANK,
    "higher_rank": p.HIGHER_RANK,
    "lower_rank": p.LOWER_RANK,
    "next_rank": p.NEXT_RANK,
}
EVALUATIONS = {
    "poker": p.POKER,
    "three_card": p.THREE_CARD,
    "high_card": p.HIGH_CARD,
    "points": p.POINTS,
    "melds": p.MELDS,
    "lowball": p.LOWBALL,
}
KEPT = 1_000
"""How many results of `card_points` are cached."""
EVERY_CARD = (1 << CARDS) - 1
COURT = 10
IN_TURN = (DrawPhase, DiscardPhase, PlayPhase)
"""Phases of one seat's turn."""

ENDING, PAYING, ROUND = "ending", "paying", "round"


@cache
def cards_of(name: str) -> tuple[int, ...]:
    """The cards of a deck."""
    ranks, suits = DECKS[name]
    return tuple(4 * RANKS.index(rank) + suit for rank in ranks for suit in range(suits))


@lru_cache(KEPT)
def card_points(rules: tuple[CardPoints, ...]) -> tuple[int, ...]:
    """The points of each card: the sum of all rules about it, or the usual points if there are no rules."""
    if not rules:
        return tuple(_usual_points(RANKS[card >> 2]) for card in range(CARDS))
    return tuple(
        sum(
            rule.points
            for rule in rules
            if (not rule.ranks or RANKS[card >> 2] in rule.ranks) and (not rule.suits or SUITS[card & 3] in rule.suits)
        )
        for card in range(CARDS)
    )


def _usual_points(rank: str) -> int:
    return 1 if rank == "A" else COURT if rank in "TJQK" else int(rank)


def comparisons(genome: GameGenome) -> list[WinCondition]:
    """The conditions that decide a hand; most_chips is about the session, and alone it leaves the hand to poker ranks.

    In a game for points that all seats write down, a tie pays nobody: it is broken only by an empty_hand that has ended
    the hand.
    """
    first, *others = [one for one in genome.win_conditions if not isinstance(one, MostChips)] or [BestHand()]
    if genome.setup.starting_chips == 0 and isinstance(first, HighScore | LowScore):
        others = [one for one in others if isinstance(one, EmptyHand) and sheds_cards(genome)]
    return [first, *others]


def written_down(genome: GameGenome) -> HighScore | LowScore | None:
    """The condition whose points all seats write down after a hand; None if the winner takes everything.

    In a game for points they are what a hand is played for, so they have to be the first condition. After another one
    they only break ties, and the winner writes down one point. In a game for chips they matter only if there is a
    number of points that ends it.
    """
    chips, deciding = genome.setup.starting_chips, comparisons(genome)
    scores = [one for one in (deciding if chips else deciding[:1]) if isinstance(one, HighScore | LowScore)]
    return next((score for score in scores if score.threshold or not chips), None)


def rounds_of(genome: GameGenome) -> int | None:
    """How often the phases after the first `once` are played: None for once, 0 while any seat has cards."""
    structure = genome.turn_structure
    again = structure.phases[structure.once :]
    plays = any(isinstance(phase, PlayPhase | TrickPhase) for phase in again)
    sheds = any(isinstance(phase, DiscardPhase) for phase in again)
    if structure.rounds == 0 and (plays or (sheds and ends_when_empty(genome))):
        return 0
    return structure.rounds if structure.rounds > 1 else None


def ends_when_empty(genome: GameGenome) -> bool:
    """Whether a hand is over as soon as a seat has no cards left."""
    return any(isinstance(condition, EmptyHand) for condition in genome.win_conditions)


def sheds_cards(genome: GameGenome) -> bool:
    """Whether seats play or throw away cards in their turns."""
    return any(isinstance(phase, PlayPhase | DiscardPhase) for phase in genome.turn_structure.phases)


def counts_hands(genome: GameGenome) -> bool:
    """Whether the points of cards in hand are counted, so that even the last seat left has to show them."""
    score = written_down(genome)
    return score is not None and score.counted == "hand"


def shows_hands(genome: GameGenome) -> bool:
    """Whether hands are turned up, because a condition depends on them."""
    return any(
        isinstance(condition, BestHand) or getattr(condition, "counted", "") == "hand"
        for condition in comparisons(genome)
    )


class Program:
    """A program being written."""

    def __init__(self) -> None:
        self.code: list[tuple[int | str, ...]] = []
        self.labels: dict[str, int] = {}
        self.used = 0
        self.headings: dict[int, str] = {}
        """The part of the genome that the instructions from a number on come from."""

    def head(self, text: str) -> None:
        """Set the part of the genome that the next instructions come from."""
        self.headings[len(self.code)] = text

    def add(self, *instruction: int | str) -> None:
        """Append an instruction: an operation and its operands, which may be labels."""
        self.code.append(instruction)

    def mark(self, label: str) -> None:
        """Let jumps to the label go to the next instruction."""
        self.labels[label] = len(self.code)

    def fresh(self) -> str:
        """A new label."""
        self.used += 1
        return f"label {self.used}"

    def finished(self) -> list[list[int]]:
        """The instructions, with labels replaced by numbers."""
        return [[self.labels[value] if isinstance(value, str) else value for value in line] for line in self.code]


def translate(genome: GameGenome) -> Program:
    """The program of a genome."""
    out, setup = Program(), genome.setup
    out.head("setup")
    out.add(p.OPEN)
    if setup.cards_per_player:
        out.add(p.DEAL, p.TO_EACH, setup.cards_per_player, FACES[setup.face])
    if setup.initial_discard_count:
        out.add(p.DEAL, p.TO_TOP, setup.initial_discard_count, p.FACE_UP)
    phases, once = list(enumerate(genome.turn_structure.phases)), genome.turn_structure.once
    _add_phases(out, phases[:once], genome)
    out.mark(ROUND)
    _add_phases(out, phases[once:], genome)
    rounds = rounds_of(genome)
    if rounds is not None:
        out.head("rounds")
        out.add(p.LOOP, rounds, ROUND)
    _add_ending(out, genome)
    return out


def _add_phases(out: Program, phases: Sequence[tuple[int, AnyPhase]], genome: GameGenome) -> None:
    """Add phases with their numbers, one after the other; those of a turn together."""
    for in_turn, numbered in groupby(phases, lambda item: isinstance(item[1], IN_TURN)):
        if in_turn:
            _add_turn(out, list(numbered), genome)
        else:
            for number, phase in numbered:
                out.head(_heading(number, phase))
                _add_table_phase(out, phase)


def _heading(number: int, phase: AnyPhase) -> str:
    return f"phases[{number}] {type(phase).__name__}"


def _add_turn(out: Program, phases: Sequence[tuple[int, AnyPhase]], genome: GameGenome) -> None:
    """Add the phases of a turn: one seat after the other does all of them."""
    again = out.fresh()
    out.head("turns")
    out.add(p.SEAT, p.FROM_START)
    out.mark(again)
    for number, phase in phases:
        out.head(_heading(number, phase))
        if isinstance(phase, DrawPhase):
            _add_draw(out, phase)
        elif isinstance(phase, DiscardPhase):
            _add_discard(out, phase)
        elif isinstance(phase, PlayPhase):
            _add_play(out, phase)
        if ends_when_empty(genome) and not isinstance(phase, DrawPhase):
            out.add(p.JUMP, p.IF_EMPTY, ENDING)
    out.head("turns")
    out.add(p.SEAT, p.NEXT, again)


def _add_draw(out: Program, phase: DrawPhase) -> None:
    face = FACES[phase.face]
    after = out.fresh()
    if phase.only_if_passed:
        out.add(p.JUMP, p.IF_CHOSEN, after)
    if phase.mandatory and phase.source == "deck":
        out.add(p.DEAL, p.TO_SEAT, phase.count, face)
    else:
        again = out.fresh()
        out.mark(again)
        out.add(p.CHOOSE, SOURCES[phase.source] | (0 if phase.mandatory else p.OFFER_PASS))
        out.add(p.DEAL, p.TO_SEAT, p.AS_CHOSEN, face)
        if phase.count > 1:
            out.add(p.REPEAT, phase.count, again)
    out.mark(after)


def _add_discard(out: Program, phase: DiscardPhase) -> None:
    to = p.TO_DISCARD if phase.face == "up" else p.TO_MUCK
    offers = p.OFFER_CARDS if phase.mandatory else p.OFFER_CARDS | p.OFFER_PASS
    fewest = phase.count if phase.mandatory else 1
    out.add(p.CHOOSE, offers, fewest, phase.count, 0, EVERY_CARD, to, DISCARD)
    if phase.replace:
        out.add(p.DEAL, p.TO_SEAT, p.AS_CHOSEN, p.FACE_DOWN)


def _add_play(out: Program, phase: PlayPhase) -> None:
    tests, cards = _tests(phase)
    after = out.fresh()
    if phase.only_if_passed:
        out.add(p.JUMP, p.IF_LAID, after)
    to = p.TO_DISCARD if phase.target == "discard" else p.TO_CAPTURED
    offers = p.OFFER_CARDS if phase.mandatory else p.OFFER_CARDS | p.OFFER_PASS
    out.add(p.CHOOSE, offers, phase.min_cards, phase.max_cards, tests, cards, to, PLAY)
    out.mark(after)


def _tests(phase: PlayPhase) -> tuple[int, int]:
    """The tests of a play: relations of a card to the last one, and the cards that are listed by themselves."""
    tests, every = 0, phase.match == "all" or not phase.conditions
    listed = EVERY_CARD if every else 0
    for condition in phase.conditions:
        if isinstance(condition, RankIs):
            cards = sum(1 << card for card in range(CARDS) if RANKS[card >> 2] in condition.ranks)
        elif isinstance(condition, SuitIs):
            cards = sum(1 << card for card in range(CARDS) if SUITS[card & 3] in condition.suits)
        else:
            tests |= RELATIONS[str(condition.__struct_config__.tag)]
            continue
        listed = listed & cards if every else listed | cards
    return tests | (p.EVERY_TEST if every else 0), listed


def _add_table_phase(out: Program, phase: AnyPhase) -> None:
    if isinstance(phase, BettingPhase):
        _add_betting(out, phase)
    elif isinstance(phase, DealPhase):
        out.add(p.DEAL, RECEIVERS[phase.to], phase.count, FACES[phase.face])
    elif isinstance(phase, TrickPhase):
        again = out.fresh()
        out.add(p.SEAT, p.FROM_LEADER)
        out.mark(again)
        tests = p.FOLLOW_SUIT if phase.lead_suit_required else 0
        out.add(p.CHOOSE, p.OFFER_CARDS, 1, 1, tests, EVERY_CARD, p.TO_TRICK, PLAY)
        out.add(p.SEAT, p.NEXT, again)
        out.add(p.WIN, int(phase.high_card_wins), int(phase.led_suit_wins))
    elif isinstance(phase, ShowdownPhase):
        out.add(p.JUMP, p.ALWAYS, ENDING)


def _add_betting(out: Program, phase: BettingPhase) -> None:
    out.add(p.STREET, phase.min_bet, phase.max_raises, STRUCTURES[phase.structure], phase.spread)
    if phase.ante:
        out.add(p.POST, phase.ante, p.EVERYBODY)
    for number, chips in enumerate(phase.blinds):
        out.add(p.POST, chips, number, len(phase.blinds))
    opening = OPENINGS[phase.opening]
    if phase.bring_in:
        out.add(p.POST, phase.bring_in, p.OPENER, opening)
    out.add(p.BET, opening, len(phase.blinds), int(phase.bring_in > 0))
    out.add(p.JUMP, p.IF_ALONE, ENDING)


def _add_ending(out: Program, genome: GameGenome) -> None:
    """Add the end: show what decides, compare, pay, score. The last seat left wins without showing, unless its cards
    are counted."""
    score = written_down(genome)
    out.mark(ENDING)
    out.head("ending")
    if not counts_hands(genome):
        out.add(p.JUMP, p.IF_ALONE, PAYING)
    if shows_hands(genome):
        out.add(p.SHOW)
    for number, condition in enumerate(comparisons(genome)):
        out.add(p.COMPARE, *_comparison(condition), int(number == 0))
    out.mark(PAYING)
    out.add(p.PAY)
    if score:
        out.add(p.SCORE, p.SCORE_HAND if score.counted == "hand" else p.SCORE_CAPTURED)
    elif not genome.setup.starting_chips:
        out.add(p.SCORE, p.ONE_FOR_WINNERS)
    out.add(p.CLOSE)


def _comparison(condition: WinCondition) -> tuple[int, int, int, int]:
    """The operands of a condition's COMPARE: the measure, its sign, a target, and flags."""
    if isinstance(condition, BestHand):
        flags = p.BUST * condition.bust | p.SOFT_ACES * condition.soft_aces | p.ONE_SUIT * condition.one_suit
        return EVALUATIONS[condition.evaluation], 1, condition.target, flags
    if isinstance(condition, HighScore | LowScore):
        measure = p.POINTS_IN_HAND if condition.counted == "hand" else p.CAPTURED_POINTS
        return measure, 1 if isinstance(condition, HighScore) else -1, 0, 0
    return p.CAPTURED_CARDS if isinstance(condition, MostCaptured) else p.FEWEST_CARDS, 1, 0, 0


def to_config(genome: GameGenome, program: Program) -> Config:
    """The config of a genome and its program."""
    setup, config = genome.setup, Config()
    config.seats, config.hands, config.chips = genome.player_count, genome.session.hands, setup.starting_chips
    config.side_pots, config.max_turns = int(setup.side_pots), genome.max_turns
    config.trump = SUITS.index(setup.trump_suit) if setup.trump_suit else -1
    config.deck = sum(1 << card for card in cards_of(setup.initial_deck))
    config.worth[:] = card_points(setup.card_points)
    for condition in genome.win_conditions:
        if isinstance(condition, MostChips):
            config.target_chips = condition.threshold
        elif isinstance(condition, HighScore | LowScore):
            config.target_points = condition.threshold
    config.low_wins = int(isinstance(written_down(genome), LowScore))
    config.ending = program.labels[ENDING]
    for number, instruction in enumerate(program.finished()):
        config.code[number * p.WIDTH : number * p.WIDTH + len(instruction)] = instruction
    return config
