"""The options of a match: checked, turned into a config, and a config turned back into options."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

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
from croupier.kernel.vocabulary.turns import all_seats

from .arguments import switch, whole, wholes
from .records import (
    ASSIGNED,
    BIG_BLIND_ANTES,
    CHECK_CALL_FOLD,
    CHECK_FOLD,
    CLOSED,
    DEAD_BUTTON,
    DEAD_SMALL,
    EACH_ANTES,
    FREE,
    LIVE_SMALL,
    NEXT_ACTIVE,
    NO_ANTE,
    ONCE,
    OPEN,
    POST,
    STRADDLES,
    WAIT,
    Config,
)

MOST_CHIPS = 2**30
"""More chips than this in one stack could overflow the arithmetic of random draws; no other option needs more. A match
of several hands has no more in all, as one player may win them."""

STRUCTURES = {"no_limit": NO_LIMIT, "pot_limit": POT_LIMIT, "spread": SPREAD_LIMIT, "fixed": FIXED_LIMIT}
REOPENINGS = {"sum": SHORTS_ADD_UP, "single": ONE_FULL_RAISE}
SHORT_BETS = {"stands": SHORT_BET_STANDS, "completed": SHORT_BET_IS_COMPLETED}
BUTTONS = {"next_active": NEXT_ACTIVE, "dead": DEAD_BUTTON}
TIMEOUTS = {"check_call_fold": CHECK_CALL_FOLD, "check_fold": CHECK_FOLD}
CASH = "cash"
"""An open table with bounds for buy-ins."""
SEATINGS = {"closed": CLOSED, "once": ONCE, "open": OPEN, "assigned": ASSIGNED, CASH: OPEN}
LEAST_BUY_IN, MOST_BUY_IN = 20, 100
"""The usual bounds of a cash table, in big blinds."""
ENTRIES = {"post": POST, "wait": WAIT, "free": FREE, "dead_small": DEAD_SMALL, "live_small": LIVE_SMALL}
STARTING_STACK = 10_000
HUNDREDTHS = 100
MOST_RAKE = 50
ROUNDING = 1e-6
LONGEST_NUMBER = 9
CASHES = 0.4
"""How many open tables of `any_config` are cash tables."""
FIXED_CAP = 3

T = TypeVar("T")


def configure(
    seats: int | None = None,
    stack: int | None = None,
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
    seating: str = "closed",
    late_until: int = 0,
    entry: str | None = None,
    bank: int | None = None,
    least_buy_in: int | str | None = None,
    most_buy_in: int | str | None = None,
    rake: float = 0,
    rake_cap: int = 0,
) -> Config:
    """A match: `seats` equal stacks, or `stacks` one by one (0 for an empty seat); `hands=0` plays it out.

    `ante` is paid by every seat, `big_blind_ante` by the big blind for all. `cap` limits the raises of a street.

    `seating` says whether seats may be taken during the match. `"once"`: each empty seat once, for exactly `stack` (by
    default the largest of `stacks`). `"open"`: at any time, for the chips that the player chooses; and players may
    leave and sit out. Both until `late_until` hands have been played (0: as long as the match lasts), with chips from
    the `bank`; by default, the bank of a `"once"` table has enough for every empty seat. `"assigned"`: the house gives
    and takes seats between two hands, in new legs with other `stacks`, and ends the match (a table of a tournament).

    A `"cash"` table is an open one where players bring from `least_buy_in` to `most_buy_in`, in chips or in big blinds
    (`"40bb"`; by default 20 and 100 big blinds), and may top up to the most; `stack` is what they bring who say nothing
    (by default the most). Its bank has chips enough.

    `rake` is the percentage of the pots that the house takes of a hand with a flop, at most `rake_cap` chips (0 for no
    cap).

    `entry` is the price of coming in: `"post"` a big blind at once (the default at an open table), `"wait"` for it,
    come in for `"free"`, or post a small blind, which is dead money (`"dead_small"`) or part of the bet
    (`"live_small"`).
    """
    small_blind, big_blind = _count("small_blind", small_blind), _count("big_blind", big_blind)
    least, most = _buy_ins(seating, big_blind, least_buy_in, most_buy_in)
    given, buy_in = _stacks(seats, stack, stacks, most)
    if most and not least <= buy_in <= most:
        raise BadInput(f"A player brings from {least:,} to {most:,} chips: `stack` cannot be {buy_in:,}.")
    ante, big_blind_ante = _count("ante", ante), _count("big_blind_ante", big_blind_ante)
    straddled = wholes("straddles", straddles, 0, MOST_CHIPS)
    button, comings = whole("button", button), OPEN if most else _one_of("seating", seating, SEATINGS)
    held = buy_in * given.count(0) if comings == ONCE else max(0, MOST_CHIPS - sum(given)) if most else 0
    bank = held if bank is None else _count("bank", bank)
    if hands != 1 and sum(given) + bank > MOST_CHIPS:
        raise BadInput(
            f"All stacks and the bank have at most {MOST_CHIPS:,} chips together, not {sum(given) + bank:,}."
        )
    if sum(chips > 0 for chips in given) < 2 and comings != ASSIGNED and not (comings != CLOSED and bank):
        raise BadInput("At least two seats need chips.")
    if comings == ONCE and buy_in < 1:
        raise BadInput("Seats that are taken once cost a stack of at least 1: say how large `stack` is.")
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
    config.cap = _usual_cap(config.structure) if cap is None else _count("cap", cap)
    config.reopen = _one_of("reopen", reopen, REOPENINGS)
    config.short_bet = _one_of("short_bet", short_bet, SHORT_BETS)
    config.timeout_rule = _one_of("timeout", timeout, TIMEOUTS)
    config.limit_ms = _count("limit_ms", limit_ms)
    config.seating, config.late_until = comings, _count("late_until", late_until)
    config.entry = _usual_entry(comings) if entry is None else _one_of("entry", entry, ENTRIES)
    config.buy_in, config.bank = buy_in, bank
    config.least_buy_in, config.most_buy_in = least, most
    config.rake, config.rake_cap = _rake(rake), _count("rake_cap", rake_cap)
    return config


def options_of(config: Config) -> dict[str, Any]:
    """The options from which `configure` makes a config. Defaults that depend on another option are left out."""
    each_antes = config.ante_kind == EACH_ANTES
    return {
        "stack": config.buy_in,
        "stacks": config.stack[: config.seats],
        "small_blind": config.small_blind,
        "big_blind": config.big_blind,
        "ante": config.ante if each_antes else 0,
        "big_blind_ante": 0 if each_antes else config.ante,
        "blind_before_ante": bool(config.blind_before_ante),
        "straddles": config.straddle[: config.straddles],
        "button": config.button,
        "button_rule": _name_of(config.button_rule, BUTTONS),
        "hands": config.hands,
        "structure": _name_of(config.structure, STRUCTURES),
        "spread": config.spread,
        "cap": None if config.cap == _usual_cap(config.structure) else config.cap,
        "reopen": _name_of(config.reopen, REOPENINGS),
        "short_bet": _name_of(config.short_bet, SHORT_BETS),
        "timeout": _name_of(config.timeout_rule, TIMEOUTS),
        "limit_ms": config.limit_ms,
        "seating": CASH if config.most_buy_in else _name_of(config.seating, SEATINGS),
        "late_until": config.late_until,
        "entry": None if config.entry == _usual_entry(config.seating) else _name_of(config.entry, ENTRIES),
        "bank": config.bank,
        "least_buy_in": config.least_buy_in or None,
        "most_buy_in": config.most_buy_in or None,
        "rake": config.rake / HUNDREDTHS if config.rake % HUNDREDTHS else config.rake // HUNDREDTHS,
        "rake_cap": config.rake_cap,
    }


def configure_present(options: Mapping[str, Any], here: Sequence[bool]) -> Config:
    """The config of a match between the players who are present; by default, the others may still come, once each. At a
    cash table the match begins without them: everybody sits down with chips of their own."""
    if options.get("seating") == CASH:
        own = {"stacks": [0] * len(here), **{name: value for name, value in options.items() if name != "seats"}}
        return configure(**own)
    given = wholes("stacks", options["stacks"]) if options.get("stacks") is not None else None
    if given is not None and len(given) != len(here):
        raise BadInput(f"{len(given)} stacks were given for {len(here)} seats.")
    stack = options.get("stack", max(given, default=STARTING_STACK) if given is not None else STARTING_STACK)
    others = {name: value for name, value in options.items() if name != "seats"}
    stacks = [own if there else 0 for own, there in zip(given or [stack] * len(here), here, strict=True)]
    return configure(**{"seating": "once", **others, "stack": stack, "stacks": stacks})


def _buy_ins(seating: str, big_blind: int, least: int | str | None, most: int | str | None) -> tuple[int, int]:
    """The bounds of a buy-in at a cash table, in chips; 0 and 0 at any other table."""
    if seating != CASH:
        if least is not None or most is not None:
            raise BadInput(f'Only a table with seating="{CASH}" has bounds for buy-ins, not {seating!r}.')
        return 0, 0
    bounds = [
        _chips(name, f"{usual}bb" if value is None else value, big_blind)
        for name, value, usual in (("least_buy_in", least, LEAST_BUY_IN), ("most_buy_in", most, MOST_BUY_IN))
    ]
    if not big_blind <= bounds[0] <= bounds[1]:
        raise BadInput(f"Buy-ins from {bounds[0]:,} to {bounds[1]:,} make no sense: big blind ≤ least ≤ most.")
    return bounds[0], bounds[1]


def _chips(name: str, value: int | str, big_blind: int) -> int:
    """A number of chips, or of big blinds: "40bb"."""
    if not isinstance(value, str):
        return _count(name, value)
    many = value.removesuffix("bb").strip()
    if many == value.strip() or not many.isdecimal() or len(many) > LONGEST_NUMBER:
        raise BadInput(f"{name} is a number of chips, or of big blinds such as '40bb', not {value[:40]!r}.")
    return _count(name, int(many) * big_blind)


def _rake(percent: float) -> int:
    """The house's part of a pot, in hundredths of a percent."""
    if isinstance(percent, bool) or not isinstance(percent, int | float) or not 0 <= percent <= MOST_RAKE:
        raise BadInput(f"rake is a percentage of the pot from 0 to {MOST_RAKE}, not {percent!r}.")
    part = round(percent * HUNDREDTHS)
    if abs(part - percent * HUNDREDTHS) > ROUNDING:
        raise BadInput(f"rake is a percentage with at most two decimals, not {percent!r}.")
    return part


