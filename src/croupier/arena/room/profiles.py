"""The profile of a player that keeps a name: what everybody may know of it, from public matches that are over."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby
from typing import TypeVar, cast

import msgspec

from croupier.kernel.statistics import Sample
from croupier.simulate.contest.ratings import Rating

from ..identity import name_key
from ..replay.highlights import NotableHand, Picked
from . import answers
from .memory import HANDS
from .past import game_key
from .players import Career, Placing, Player, career_of, placings_of
from .room import Room

ZERO, UNIT = 1_000, 20
"""How ratings are shown: a new one, of 25, as 1,500."""
T = TypeVar("T")
FEW_HANDS, FEW_MATCHES, MOST_POINTS = 5, 20, 200
TRIED = 3
"""The most matches without hands for which the search is repeated when a profile is read."""


def shown(rating: Rating) -> answers.RatingNow:
    """A rating as it is shown to people."""
    low, high = rating.mu - rating.unsure, rating.mu + rating.unsure
    value, low, high = (round(ZERO + UNIT * at) for at in (rating.mu, low, high))
    return {"value": value, "low": low, "high": high}


async def profile(room: Room, player: Player) -> answers.Profile:
    """The profile of a player."""
    key = name_key(player.name)
    career = await career_of(room.store, key)
    kept = await room.store.values(f"{HANDS}{key}/")
    hands = {name.rpartition("/")[2]: msgspec.json.decode(body, type=Picked) for name, body in kept.items()}
    _look_again(room, key, career, hands)
    counted = [hands[line.match].hands for line in career if line.match in hands]
    by_game = sorted(career, key=lambda line: line.game)  # a stable sort: matches of a game stay in order
    games = [_game(room, game, list(lines), hands) for game, lines in groupby(by_game, lambda line: line.game)]
    return {
        "name": player.name,
        "since": player.since,
        "matches": len(career),
        "hands": sum(counted),
        "last": career[-1].at if career else None,
        "games": sorted(games, key=lambda one: -one["matches"]),
        "tournaments": _tournaments(await placings_of(room.store, key)),
        "recent": [_match(line, hands.get(line.match)) for line in career[: -FEW_MATCHES - 1 : -1]],
    }


def _look_again(room: Room, key: str, career: Sequence[Career], hands: dict[str, Picked]) -> None:
    """Look for hands that were not found when their match ended."""
    for line in [line for line in career[-FEW_MATCHES:] if line.match not in hands][-TRIED:]:
        room.highlights.soon(line.table, line.match, {key})


def _game(room: Room, game: str, career: Sequence[Career], hands: dict[str, Picked]) -> answers.ProfileGame:
    titles = (desk.game.title for desk in room.desks.values() if game_key(desk.offer) == game)
    rated = [line for line in career if line.against]
    points = _thinned(rated)
    picked = [(line, hands[line.match]) for line in career if line.match in hands]
    best = sorted(((hand, line) for line, of in picked for hand in of.best), key=lambda one: -one[0].net)
    worst = sorted(((hand, line) for line, of in picked for hand in of.worst), key=lambda one: one[0].net)
    strongest = max(room.players.strengths(game).items(), key=lambda one: one[1].mu, default=None)
    return {
        "game": game,
        "title": next(titles, career[-1].title),
        "matches": len(career),
        "hands": sum(of.hands for _, of in picked),
        **answers.interval(Sample.of([line.score for line in career]).estimate()),
        "rating": shown(rated[-1].rating) if rated else None,
        "history": [{"at": line.at, **shown(line.rating)} for line in points],
        "house": {"policy": strongest[0], "value": shown(strongest[1])["value"]} if strongest else None,
        "best": [_hand(*one) for one in best[:FEW_HANDS]],
        "worst": [_hand(*one) for one in worst[:FEW_HANDS]],
    }


def _thinned(points: Sequence[T]) -> Sequence[T]:
    """At most about MOST_POINTS of some points, the last among them."""
    some = points[:: max(1, -(-len(points) // MOST_POINTS))]
    return [*some, points[-1]] if some and some[-1] is not points[-1] else some


def _tournaments(placings: Sequence[Placing]) -> answers.ProfileTournaments | None:
    if not placings:
        return None
    won = [one.prize - one.paid for one in placings]
    points = [
        answers.WinningsPoint(at=one.at, total=total) for one, total in zip(placings, accumulate(won), strict=True)
    ]
    return {
        **answers.interval(Sample.of(won).estimate()),
        "played": len(placings),
        "won": sum(one.place == 1 for one in placings),
        "in_the_money": sum(one.prize > 0 for one in placings),
        "paid": sum(one.paid for one in placings),
        "prizes": sum(one.prize for one in placings),
        "history": list(_thinned(points)),
        "recent": [cast(answers.ProfilePlacing, msgspec.to_builtins(one)) for one in placings[: -FEW_MATCHES - 1 : -1]],
    }


def _hand(hand: NotableHand, line: Career) -> answers.ProfileHand:
    return {
        "match": hand.match,
        "hand": hand.hand,
        "net": hand.net,
        "words": hand.words,
        "held": hand.held,
        "board": hand.board,
        "title": line.title,
        "others": line.others,
        "at": line.at,
    }


def _match(line: Career, of: Picked | None) -> answers.ProfileMatch:
    return {
        "match": line.match,
        "title": line.title,
        "at": line.at,
        "score": line.score,
        "others": line.others,
        "hands": of.hands if of else None,
    }
