"""The decisions of a tournament's director: where players sit, who is moved, which table breaks, when hands begin.

`next_line` gives the one line that is due now; the caller follows it and asks again. It looks at nothing but the state
of the tournament and the tables as they stand, so a director that was killed between two lines goes on with the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from . import lines
from .places import Felt, by_big_blind, waits, worst_seat
from .prizes import plays_hand_for_hand
from .terms import MINUTE
from .tournament import Player, Tournament

Draw = Callable[[int, int], Sequence[int]]
"""`draw(number, count)`: the numbers 0 to count - 1 in the order of a numbered draw."""
Felts = Mapping[int, Felt]
"""The tables as they stand, by number."""
TOO_SHORT = 3
"""A table with this many players fewer than the fullest table has to wait for another player before it deals."""


# Seats by lot


def started(
    t: Tournament, keys: Sequence[str], draw: Draw, name: Callable[[], str], hash: str, at: int
) -> lines.Started:
    """The line with which play begins between these players: every table has as many as every other, or one more."""
    many = -(-len(keys) // t.seats)
    lots = [keys[at] for at in draw(0, len(keys))]
    order = [number + 1 for number in draw(1, many)]
    seating, buttons = [], []
    for table in range(many):
        seats, here = draw(2 + table, t.seats), lots[table::many]
        drawn = dict(zip(seats, here, strict=False))
        seating.append([drawn.get(seat, "") for seat in range(t.seats)])
        buttons.append(seats[0])
    return lines.Started(at, hash, order, [name() for _ in range(many)], seating, buttons)


def seat_for(t: Tournament, key: str, draw: Draw, name: Callable[[], str], at: int) -> lines.Opened | lines.Seated:
    """The line that gives a player who comes late a seat: drawn among the open seats of the table with the fewest
    players, of several the one that breaks last. If all tables are full, another is opened first."""
    shortest = min(reversed(t.order), key=t.size)
    if t.size(shortest) == t.seats:
        return lines.Opened(max(t.names) + 1, name(), at)
    free = t.tables[shortest].open_seats
    return lines.Seated(key, shortest, free[draw(t.draws, len(free))[0]], t.stack, at)


# What is due now


def next_line(t: Tournament, felts: Felts, draw: Draw, name: Callable[[], str], now: int) -> lines.Lines | None:
    """The line that is due now; None if there is none."""
    if not t.started or t.ended is not None:
        return None
    if t.deal is not None or (t.left == 1 and all(felts[table].rests for table in t.order)):
        return lines.Ended(now)
    if t.left == 1:
        return None
    return (
        _next_level(t, felts, now)
        or _final(t, felts, draw, name, now)
        or _broken(t, felts, draw, now)
        or _moved(t, felts, now)
        or _next_round(t, felts, now)
    )


def _next_level(t: Tournament, felts: Felts, now: int) -> lines.Level | None:
    stage = t.stage
    if t.level + 1 >= len(t.stages) or not t.runs:
        return None
    due = stage.minutes and t.spent(now) >= stage.minutes * MINUTE
    if not due and not stage.hands:
        return None
    hands = {table: felts[table].played for table in t.order}
    due = due or max(hands[one] - t.level_hands.get(one, 0) for one in hands) >= stage.hands
    return lines.Level(t.level + 1, now, hands) if due else None


def stack_of(felts: Felts, player: Player) -> int:
    """The chips of a player between two hands: at its table, or given with its seat and not on the table yet."""
    return felts[player.table].stacks.get(player.key, 0) or player.chips


def place_of(felts: Felts, player: Player, table: int, seat: int) -> lines.Place:
    """A seat for a player who is moved, with its chips and its time bank."""
    bank = felts[player.table].banks.get(player.key, player.bank)
    return lines.Place(player.key, table, seat, stack_of(felts, player), bank)


def breaks(t: Tournament) -> bool:
    """Whether all players have room at one table fewer."""
    return len(t.order) > 1 and t.left <= (len(t.order) - 1) * t.seats


def draws_final(t: Tournament) -> bool:
    """Whether all players have room at one table, and draw their seats there anew."""
    return breaks(t) and len(t.order) == 2 and t.terms.redraw and not t.is_open


def _final(t: Tournament, felts: Felts, draw: Draw, name: Callable[[], str], now: int) -> lines.Final | None:
    if not draws_final(t) or not all(felts[table].rests for table in t.order):
        return None
    seats, table = draw(t.draws, t.seats), max(t.names) + 1
    players = [t.players[key] for key in sorted(t.playing)]
    places = [place_of(felts, player, table, seat) for player, seat in zip(players, seats, strict=False)]
    return lines.Final(table, name(), seats[0], places, now)


def _broken(t: Tournament, felts: Felts, draw: Draw, now: int) -> lines.Broken | None:
    if not breaks(t) or draws_final(t) or not felts[t.order[0]].rests:
        return None
    table = t.order[0]
    free = [(other, seat) for other in t.order[1:] for seat in t.tables[other].open_seats]
    players = [t.players[key] for key in t.tables[table].players]
    drawn = [free[at] for at in draw(t.draws, len(free))]
    places = [place_of(felts, player, other, seat) for player, (other, seat) in zip(players, drawn, strict=False)]
    return lines.Broken(table, places, now)


def staying(t: Tournament) -> list[int]:
    """The tables that are balanced, in their order: all but one that is about to break."""
    return t.order[1:] if breaks(t) and not draws_final(t) else t.order


def givers(t: Tournament) -> list[int]:
    """The tables that give a player up before they deal: those with at least two players more than the smallest table,
    if no equally full table earlier in the order has to give one up."""
    tables = staying(t)
    if len(tables) < 2 or draws_final(t):
        return []
    least = min(map(t.size, tables))
    first: dict[int, int] = {}
    for table in tables:
        first.setdefault(t.size(table), table)
    return [table for size, table in first.items() if size - least >= 2]


def _moved(t: Tournament, felts: Felts, now: int) -> lines.Moved | None:
    table = next((one for one in givers(t) if felts[one].rests), None)
    if table is None:
        return None
    player = t.players[mover(t, felts, table)]
    other = min(reversed(staying(t)), key=t.size)
    place = place_of(felts, player, other, seat_to_fill(t, felts, other))
    return lines.Moved(place.key, place.table, place.seat, place.chips, now, place.bank)


def mover(t: Tournament, felts: Felts, table: int) -> str:
    """The player that a table gives up: of those that were moved least often, the one whose big blind is next."""
    here = t.tables[table]
    least = min(t.players[key].moves for key in here.players)
    taken = [seat for seat, key in enumerate(here.keys) if key]
    among = [seat for seat in taken if t.players[here.keys[seat]].moves == least]
    return here.keys[by_big_blind(felts[table], among, taken, t.seats)[0]]


def seat_to_fill(t: Tournament, felts: Felts, table: int) -> int:
    """The seat of a table that a player takes who is moved to balance."""
    here = t.tables[table]
    taken = [seat for seat, key in enumerate(here.keys) if key]
    return worst_seat(felts[table], here.open_seats, taken, t.seats)


def _next_round(t: Tournament, felts: Felts, now: int) -> lines.Round | None:
    if not plays_hand_for_hand(t) or not _plays(t) or not all(felts[table].rests for table in t.order):
        return None
    if any(_owes_hand(t, felts, table) for table in t.order if can_deal(t, felts, table)):
        return None
    return lines.Round(t.round + 1, {table: felts[table].hand for table in t.order}, now)


def _round_lasts(t: Tournament, felts: Felts) -> bool:
    """Whether a table is still playing its hand of the last round."""
    return any(not felts[one].rests and t.round_hands.get(one) == felts[one].hand - 1 for one in t.order)


# When hands begin


def _plays(t: Tournament) -> bool:
    """Whether any hand may begin: the clock runs, and there is no break."""
    return t.runs and not t.stage.rest and t.deal is None and t.ended is None


def _owes_hand(t: Tournament, felts: Felts, table: int) -> bool:
    """Whether a table has not played its hand of this round yet."""
    return t.round_hands.get(table) == felts[table].hand


def may_deal(t: Tournament, felts: Felts, table: int) -> bool:
    """Whether a table that rests may begin its next hand. `next_line` has to be None."""
    if not _plays(t) or not felts[table].rests or draws_final(t) or not can_deal(t, felts, table):
        return False
    if table in staying(t) and max(map(t.size, staying(t))) - t.size(table) >= TOO_SHORT:
        return False
    return _owes_hand(t, felts, table) or not (plays_hand_for_hand(t) or _round_lasts(t, felts))


def can_deal(t: Tournament, felts: Felts, table: int) -> bool:
    """Whether two players or more are dealt in."""
    return len(dealt_in(t, felts[table], table)) >= 2


def dealt_in(t: Tournament, felt: Felt, table: int) -> dict[int, int]:
    """The seats of a table that are in play in its next hand, with their chips: all players that have got theirs, and
    newcomers whose seat does not wait for the button."""
    here = t.tables[table]
    given = {seat: felt.stacks[key] for seat, key in enumerate(here.keys) if key and felt.stacks.get(key, 0)}
    new = {seat: t.players[key] for seat, key in enumerate(here.keys) if key and not felt.stacks.get(key, 0)}
    ready = {
        seat: player.chips
        for seat, player in new.items()
        if not waits(felt, seat, given, t.seats, balances=player.balances)
    }
    return given | ready


def out(
    t: Tournament, table: int, hand: int, before: Mapping[str, int], after: Mapping[str, int], at: int
) -> lines.Out | None:
    """The line of the players that have lost their chips in a hand; None if there are none."""
    lost = {key: before[key] for key in t.tables[table].players if before.get(key, 0) and not after.get(key, 0)}
    return lines.Out(table, hand, lost, at) if lost else None


def same_draws(t: Tournament, said: Iterable[lines.Lines], draw: Draw) -> bool:
    """Whether the seats and the order in the lines of a tournament are those of its draws, as anybody can check once
    the secret is public. `t` is the tournament before its first line."""
    for line in said:
        if not _is_drawn(t, line, draw):
            return False
        t.follow(line)
    return True


def _is_drawn(t: Tournament, line: lines.Lines, draw: Draw) -> bool:
    match line:
        case lines.Started():
            names = iter(line.names)
            return started(t, list(t.players), draw, lambda: next(names), line.hash, line.at) == line
        case lines.Seated(table=table, seat=seat):
            here = t.tables[table].open_seats
            return seat == here[draw(t.draws, len(here))[0]]
        case lines.Broken(table, places):
            free = [(other, seat) for other in t.order if other != table for seat in t.tables[other].open_seats]
            drawn = [free[at] for at in draw(t.draws, len(free))]
            return [(one.table, one.seat) for one in places] == drawn[: len(places)]
        case lines.Final(places=places):
            return [one.seat for one in places] == list(draw(t.draws, t.seats))[: len(places)]
    return True