def _stacks(seats: int | None, stack: int | None, stacks: Sequence[int] | None, usual: int) -> tuple[list[int], int]:
    """The chips of each seat, and the price of a seat that is taken later."""
    many = None if seats is None else whole("seats", seats)
    given = None if stacks is None else wholes("stacks", stacks)
    if many is None:
        many = 6 if given is None else len(given)
    if given is not None and many != len(given):
        raise BadInput(f"{len(given)} stacks were given for {many} seats.")
    if not 2 <= many <= SEATS:
        raise BadInput(f"Hold'em is for 2 to {SEATS} seats, not {many}.")
    each = whole("stack", stack) if stack is not None else usual or max(given or [STARTING_STACK])
    given = [each] * many if given is None else given
    if any(not 0 <= chips <= MOST_CHIPS for chips in (*given, each)):
        raise BadInput(f"A stack is a number of chips from 0 to {MOST_CHIPS:,}; these were given: {given}.")
    return given, each


def _usual_cap(structure: int) -> int:
    return FIXED_CAP if structure == FIXED_LIMIT else 0


def _usual_entry(seating: int) -> int:
    return POST if seating == OPEN else FREE


def _count(name: str, value: int) -> int:
    return whole(name, value, 0, MOST_CHIPS)


def _one_of(option: str, value: str, choices: dict[str, T]) -> T:
    if not isinstance(value, str) or value not in choices:
        raise BadInput(f"{option} is one of {', '.join(choices)}, not {value!r}.")
    return choices[value]


