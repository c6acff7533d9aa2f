"""Kept names: a player who keeps a name has a secret that proves it at every table, and a career that others can read.

    secret, entries = keep_name(room, "Mara", tokens, old)    the name is Mara's from now on
    players.proved("Mara", secret)                            "mara"; "" for a wrong secret
    players.finished(plan, result, {"mara"})                  the entries to keep together with a result

A career has a line for each public match in which a kept name was proved, with the rating after it: OpenSkill, by the
order of the scores, against other kept names and the house bots. Guests are not rated, nor are matches of events, which
have ratings of their own. Careers are read from the store when somebody asks (`profiles`); in memory are only names and
present ratings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec

from croupier.kernel.errors import BadInput
from croupier.simulate.contest.ratings import NEW, Rating, places, rated

from ..door import Claim
from ..identity import Lock, name_key, new_token
from ..store import Entry, Store, Value
from ..tables.plan import Plan
from .memory import CAREER, HANDS, PLACING, PLAYER, STRENGTH, Result, of_claim
from .past import game_key

if TYPE_CHECKING:
    from .room import Room

MOST_PLAYERS = 50_000


class Player(msgspec.Struct, frozen=True):
    """A name that is kept, as it was written."""

    name: str
    proof: str
    """The hash of the secret."""
    since: int
    """Milliseconds since 1970."""


class Opponent(msgspec.Struct, frozen=True, array_like=True):
    """A rated player of a match other than the one whose career it is: its score, and its rating before."""

    score: int
    rating: Rating


class Career(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match in a career."""

    match: str
    table: str
    game: str
    title: str
    at: int
    score: int
    others: list[str]
    """The names of the others."""
    against: list[Opponent] = []
    """Those by whom the rating changed; none in a match that is not rated."""
    rating: Rating = NEW
    """The rating in this game after the match."""


class Placing(msgspec.Struct, frozen=True):
    """A tournament over many tables in a career."""

    event: str
    title: str
    at: int
    """When it ended, in milliseconds since 1970."""
    place: int
    players: int
    entries: int
    """How often it entered."""
    paid: int = 0
    prize: int = 0
    """The tokens that it paid, for entries and chips, and those that it won."""
    tied: int = 1
    """The number of players that share the place."""


class Players:
    """All kept names, and present ratings."""

    def __init__(self, values: Mapping[str, bytes], pepper: bytes) -> None:
        """`values` are those of a store."""
        self._lock = Lock(pepper, "player")
        self._players: dict[str, Player] = {}
        self._ratings: dict[tuple[str, str], Rating] = {}
        """By name and game."""
        self._strengths: dict[tuple[str, str], Rating] = {}
        """Of house bots, by game and policy."""
        newest: dict[tuple[str, str], int] = {}
        for key, body in values.items():
            if key.startswith(PLAYER):
                self._players[key.removeprefix(PLAYER)] = msgspec.json.decode(body, type=Player)
            elif key.startswith(STRENGTH):
                game, _, policy = key.removeprefix(STRENGTH).partition("/")
                self._strengths[game, policy] = msgspec.json.decode(body, type=Rating)
            elif key.startswith(CAREER):
                line = msgspec.json.decode(body, type=Career)
                of = key.removeprefix(CAREER).partition("/")[0], line.game
                if line.against and line.at >= newest.get(of, 0):
                    newest[of], self._ratings[of] = line.at, line.rating

    # Names

    @property
    def full(self) -> bool:
        """Whether no further name can be kept."""
        return len(self._players) >= MOST_PLAYERS

    def find(self, name: str) -> Player | None:
        """The player that keeps a name; None if there is none."""
        return self._players.get(name_key(name))

    def proved(self, name: str, secret: str) -> str:
        """The key of a kept name that its secret proves; "" if it proves nothing."""
        player = self.find(name)
        return name_key(name) if player is not None and self._lock.fits(secret, player.proof) else ""

    def keep(self, name: str, now: int, old: Iterable[str]) -> tuple[str, list[Entry]]:
        """Keep a name that nobody keeps. Returns its secret, and the entries for the store; `old` are the keys of what
        the store has of an earlier keeper, whose career it is."""
        return self._set(name, now, [Value(key, None) for key in old])

    def renew(self, key: str) -> tuple[str, list[Entry]]:
        """A new secret for a name: the old one proves nothing any more. Returns it, and the entries for the store."""
        player = self._players[key]
        return self._set(player.name, player.since, [])

    def _set(self, name: str, since: int, entries: list[Entry]) -> tuple[str, list[Entry]]:
        secret = new_token()
        player = self._players[name_key(name)] = Player(name, self._lock.hash(secret), since)
        return secret, [*entries, Value(PLAYER + name_key(name), msgspec.json.encode(player))]

    # Careers

    def rating(self, key: str, game: str) -> Rating | None:
        """The present rating of a kept name in a game; None before its first rated match."""
        return self._ratings.get((key, game))

    def strengths(self, game: str) -> dict[str, Rating]:
        """The present ratings of the house bots in a game."""
        return {policy: rating for (of, policy), rating in self._strengths.items() if of == game}

    def finished(self, plan: Plan, result: Result, kept: Collection[str]) -> list[Entry]:
        """A match is over in which some ids are kept names that were proved. Returns the entries for the store."""
        if plan.unlisted or result.void or not kept:
            return []
        game = game_key(plan)
        seats = [seat for seat, id in enumerate(result.ids) if id in kept or id.startswith("house:")]
        if plan.event or len(seats) < 2:
            seats = []
        before = {seat: self._of(result.ids[seat], game) for seat in seats}
        scores = [result.scores[seat] for seat in seats]
        after = dict(zip(seats, rated([*before.values()], places(scores)), strict=True)) if seats else {}
        entries: list[Entry] = []
        for seat, id in enumerate(result.ids):
            if id in kept:
                others = [name for other, name in enumerate(result.names) if name and other != seat]
                about = (result.match, plan.id, game, plan.title, result.at, result.scores[seat], others)
                against = [Opponent(result.scores[other], before[other]) for other in seats if other != seat]
                line = Career(*about, against, after[seat]) if seat in after else Career(*about)
                entries.append(Value(career_key(id, result.match), msgspec.json.encode(line)))
                if seat in after:
                    self._ratings[id, game] = after[seat]
        return entries + self._strengthen(result, game, after)

    def _of(self, id: str, game: str) -> Rating:
        if id.startswith("house:"):
            return self._strengths.get((game, policy_of(id)), NEW)
        return self._ratings.get((id, game), NEW)

    def _strengthen(self, result: Result, game: str, after: Mapping[int, Rating]) -> list[Entry]:
        """Rate house bots; several of one kind share a rating, which becomes the mean of theirs."""
        by_policy: dict[str, list[Rating]] = {}
        for seat, rating in after.items():
            if result.ids[seat].startswith("house:"):
                by_policy.setdefault(policy_of(result.ids[seat]), []).append(rating)
        entries: list[Entry] = []
        for policy, ratings in by_policy.items():
            mean = Rating(fmean(one.mu for one in ratings), fmean(one.sigma for one in ratings), ratings[0].games)
            self._strengths[game, policy] = mean
            entries.append(Value(f"{STRENGTH}{game}/{policy}", msgspec.json.encode(mean)))
        return entries

    def remove(self, match: str, key: str, career: Sequence[Career]) -> list[Entry]:
        """A match of a career, which is given oldest first, is void. Returns the entries for the store: what was rated
        after it in that game is rated anew."""
        gone = next((line for line in career if line.match == match), None)
        if gone is None:
            return []
        entries: list[Entry] = [Value(career_key(key, match), None), Value(hands_key(key, match), None)]
        rating, later = NEW, False
        for line in career:
            later = later or line is gone
            if line is gone or line.game != gone.game or not line.against:
                continue
            if later:
                scores = places([line.score, *(one.score for one in line.against)])
                again = rated([rating, *(one.rating for one in line.against)], scores)[0]
                line = msgspec.structs.replace(line, rating=again)
                entries.append(Value(career_key(key, line.match), msgspec.json.encode(line)))
            rating = line.rating
        self._ratings[key, gone.game] = rating
        if not rating.games:
            del self._ratings[key, gone.game]
        return entries


