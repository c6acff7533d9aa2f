"""What the API tells of a tournament over many tables."""

from __future__ import annotations

from croupier.simulate.tournament.prizes import plays_hand_for_hand, prizes, results
from croupier.simulate.tournament.purchases import ALL, What
from croupier.simulate.tournament.terms import MINUTE

from . import answers
from .event import options_at
from .felts import Felts
from .tournament import TournamentDesk

BLINDS = ("small_blind", "big_blind", "ante", "big_blind_ante")


def tournament_told(desk: TournamentDesk) -> answers.Tournament:
    """A tournament as it is now."""
    t, opened = desk.t, desk.book.opened
    chips = _chips(desk)
    told: answers.Tournament = {
        "starts": desk.starts or None,
        "started": t.started or None,
        "ended": t.ended.at if t.ended is not None else None,
        "cancelled": t.ended.why if t.ended is not None and t.ended.cancelled else None,
        "open": t.is_open,
        "seats": t.seats,
        "stack": t.stack,
        "places": t.terms.players,
        "fee": t.terms.fee,
        "late_levels": t.late_levels,
        "levels_begun": t.reached,
        "reentries": t.terms.reentries,
        "rebuys": t.terms.rebuys,
        "addon": t.terms.addon,
        "bank_ms": desk.plan.bank_ms,
        "bank_grows_ms": t.terms.bank_grows_ms,
        "registered": len(t.players),
        "entries": t.entries,
        "left": t.left if t.started else len(t.players),
        "chips": t.chips,
        "average": t.chips // t.left if t.left else 0,
        "pool": t.pool,
        "prizes": prizes(t),
        "hand_for_hand": plays_hand_for_hand(t),
        "clock": _clock(desk),
        "levels": _levels(desk),
        "tables": _tables(desk, chips) if t.ended is None else [],
        "players": _players(desk, chips),
        "hash": t.hash,
    }
    if opened and desk.secret:
        told["secret"] = desk.secret
    return told


def _chips(desk: TournamentDesk) -> dict[str, int]:
    """The chips of every player in a seat, those in the pot of its hand included; at a table that another node plays,
    those at the start of the hand."""
    t, felts, found = desk.t, Felts(desk), dict[str, int]()
    for number, seats in t.tables.items():
        found |= {key: t.players[key].chips for key in seats.players}
        hosted = desk.hosted(number)
        if hosted is None or hosted.table.state is None:
            continue
        betting = hosted.table.state.table.betting
        for chair in hosted.table.chairs:
            if chair.id and seats.keys[chair.seat] == chair.id and not chair.stranger:
                here = betting.stack[chair.seat] + betting.total[chair.seat]
                now = felts[number].stacks.get(chair.id, 0) if hosted.away else here
                found[chair.id] = now or found[chair.id]
    return found


def _clock(desk: TournamentDesk) -> answers.TournamentClock | None:
    t, now = desk.t, desk.room.wall()
    if not t.started or t.ended is not None:
        return None
    last = t.level + 1 >= len(t.stages)
    left = round(t.stage.minutes * MINUTE) - t.spent(now) if t.stage.minutes and not last else None
    return {"level": t.level + 1, "runs": t.runs, "left_ms": left if left is None else max(0, left), "at": now}


def _levels(desk: TournamentDesk) -> list[answers.TournamentLevel]:
    event = desk.book.event
    found: list[answers.TournamentLevel] = []
    base = {name: desk.plan.options[name] for name in BLINDS if name in desk.plan.options}
    for number, level in enumerate(event.levels):
        options = {**base, **options_at(event, number)}
        found.append(
            {
                "number": number + 1,
                "rest": level.rest,
                "minutes": level.minutes,
                "hands": level.hands,
                "blinds": {name: options[name] for name in BLINDS if options.get(name)},
            }
        )
    return found


def _tables(desk: TournamentDesk, chips: dict[str, int]) -> list[answers.TournamentTable]:
    t, felts = desk.t, Felts(desk)
    found: list[answers.TournamentTable] = []
    for number in t.order:
        here = [chips[key] for key in t.tables[number].players]
        found.append(
            {
                "table": t.names[number],
                "players": t.size(number),
                "hand": felts[number].hand,
                "playing": not felts[number].rests,
                "chips": sum(here),
                "largest": max(here, default=0),
            }
        )
    return found


def _may(desk: TournamentDesk, key: str, chips: int) -> list[What]:
    """What a player can ask for now."""
    wishes = desk.t.players[key].wishes
    return [what for what in ALL if what not in wishes and not desk.refusal(key, what, chips)]


def _players(desk: TournamentDesk, chips: dict[str, int]) -> list[answers.TournamentPlayer]:
    t, placed = desk.t, results(desk.t)
    outs = {one.key: one for one in t.outs}
    found: list[answers.TournamentPlayer] = []
    for key, player in t.players.items():
        here, out, result = player.table in t.tables and t.ended is None, outs.get(key), placed.get(key)
        found.append(
            {
                "key": key,
                "name": player.name,
                "house": bool(player.policy),
                "entries": player.entries,
                "rebuys": player.rebuys,
                "addons": player.addons,
                "table": t.names[player.table] if here else None,
                "seat": player.seat if here else None,
                "chips": chips.get(key) if here else None,
                "place": result.place if result else None,
                "prize": result.prize if result else None,
                "out_at": out.at if out else None,
                "hand": f"{t.names[out.table]}-M1-H{out.hand}" if out else None,
                "lost": out.stack if out else None,
                "why": out.why if out else "",
                "may": [] if player.policy else _may(desk, key, chips.get(key, 0)),
                "wishes": list(player.wishes),
                "declined": player.declined,
            }
        )
    if t.started:
        found.sort(key=lambda one: (one["place"] or 0, -(one["chips"] or 0)))
    return found
