"""What people think of games, read from the file of an arena."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.arena.room.memory import RATING, of_offer
from croupier.arena.room.offers import Offer
from croupier.arena.room.ratings import GameRatings, Opinion, games_rated_in, opinion_of, ratings_in
from croupier.arena.store import StoreError, Value
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from croupier.cli.verbs.evolve import rated
from croupier.cli.verbs.evolve import ratings_in as ratings_by_key
from croupier.evolve.canonical import canonical, key_of
from croupier.games.genome import find, to_json
from croupier.kernel.errors import BadInput


def arena_with(path: Path, *values: Value) -> Path:
    """The database of an arena that keeps some values, and a code that is sealed."""

    async def write() -> None:
        store = await SqliteStore.open(path, HouseKey(bytes(32)))
        await store.append(*values, Value("code/x", b"secret", secret=True))
        await store.close()

    asyncio.run(write())
    return path


def rating(game: str, who: str, *given: int) -> Value:
    return Value(f"{RATING}{game}/{who}", Opinion(*given).as_bytes())


def test_ratings_are_told_apart_by_game() -> None:
    values = {f"{RATING}kuhn/a": b"3", f"{RATING}kuhn/b": b"5 2", f"{RATING}put/a": b"1", "offer/x": b"{}"}
    assert ratings_in(values) == {"kuhn": [Opinion(3), Opinion(5, 2)], "put": [Opinion(1)]}


def test_an_opinion_is_kept_as_one_number_or_two() -> None:
    """One, as they were kept before the second question was asked."""
    assert [Opinion(4).as_bytes(), Opinion(4, 2).as_bytes()] == [b"4", b"4 2"]
    assert [opinion_of(b"4"), opinion_of(b"4 2")] == [Opinion(4, 0), Opinion(4, 2)]


def test_opinions_come_with_the_source_of_a_game_that_is_none_of_the_box(tmp_path: Path) -> None:
    mine = Offer(id="mine", game="genome", genome=to_json(find("put")))
    file = arena_with(tmp_path / "arena.db", *of_offer(mine), rating("mine", "a", 4), rating("kuhn", "a", 2, 5))
    kuhn, other = sorted(games_rated_in(str(file)))
    assert kuhn == GameRatings("kuhn", "", [Opinion(2, 5)]) and other == GameRatings("mine", mine.genome, [Opinion(4)])


def test_a_game_is_known_by_what_it_is_and_not_by_its_name(tmp_path: Path) -> None:
    """A classic that was offered as a file, under another name and with twice the chips, is that classic."""
    text = to_json(find("kuhn")).replace('"starting_chips": 2', '"starting_chips": 4')
    text = text.replace('"min_bet": 1', '"min_bet": 2').replace('"ante": 1', '"ante": 2')
    mine = Offer(id="my_own", game="genome", genome=text)
    given = (rating("my_own", "a", 4), rating("kuhn", "a", 2, 3), rating("holdem", "a", 5), rating("gone", "a", 1))
    file = arena_with(tmp_path / "arena.db", *of_offer(mine), *given)
    assert ratings_by_key(str(file)) == {key_of(canonical(find("kuhn"))): [Opinion(2, 3), Opinion(4)]}


def test_without_a_database_nobody_has_said_anything(tmp_path: Path) -> None:
    assert ratings_by_key(None) == {}
    with pytest.raises(BadInput, match="no database"):
        ratings_by_key(str(tmp_path / "none.db"))
    (tmp_path / "other.db").write_text("no database at all, but long enough to be taken for one" * 99)
    with pytest.raises(StoreError, match="cannot be read"):
        ratings_by_key(str(tmp_path / "other.db"))


def test_a_rating_is_told_with_its_interval_and_how_many_there_are() -> None:
    told = rated([Opinion(4), Opinion(5), Opinion(5)])
    assert told.startswith("4.7/5, ") and told.endswith(" … 5.0 (3)") and rated([]) == "unrated"