def _name_of(value: int, choices: dict[str, int]) -> str:
    return next(name for name, known in choices.items() if known == value)


def any_config(rng: random.Random) -> Config:
    """A random match of a few hands, or a later leg of one, that exercises every option."""
    seats = rng.randint(2, SEATS)
    big_blind = rng.choice([1, 2, 10, 20])
    ante = rng.choice([0, 1, big_blind])
    each_antes = rng.random() < 0.5
    stacks = [rng.choice([0, rng.randint(1, 3 * big_blind), rng.randint(1, 100 * big_blind)]) for _ in range(seats)]
    stacks[:2] = [max(1, chips) for chips in stacks[:2]]
    played = rng.choice([0, 0, rng.randint(1, 9)])
    config = configure(
        stack=rng.choice([None, 50 * big_blind]),
        stacks=stacks,
        small_blind=rng.choice([0, big_blind // 2, big_blind // 2, big_blind]),
        big_blind=big_blind,
        ante=ante if each_antes else 0,
        big_blind_ante=0 if each_antes else ante,
        blind_before_ante=rng.random() < 0.5,
        straddles=[2 * big_blind << i for i in range(rng.choice([0, 0, 1, 2, STRADDLES]))],
        button=rng.randrange(seats),
        button_rule=rng.choice(list(BUTTONS)),
        hands=played + rng.randint(1, 4),
        structure=rng.choice(["no_limit", "no_limit", *STRUCTURES]),
        spread=rng.choice([0, big_blind, 5 * big_blind]),
        cap=rng.choice([None, None, 0, 1, 4]),
        reopen=rng.choice(list(REOPENINGS)),
        short_bet=rng.choice(list(SHORT_BETS)),
        timeout=rng.choice(list(TIMEOUTS)),
        limit_ms=rng.choice([0, 1_000, 15_000]),
        seating=(seating := rng.choice(["closed", "once", "open", "open", "assigned"])),
        late_until=rng.choice([0, 0, played + 1]),
        entry=rng.choice([None, *ENTRIES]),
        bank=rng.choice([None, 0, big_blind - 1, big_blind, 50 * big_blind]),
    )
    if seating == "open" and rng.random() < CASHES:
        config = _with_buy_ins(config, rng)
    config.rake, config.rake_cap = rng.choice([(0, 0), (0, 0), (500, 0), (250, 3 * big_blind)])
    if played:
        _carry_anything(config, played, rng)
    return config


def _with_buy_ins(config: Config, rng: random.Random) -> Config:
    """The same table as a cash table."""
    config.least_buy_in = rng.choice([1, 20]) * config.big_blind
    config.most_buy_in = rng.choice([20, 60]) * config.big_blind
    config.buy_in = config.most_buy_in
    return config


def _carry_anything(config: Config, played: int, rng: random.Random) -> None:
    """Let a match begin in its middle: random hands behind it, places of the blinds, and absent seats."""
    carried, everybody = config.carried, all_seats(config.seats)
    occupied = sum(1 << seat for seat in range(config.seats) if config.stack[seat])
    carried.played = played
    carried.won[:2] = rng.choice([(0, 0), (70, -70)])
    carried.small_blind, carried.big_blind = rng.sample(range(config.seats), 2)
    carried.taken = rng.getrandbits(config.seats) | rng.choice([0, occupied])
    if config.seating == OPEN:
        carried.away = rng.getrandbits(config.seats) & rng.getrandbits(config.seats) & carried.taken & occupied
        carried.entering = (rng.getrandbits(config.seats) | ~occupied) & carried.taken & everybody
        carried.missed = rng.getrandbits(config.seats) & carried.entering
    if config.most_buy_in:
        carried.seated = rng.getrandbits(config.seats) & carried.taken
        carried.topping = rng.getrandbits(config.seats) & carried.seated
        carried.ordered[:2] = [rng.choice([0, config.big_blind]), 0]
        carried.returning[config.seats - 1] = rng.choice([0, config.most_buy_in + 1])
        carried.raked = rng.choice([0, 7])