class NameTaken(BadInput):
    """Somebody else keeps the name, or uses it at a table."""

    def __init__(self) -> None:
        super().__init__("Somebody else has this name here: take another one.")


class TooManyNames(BadInput):
    """No further name can be kept."""


def keep_name(room: Room, name: str, tokens: Collection[str], old: Iterable[str]) -> tuple[str, list[Entry]]:
    """Keep a name for the bearer of tokens, and make the name's claims at the tables where it is used those of its
    keeper. Returns its secret, and the entries for the store; `old` are keys as in `Players.keep`.

    NameTaken if somebody else keeps it, or uses it at a table without a roster, where no token proves that this is the
    bearer. TooManyNames if no name can be kept.
    """
    key, changed = name_key(name), []
    if room.players.full:
        raise TooManyNames("No further name can be kept here: the limit is reached.")
    if room.players.find(key):
        raise NameTaken
    for desk in room.desks.values():
        claim = None if desk.offer.roster else desk.door.claims.get(key)
        if claim is not None:
            if not any(desk.door.owner_of(token) == key for token in tokens):
                raise NameTaken
            changed.append((desk, msgspec.structs.replace(claim, player=key)))
    secret, entries = room.players.keep(name, room.wall(), old)
    for desk, claim in changed:
        desk.door.keep(claim)
        entries.append(of_claim(desk.offer.id, key, claim))
    return secret, entries


async def career_of(store: Store, key: str) -> list[Career]:
    """The career of a kept name, oldest match first."""
    kept = await store.values(career_key(key, ""))
    return sorted((msgspec.json.decode(body, type=Career) for body in kept.values()), key=lambda line: line.at)


def proved_in(claims: Mapping[str, Claim], ids: Iterable[str]) -> set[str]:
    """Those of some ids that are kept names, proved by the claims of an offer."""
    return {id for id in ids if id in claims and claims[id].player == id}


def of_placing(key: str, placing: Placing) -> Value:
    """The entry of a tournament in a career."""
    return Value(placing_key(key, placing.event), msgspec.json.encode(placing))


async def placings_of(store: Store, key: str) -> list[Placing]:
    """The tournaments of a kept name, oldest first."""
    kept = await store.values(placing_key(key, ""))
    return sorted((msgspec.json.decode(body, type=Placing) for body in kept.values()), key=lambda one: one.at)


async def remembered(store: Store, key: str) -> list[str]:
    """The keys of all that the store has of a name: an earlier keeper's career."""
    return [one for of in (career_key, hands_key, placing_key) for one in await store.values(of(key, ""))]


def career_key(key: str, match: str) -> str:
    """The key of a match in the career of a name."""
    return f"{CAREER}{key}/{match}"


def hands_key(key: str, match: str) -> str:
    """The key of the best and worst hands of a name in a match."""
    return f"{HANDS}{key}/{match}"


def placing_key(key: str, event: str) -> str:
    """The key of a tournament in the career of a name."""
    return f"{PLACING}{key}/{event}"


def policy_of(id: str) -> str:
    """The policy of a house bot by its id at a table: "shark" of "house:shark:3"."""
    return id.split(":")[1]
