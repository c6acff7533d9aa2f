"""What holds for the messages of every game, over random matches of random configs."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games import classics, load
from croupier.kernel.contract.game import Decision, Game, Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.showing.wire import body, dialect_of
from croupier.kernel.vocabulary.menu import GAP
from croupier.kernel.vocabulary.turns import CLOCK, SEATS
from tests.toys.kuhn import GAME as KUHN
from tests.toys.pennies import GAME as PENNIES
from tests.toys.refill import GAME as REFILL
from tests.wire.table import WireTable

GAMES = [*map(load, ("holdem", "battle", "deal", *classics())), KUHN, PENNIES, REFILL]
OTHERS = [game for game in GAMES if game.name != "battle"]
"""All but the Battle, whose hands and answers have names of their own."""
MOVES = 40


def title(game: Game) -> str:
    return game.title


def steps(game: Game, key: int) -> Iterator[WireTable]:
    """A random match, move by move; of a classic by its own rules, of any other game by random ones."""
    rng = random.Random(key)
    config = game.any_config(rng) if game.any_config and game.name != "genome" else game.configure()
    table, choose = WireTable(game, config, seed=key), random_chooser(game, key)
    yield table
    for _ in range(MOVES):
        owed = game.pending(table.state)
        if not owed:
            return
        decision = rng.choice(owed)
        if table.between and decision.seat != CLOCK:
            table.next_hand()
        elif decision.seat == CLOCK:
            table.time_out()
        else:
            table.make(decision.seat, choose(table.state, decision))
        yield table


def matches(game: Game) -> Iterator[Iterator[WireTable]]:
    """One match of a classic, several of a game whose config varies."""
    return (steps(game, key) for key in range(1 if game.name == "genome" else 4))


def everybody(table: WireTable) -> list[int | None]:
    return [*range(table.seats), None]


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_every_message_is_one_that_the_dialect_lists(game: Game) -> None:
    decoder = msgspec.json.Decoder(dialect_of(game).outgoing)
    for table in chain.from_iterable(matches(game)):
        for one in table.said:
            assert body(decoder.decode(body(one.frame))) == body(one.frame)
        for who in everybody(table):
            decoder.decode(msgspec.json.encode(table.snapshot(who)))
        for decision in game.pending(table.state):
            if decision.seat < SEATS:
                decoder.decode(msgspec.json.encode(table.act(decision.seat)))


@pytest.mark.parametrize("game", OTHERS, ids=title)
def test_hands_begin_and_end_in_turn_for_everybody(game: Game) -> None:
    for match in matches(game):
        open_hand: dict[int | None, str] = {}
        for table in match:
            for who in everybody(table):
                for message in table.to(who):
                    if message["type"] == "start_hand":
                        assert who not in open_hand
                        open_hand[who] = message["hand_id"]
                    elif message["type"] == "end_hand":
                        assert open_hand.pop(who) == message["hand_id"]
            if table.between:
                assert not open_hand


@pytest.mark.parametrize("game", OTHERS, ids=title)
def test_every_legal_move_can_be_made_by_a_message(game: Game) -> None:
    """A move is told by names, and comes back as itself, or as one with other cards of the same names."""
    choose = random_chooser(game, 9)
    for table in chain.from_iterable(matches(game)):
        for decision in game.pending(table.state):
            if decision.seat >= SEATS:
                continue
            move = choose(table.state, decision)
            heard = table.dialect.hear(table.context(), named(table, decision, move), decision)
            assert heard.reply is None and heard.move is not None
            assert game.describe(heard.move) == game.describe(move)


def named(table: WireTable, decision: Decision, move: Move) -> Any:
    """A move as its client would send it."""
    option = decision.option(move.kind)
    assert option is not None
    message: dict[str, Any] = {"type": "aside" if option.aside else "action", "action": option.name}
    if option.step:
        message["amount"] = move.amount
    if option.most:
        message["cards"] = [None if card == GAP else table.dialect.card_name(card) for card in move.cards]
    return table.dialect.read(msgspec.json.encode(message))


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_asides_are_never_legal(game: Game) -> None:
    for table in chain.from_iterable(matches(game)):
        for seat in range(table.seats):
            decision = game.decision(table.state, seat)
            asides = {option.name for option in decision.asides}
            assert not asides & {option.name for option in decision.owed}
            assert asides | {option.name for option in decision.owed} == {*decision.legal}


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_an_announcer_remembers_nothing_between_two_hands(game: Game) -> None:
    """Whoever begins anew there says the same."""
    for one, other in zip(matches(game), matches(game), strict=True):
        for lasting, renewed in zip(one, other, strict=True):
            assert lasting.log == renewed.log
            if renewed.between:
                renewed.announcer = renewed.dialect.announcer()


@given(data=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_comes_is_a_message_or_bad_input(data: bytes) -> None:
    for game in GAMES[:3]:
        with contextlib.suppress(BadInput):
            dialect_of(game).read(data)
