"""Hold'em as a game of the contract: its options, names and words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from croupier.kernel.contract.game import Core, Game
from croupier.kernel.contract.house_bots import HouseBots
from croupier.kernel.contract.words import Words, rules_beside
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.betting import (
    FIXED_LIMIT,
    NO_LIMIT,
    ONE_FULL_RAISE,
    POT_LIMIT,
    SEATS,
    SHORT_BET_IS_COMPLETED,
    SHORT_BET_STANDS,
    SHORTS_ADD_UP,
    SPREAD_LIMIT,
)

from . import rules
from .arguments import switch, whole, wholes
from .events import FACTS, HAND_MUCKED
from .policies import POLICIES
from .records import (
    BIG_BLIND_ANTES,
    CHECK_CALL_FOLD,
    CHECK_FOLD,
    DEAD_BUTTON,
    EACH_ANTES,
    NEXT_ACTIVE,
    NO_ANTE,
    STRADDLES,
    Config,
    Table,
    View,
)
from .style import HoldemStyles
from .wire import HoldemDialect
from .words import picture, render, street_of, tell

MOST_CHIPS = 2**30
"""More chips than this in one stack could overflow the arithmetic of random draws; no other option needs more."""

STRUCTURES = {"no_limit": NO_LIMIT, "pot_limit": POT_LIMIT, "spread": SPREAD_LIMIT, "fixed": FIXED_LIMIT}
REOPENINGS = {"sum": SHORTS_ADD_UP, "single": ONE_FULL_RAISE}
SHORT_BETS = {"stands": SHORT_BET_STANDS, "completed": SHORT_BET_IS_COMPLETED}
BUTTONS = {"next_active": NEXT_ACTIVE, "dead": DEAD_BUTTON}
TIMEOUTS = {"check_call_fold": CHECK_CALL_FOLD, "check_fold": CHECK_FOLD}
FIXED_CAP = 3

T = TypeVar("T")


def configure(
    seats: int | None = None,
    stack: int = 10_000,
    small_blind: int = 50,
    big_blind: int = 100,
    *,
    stacks: Sequence[int] | None = None,
    ante: int = 0,
    big_blind_ante: int = 0,
    blind_before_ante: bool = False,
    straddles: Sequence[int] = (),
    button: int = 0,
    button_rule: str = "next_active",
    hands: int = 0,
    structure: str = "no_limit",
    spread: int = 0,
    cap: int | None = None,
    reopen: str = "sum",
    short_bet: str = "stands",
    timeout: str = "check_call_fold",
    limit_ms: int = 15_000,
    open_table: bool = False,
    bank: int = 0,
) -> Config:
    """A match: `seats` equal stacks, or `stacks` one by one (0 for an empty seat); `hands=0` plays it out.

    `ante` is paid by every seat, `big_blind_ante` by the big blind for all. `cap` limits the raises of a street.
    """
    given = _stacks(seats, stack, stacks)
    small_blind, big_blind = _count("small_blind", small_blind), _count("big_blind", big_blind)
    ante, big_blind_ante = _count("ante", ante), _count("big_blind_ante", big_blind_ante)
    straddled = wholes("straddles", straddles, 0, MOST_CHIPS)
    button, bank, comings = whole("button", button), _count("bank", bank), switch("open_table", open_table)
    if sum(chips > 0 for chips in given) < 2 and not (comings and bank):
        raise BadInput("At least two seats need chips.")
    if small_blind > big_blind or big_blind < 1:
        raise BadInput(f"Blinds of {small_blind}/{big_blind} make no sense: 0 ≤ small blind ≤ big blind, and 1 ≤ big.")
    if ante and big_blind_ante:
        raise BadInput("Either every seat antes or the big blind does, not both.")
    if len(straddled) > STRADDLES or straddled != sorted(set(straddled)):
        raise BadInput(f"Straddles grow from seat to seat, at most {STRADDLES}; these were given: {straddled}.")
    if straddled and straddled[0] < 2 * big_blind:
        raise BadInput(f"A straddle is at least twice the big blind of {big_blind}.")
    if not 0 <= button < len(given):
        raise BadInput(f"The button is on a seat from 0 to {len(given) - 1}, not {button}.")
    config = Config()
    config.seats = len(given)
    config.stack[: len(given)] = given
    config.small_blind, config.big_blind = small_blind, big_blind
    config.ante = ante or big_blind_ante
    config.ante_kind = EACH_ANTES if ante else BIG_BLIND_ANTES if big_blind_ante else NO_ANTE
    config.blind_before_ante = switch("blind_before_ante", blind_before_ante)
    config.straddles = len(straddled)
    config.straddle[: len(straddled)] = straddled
    config.button, config.hands = button, _count("hands", hands)
    config.button_rule = _one_of("button_rule", button_rule, BUTTONS)
    config.structure = _one_of("structure", structure, STRUCTURES)
    config.spread = _count("spread", spread)
    config.cap = (FIXED_CAP if structure == "fixed" else 0) if cap is None else _count("cap", cap)
    config.reopen = _one_of("reopen", reopen, REOPENINGS)
    config.short_bet = _one_of("short_bet", short_bet, SHORT_BETS)
    config.timeout_rule = _one_of("timeout", timeout, TIMEOUTS)
    config.limit_ms, config.open_table, config.bank = _count("limit_ms", limit_ms), comings, bank
    return config


def _stacks(seats: int | None, stack: int, stacks: Sequence[int] | None) -> list[int]:
    """The chips of each seat, however they were given."""
    many = None if seats is None else whole("seats", seats)
    each = whole("stack", stack)
    given = None if stacks is None else wholes("stacks", stacks)
    if many is None:
        many = 6 if given is None else len(given)
    if given is not None and many != len(given):
        raise BadInput(f"{len(given)} stacks were given for {many} seats.")
    if not 2 <= many <= SEATS:
        raise BadInput(f"Hold'em is for 2 to {SEATS} seats, not {many}.")
    given = [each] * many if given is None else given
    if any(not 0 <= chips <= MOST_CHIPS for chips in given):
        raise BadInput(f"A stack is a number of chips from 0 to {MOST_CHIPS:,}; these were given: {given}.")
    return given


def _count(name: str, value: int) -> int:
    return whole(name, value, 0, MOST_CHIPS)


def _one_of(option: str, value: str, choices: dict[str, T]) -> T:
    if not isinstance(value, str) or value not in choices:
        raise BadInput(f"{option} is one of {', '.join(choices)}, not {value!r}.")
    return choices[value]


def any_config(rng: random.Random) -> Config:
    """A random match of a few hands, with every option somewhere in it."""
    seats = rng.randint(2, SEATS)
    big_blind = rng.choice([1, 2, 10, 20])
    ante = rng.choice([0, 1, big_blind])
    each_antes = rng.random() < 0.5
    stacks = [rng.choice([0, rng.randint(1, 3 * big_blind), rng.randint(1, 100 * big_blind)]) for _ in range(seats)]
    stacks[:2] = [max(1, chips) for chips in stacks[:2]]
    return configure(
        stacks=stacks,
        small_blind=rng.choice([0, big_blind // 2, big_blind // 2, big_blind]),
        big_blind=big_blind,
        ante=ante if each_antes else 0,
        big_blind_ante=0 if each_antes else ante,
        blind_before_ante=rng.random() < 0.5,
        straddles=[2 * big_blind << i for i in range(rng.choice([0, 0, 1, 2, STRADDLES]))],
        button=rng.randrange(seats),
        button_rule=rng.choice(list(BUTTONS)),
        hands=rng.randint(1, 4),
        structure=rng.choice(["no_limit", "no_limit", *STRUCTURES]),
        spread=rng.choice([0, big_blind, 5 * big_blind]),
        cap=rng.choice([None, None, 0, 1, 4]),
        reopen=rng.choice(list(REOPENINGS)),
        short_bet=rng.choice(list(SHORT_BETS)),
        timeout=rng.choice(list(TIMEOUTS)),
        limit_ms=rng.choice([0, 1_000, 15_000]),
        open_table=rng.random() < 0.5,
        bank=rng.choice([0, big_blind - 1, big_blind, 50 * big_blind]),
    )


def stake(config: Config) -> tuple[str, float]:
    """Results are told in big blinds for every hundred hands; for longer matches, for every match."""
    return ("bb/100", 100 / config.big_blind) if config.hands == 1 else ("bb a match", 1 / config.big_blind)


GAME = Game(
    home=__package__,
    name="holdem",
    title="No-limit hold'em",
    version=3,
    core=Core(rules.begin, rules.owing, rules.menu, rules.act, rules.observe, rules.score),
    Table=Table,
    Config=Config,
    View=View,
    facts=FACTS,
    own_kinds={
        rules.FOLD: "FOLD",
        rules.CHECK: "CHECK",
        rules.CALL: "CALL",
        rules.RAISE_TO: "RAISE_TO",
        rules.AWAY: "AWAY",
        rules.BACK: "BACK",
    },
    configure=configure,
    any_config=any_config,
    words=Words(
        summary="two to ten seats, two hole cards each, five on the board",
        rule_book=rules_beside(__package__),
        zones=("deck", "board", *(f"hole cards of seat {seat}" for seat in range(SEATS))),
        render=render,
        tell=tell,
        picture=picture,
        phase=street_of,
    ),
    house_bots=HouseBots(policies=POLICIES),
    style=HoldemStyles,
    simulation={"hands": 1},
    forfeit=rules.FOLD,
    stake=stake,
    wire=HoldemDialect,
    declassifies=frozenset({HAND_MUCKED}),
)
