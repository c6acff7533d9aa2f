"""The seating of a hand of a file: the config of its table, and the seats of its players.

A PHH hand becomes a hold'em match of one hand: the players of the file sit in order, and the last one has the button.
Most files are unambiguous. Files of online rooms may not say who posted a blind that is not in its place, or whether
the post of an entering player is live. Then there are several seatings, the likeliest first. A player whom the file
does not list folds at the first turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from croupier.games.holdem import configure
from croupier.games.holdem.options import STRUCTURES
from croupier.games.holdem.phh import HandHistory
from croupier.games.holdem.records import DEAD_BUTTON, DEAD_SMALL, LIVE_SMALL, POST, Config
from croupier.kernel.errors import BadInput

NO_SMALL_BLIND = "There was no small blind."
SMALL_BLIND = "The small blind was posted by a player whom the file does not list."
BIG_BLIND = "The big blind was posted by a player whom the file does not list."
BUTTON = "No player whom the file lists had the button."
LIVE_POST = "A post of less than the big blind was live."


class Post(NamedTuple):
    """What a seat posts to enter the game: the live part counts as its bet, the dead part does not."""

    seat: int
    live: int
    dead: int


class Seating(NamedTuple):
    """A possible table of a hand of a file."""

    config: Config
    seats: tuple[int, ...]
    """The seat of each player of the file."""
    posts: tuple[Post, ...] = ()
    """The posts that the config cannot express."""
    assumes: str = ""
    """What is assumed because the file does not say it, in sentences."""


class Forced(NamedTuple):
    """The stacks and forced bets of the players of a file, in our chips."""

    stacks: list[int]
    antes: list[int]
    blinds: list[int]
    """Blinds and straddles; posts are negative."""
    trims_antes: bool
    structure: int


class Places(NamedTuple):
    """The seats of the players, and who posted the blinds. If `assumes` is not "", the table has one more seat."""

    seats: Sequence[int]
    small_blind: int
    big_blind: int
    posters: tuple[int | None, int | None]
    """The players in the small and the big blind; None for a player whom the file does not list."""
    assumes: str = ""


def seatings(history: HandHistory, scale: int) -> Iterator[Seating]:
    """The possible seatings of a hand, the likeliest first; BadInput if there is none."""
    refusal, found = None, False
    for places in _readings(history):
        for live in (False, True):
            try:
                forced = _forced(history, scale)
                taken = places(forced)
                seating = _table(forced, taken, live)
            except BadInput as error:
                refusal = refusal or BadInput(f"{history.name}: {error}")
                break
            found = True
            yield seating
            if not any(0 < chips < taken.big_blind for chips in _posted(forced, taken)):
                break
    if refusal and not found:
        raise refusal


def _readings(history: HandHistory) -> list[Callable[[Forced], Places]]:
    small, big = history.blinds[:2] if len(history.blinds) > 1 else (0, 0)
    if small <= big:
        return [_as_listed]
    if len(history.blinds) == 2:
        return [_without_a_button]
    return [_without_a_small_blind, _with_a_small_blind_unlisted, _with_a_big_blind_unlisted]


def _forced(history: HandHistory, scale: int) -> Forced:
    stacks, antes, blinds = (
        [int(amount * scale) for amount in amounts] for amounts in (history.stacks, history.antes, history.blinds)
    )
    if len(stacks) < 2:
        raise BadInput("a hand needs at least two players.")
    if min(stacks) <= 0:
        raise BadInput("every starting stack must be more than nothing.")
    if len(stacks) == 2:  # the lists are read backwards
        antes, blinds = antes[::-1], blinds[::-1]
    return Forced(stacks, antes, blinds, history.trims_antes, history.structure)


def _as_listed(forced: Forced) -> Places:
    small, big = (1, 0) if len(forced.stacks) == 2 else (0, 1)
    if forced.blinds[small] < 0:
        raise BadInput(f"p{small + 1} posts where the small blind should be.")
    return Places(range(len(forced.stacks)), forced.blinds[small], forced.blinds[big], (small, big))


def _without_a_button(forced: Forced) -> Places:
    """Heads-up with p2 in the big blind: p1 acts first before and after the flop."""
    small, big = forced.blinds
    return Places((0, 1), small, big, (0, 1), BUTTON)


def _without_a_small_blind(forced: Forced) -> Places:
    return Places(_seats_from(1, forced), 0, forced.blinds[0], (None, 0), NO_SMALL_BLIND)


def _with_a_small_blind_unlisted(forced: Forced) -> Places:
    small, odd = divmod(forced.blinds[0], 2)
    if odd:
        raise BadInput("half of the big blind is not a whole number of chips.")
    return Places(_seats_from(1, forced), small, forced.blinds[0], (None, 0), SMALL_BLIND)


def _with_a_big_blind_unlisted(forced: Forced) -> Places:
    seats = [0, *_seats_from(2, forced)[:-1]]
    return Places(seats, forced.blinds[0], 2 * forced.blinds[0], (0, None), BIG_BLIND)


def _seats_from(first: int, forced: Forced) -> list[int]:
    """Consecutive seats for all players, from seat `first` on."""
    return list(range(first, first + len(forced.stacks)))


def _table(forced: Forced, places: Places, live: bool) -> Seating:
    """The seating with these places; posts of less than the big blind are live if `live`, else dead."""
    many = len(places.seats) + bool(places.assumes)
    stacks = [0 if places.assumes == NO_SMALL_BLIND else max(forced.stacks)] * many
    for player, seat in enumerate(places.seats):
        stacks[seat] = forced.stacks[player]
    ante, big_blind_ante = _antes(forced, places.posters[1])
    if ante and places.assumes:
        raise BadInput(
            "a blind is not in its place, and it is not known whether the player who posted it paid an ante."
        )
    config = configure(
        stacks=stacks,
        small_blind=places.small_blind,
        big_blind=places.big_blind,
        ante=ante,
        big_blind_ante=big_blind_ante,
        straddles=_straddles(forced, places),
        button=many - 1,
        hands=1,
        structure=next(name for name, structure in STRUCTURES.items() if structure == forced.structure),
        cap=0,  # a file does not say how many raises its room allows
    )
    posts = [_post(places, player, chips, live) for player, chips in enumerate(_posted(forced, places)) if chips]
    if posts or not stacks[0]:
        posts = _let_posters_enter(config, posts)
    assumes = f"{places.assumes} {LIVE_POST if live else ''}".strip()
    return Seating(config, tuple(places.seats), tuple(posts), assumes)


def _let_posters_enter(config: Config, posts: Sequence[Post]) -> list[Post]:
    """Make the config that of the second hand of a match, which may have an empty small blind and entering players;
    return the posts that it still cannot express. Either entering players post a big blind, and also a small blind if
    they missed it; or all of them post a small blind, dead or live."""
    config.entry, expressed = POST, [post for post in posts if _is_of_big_blind(post, config)]
    for entry, live, dead in ((DEAD_SMALL, 0, config.small_blind), (LIVE_SMALL, config.small_blind, 0)):
        small = [post for post in posts if (post.live, post.dead) == (live, dead)]
        if len(small) > len(expressed):
            config.entry, expressed = entry, small
    last = config.seats - 1
    config.hands, config.button_rule, config.button = 2, DEAD_BUTTON, last - 1
    carried = config.carried
    carried.played, carried.small_blind, carried.big_blind = 1, last, 0
    for post in expressed:
        carried.entering |= 1 << post.seat
        carried.missed |= bool(post.dead) << post.seat
    return [post for post in posts if post not in expressed]


def _is_of_big_blind(post: Post, config: Config) -> bool:
    return post.live == config.big_blind and post.dead in (0, config.small_blind)


def _posted(forced: Forced, places: Places) -> list[int]:
    """What each player posts to enter the game. An amount below the big blind is a post too, as it cannot be a
    straddle."""
    return [
        0 if player in places.posters or chips >= places.big_blind else abs(chips)
        for player, chips in enumerate(forced.blinds)
    ]


def _post(places: Places, player: int, chips: int, live: bool) -> Post:
    bet = min(chips, places.big_blind) if live or chips >= places.big_blind else 0
    return Post(places.seats[player], bet, chips - bet)


def _straddles(forced: Forced, places: Places) -> list[int]:
    """The straddles; BadInput if they do not follow the big blind without a gap, or one is not in full."""
    listed = [player for player in places.posters if player is not None]
    first = max(listed) + 1
    straddles = [chips if chips >= places.big_blind else 0 for chips in forced.blinds[first:]]
    while straddles and not straddles[-1]:
        straddles.pop()
    if 0 in straddles:
        player = first + len(straddles)
        raise BadInput(f"p{player} straddles, but Croupier's straddles follow the big blind without a gap.")
    for player, chips in enumerate(straddles, first):
        if forced.stacks[player] - forced.antes[player] < chips:
            raise BadInput(f"p{player + 1} straddles with less than a whole straddle, which Croupier does not allow.")
    return straddles


def _antes(forced: Forced, big_blind: int | None) -> tuple[int, int]:
    """The ante of all players, and the ante of the big blind."""
    antes = forced.antes
    if len(set(antes)) == 1:
        return antes[0], 0
    others = [chips for player, chips in enumerate(antes) if player != big_blind]
    if big_blind is None or any(others):
        raise BadInput("Croupier has antes of every player or of the big blind alone; here other players ante.")
    if forced.trims_antes:
        raise BadInput("with ante_trimming_status, an ante that only the big blind pays would go back to it.")
    return 0, antes[big_blind]
