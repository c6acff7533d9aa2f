"""The listing of a room: offers, tables, and results.

Nothing here depends on a card. Only the host's listing of a table shows which seats have yet to answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from croupier.games import GAMES
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.scenes import scene
from croupier.kernel.statistics import Sample, told_apart

from ..identity import Lock
from ..tables.table import Chair
from . import answers
from .desks import Desk
from .hosted import Hosted
from .memory import RESULT, Result
from .offers import game_name
from .past import game_key
from .profiles import shown
from .queue import QueueDesk
from .room import Room


def lobby(room: Room) -> answers.Lobby:
    """Everything that can be joined or watched, except private tables."""
    return {
        "offers": [offer(desk) for desk in room.desks.values() if desk.offer.opener is None],
        "tables": [table(hosted) for hosted in room.tables.values() if not hosted.table.plan.unlisted],
        "notes": room.notes,
    }


def offer(desk: Desk) -> answers.Offer:
    """One offer; with its code only if the code is public."""
    one = desk.offer
    told: answers.Offer = {
        "id": one.id,
        "game": game_name(one),
        "title": one.title or desk.game.title,
        "kind": one.kind,
        "tables": [hosted.id for hosted in desk.tables()],
    }
    if one.public:
        told["code"] = one.code
    if isinstance(desk, QueueDesk):
        told["waiting"] = len(desk.waiting)
        told["stake"] = one.stake
    return told


def table(hosted: Hosted) -> answers.ListedTable:
    """One table: its game and its players."""
    of = hosted.table
    worth, why = worth_watching(hosted)
    told: answers.ListedTable = {
        "id": hosted.id,
        "offer": hosted.offer,
        "game": game_name(hosted.room.desks[hosted.offer].offer),
        "kind": hosted.room.desks[hosted.offer].offer.kind,
        "title": of.plan.title,
        "stakes": stakes(hosted),
        "seats": of.plan.seats,
        "players": [
            {
                "seat": chair.seat,
                "id": chair.id,
                "name": chair.name,
                "connected": hosted.session.shows_connected(chair),
                "house": bool(chair.policy),
                "kept": _is_kept(hosted, chair),
            }
            for chair in of.chairs
            if chair.taken
        ],
        "playing": of.state is not None,
        "held": of.held,
        "opens": of.plan.opens,
        "hints": of.plan.hints,
        "rabbit": of.plan.rabbit,
        "several": of.plan.several,
        "match_id": of.match_id if of.match else "",
        "hand": of.hand if of.state is not None else 0,
        "watching": len(hosted.session.voice.watchers),
        "watchers": sorted({name for name in hosted.session.voice.watchers.values() if name})[:MOST_NAMED],
        "worth": worth,
        "why": why,
        "god_view": of.plan.god_view,
    }
    if position := of.begins_in or of.chain.position:
        told["taken_from"] = {
            "match": position.match,
            "hand": position.hand,
            "made": position.made,
            "seat": position.seat,
        }
    if hosted.broken or hosted.note:
        told["note"] = hosted.broken or hosted.note
    return told


def stakes(hosted: Hosted) -> str:
    """What is played for at a table, in words."""
    return hosted.table.game.words.stakes(hosted.table.config)


def _is_kept(hosted: Hosted, chair: Chair) -> bool:
    """Whether the player of a chair has proved a kept name, at a table whose matches are public."""
    desk = hosted.room.desks[hosted.offer]
    claim = desk.door.claims.get(chair.id)
    return claim is not None and bool(claim.player) and not hosted.table.plan.unlisted


def worth_watching(hosted: Hosted) -> tuple[int, str]:
    """How much a table is worth watching, and why: a match of an event, rated players, a stake, a match that is close.
    (0, "") where no two players meet, or nothing speaks for it. It is made from what everybody knows."""
    of, room = hosted.table, hosted.room
    people = [
        chair for chair in of.chairs if chair.taken and not chair.policy and hosted.session.shows_connected(chair)
    ]
    if of.state is None or hosted.broken or of.plan.closed or len(people) < 2:
        return 0, ""
    desk, found = room.desks[hosted.offer], list[tuple[int, str]]()
    if of.plan.event:
        found.append((3, "a match of an event"))
    game = game_key(of.plan)
    rated = [(chair.name, room.players.rating(chair.id, game)) for chair in people if _is_kept(hosted, chair)]
    known = sorted(((shown(rating)["value"], name) for name, rating in rated if rating), reverse=True)
    if known:
        found.append((1 + len(known), ", ".join(f"{name} rated {value:,}" for value, name in known[:2])))
    if isinstance(desk, QueueDesk) and desk.offer.stake:
        found.append((1, f"{2 * desk.offer.stake} tokens in the pot"))
    if close := _close(hosted):
        found.append((2, close))
    return sum(points for points, _ in found), "; ".join(why for _, why in found)


CLOSE_AFTER = 5
"""The number of hands before which no match is called close."""
CLOSE_SHARE = 0.05
"""The difference between the first two, as a share of all chips, up to which a match is close."""


def _close(hosted: Hosted) -> str:
    """That a match is close, in words; "" if it is not. It is looked at once a hand."""
    of, known = hosted.table, hosted.closeness
    if of.state is None or of.hand <= CLOSE_AFTER:
        return ""
    if known is None or known[0] != of.hand_id:
        seats = scene(of.game, of.state, cast_for(of.game, None)).seats
        left = [seat.chips + seat.bet for seat in seats if seat.chips is not None and not seat.gone]
        ranked = sorted(left, reverse=True)
        is_close = len(ranked) > 1 and ranked[0] - ranked[1] <= CLOSE_SHARE * sum(ranked)
        hosted.closeness = known = of.hand_id, f"level after {of.hand - 1} hands" if is_close else ""
    return known[1]


def hosted_table(hosted: Hosted) -> answers.HostedTable:
    """One table as its host sees it: with its connections, running clocks and orders.

    It shows which seats have yet to answer, which is secret from players if several choose at once. It shows no card.
    """
    of = hosted.table
    return {
        **table(hosted),
        "options": of.plan.options,
        "changes": of.changes,
        "ending": of.ending,
        "waited_for": [chair.seat for chair in of.chairs if chair.held],
        "forfeits": sorted(of.forfeits),
        "waits_for": [
            {
                "seat": question.decision.seat,
                "name": of.chairs[question.decision.seat].name,
                "time_ms": question.left(hosted.room.now()) if question.limit_ms else None,
                "bank_ms": question.bank_ms,
            }
            for question in hosted.session.clocks.running()
        ],
        "missed": {chair.name: chair.missed for chair in of.chairs if chair.taken and chair.missed},
    }


def seats_of(room: Room, tokens: Sequence[str]) -> list[answers.HeldSeat]:
    """The seats at standing tables that tokens prove, those that owe a decision first. A token counts once."""
    lock, found = Lock(room.pepper, "token"), list[answers.HeldSeat]()
    first = {token: number for number, token in reversed(list(enumerate(tokens)))}
    for token, number in first.items():
        hash = lock.hash(token)
        for desk in room.desks.values():
            key = desk.door.owner_by_hash(hash)
            for hosted in desk.tables_of(key) if key else ():
                seat = hosted.seat_of(desk.known_as(key, hosted.id))
                if seat is not None and not hosted.broken:
                    owes = hosted.session.clocks.of(seat) is not None
                    found.append({"token": number, "table": table(hosted), "seat": seat, "owes": owes})
    return sorted(found, key=lambda one: not one["owes"])


def game(name: str, desk: Desk) -> answers.Game:
    """A game that is offered: its kind, its house bots, and its ratings."""
    of, one = desk.game, desk.offer
    ratings, rating, in_hands = desk.room.ratings.of(name)
    return {
        "id": name,
        "title": of.title,
        "summary": of.words.summary,
        "version": of.version,
        "kind": "game" if name in GAMES else "genome" if one.genome else "classic",
        "generation": desk.generation,
        "seats": desk.seats,
        "bots": desk.at_table.house_bots.own,
        "rabbit": of.to_come is not None,
        "code": one.code if one.public and one.kind == "house" else "",
        "ratings": ratings,
        "rating": rating,
        "in_hands": in_hands,
    }


MOST_NAMED = 12
"""The most spectators whose names are listed."""


async def results(room: Room, table: str) -> list[Result]:
    """How the matches of a table ended, in order."""
    prefix = f"{RESULT}{table}/"
    values = await room.store.values(prefix)
    found = sorted((int(key.removeprefix(prefix)), body) for key, body in values.items())
    return [msgspec.json.decode(body, type=Result) for _, body in found]


def standings(played: Iterable[Result]) -> list[answers.TableStanding]:
    """The standings of a table, the best first: each player's total, and its mean score of a match with its interval. A
    player is `level` while it cannot be told apart from the first."""
    names: dict[str, str] = {}
    won: defaultdict[str, int] = defaultdict(int)
    scores: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for result in played:
        if result.void:
            continue
        stayed = [(id, score) for id, score in zip(result.ids, result.scores, strict=True) if id]
        best = max((score for id, score in stayed if id not in result.forfeits), default=0)
        for id, name, score in zip(result.ids, result.names, result.scores, strict=True):
            if id:
                names.setdefault(id, name)
                won[id] += score == best and id not in result.forfeits
                scores[id][result.match] = score
    intervals = {id: answers.interval(Sample.of([*of.values()]).estimate()) for id, of in scores.items()}
    ranked = sorted(names, key=lambda id: -intervals[id]["mean"])
    return [
        {
            "id": id,
            "name": names[id],
            "matches": len(scores[id]),
            "won": won[id],
            "score": sum(scores[id].values()),
            **intervals[id],
            "level": not told_apart(scores[ranked[0]], scores[id], len(ranked) - 1),
        }
        for id in ranked
    ]
