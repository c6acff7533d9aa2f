"""Non-interference: what a seat cannot see cannot change what it is sent.

Cards: take a stretch of a random match, and a seat. Permute the cards that the seat did not know in that stretch, in
everything that the house dealt and the others chose, and play it again. The seat must be sent the same bytes: the same
views, menus and events, in the same number and size, and in the end the same Scene.

Commitments: while several seats owe a decision at once, an answer of one of them, whatever it is, must not cause
anything to be sent to the others; and the order of answers must not matter.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from ..contract.game import Game, Move, State
from ..contract.observations import observed
from ..errors import CroupierError, NotConforming
from ..language.records import Kind, fields_of
from ..showing.cast import cast_for
from ..showing.scenes import scene
from ..vocabulary.events import Row
from ..vocabulary.turns import SPECTATOR
from .walk import Match, random_move, seats_owing

Observer = int | None
STRETCHES = 4


def check_hidden_cards(match: Match, rng: random.Random) -> None:
    """Clauses `secrecy (…)` for cards, over some stretches of the match and every observer."""
    game = match.game
    if not game.has_cards or not match.moments:
        return
    for _ in range(STRETCHES):
        end = rng.randrange(len(match.moments)) + 1
        start = _clean_start(match, end)
        for observer in _observers(match.end):
            _check_stretch(match, start, end, observer, rng)


def _observers(state: State) -> list[Observer]:
    return [*range(state.table.seats), None]


def _clean_start(match: Match, end: int) -> int:
    """The first step of the stretch: the one after the last step before `end` that declassified hidden cards."""
    for number in range(end - 1, 0, -1):
        if any(row.kind in match.game.declassifies for row in match.moments[number - 1].rows):
            return number
    return 0


def _check_stretch(match: Match, start: int, end: int, observer: Observer, rng: random.Random) -> None:
    game, states = match.game, match.states
    if any(row.kind in game.declassifies for moment in match.moments[start:end] for row in moment.rows):
        return  # the last step itself declassifies
    bit = SPECTATOR if observer is None else observer
    fixed = {card for card in range(len(states[0].table.cards.zone)) if _settled(states[start], card)}
    for moment in match.moments[start:end]:
        fixed |= {card for card, known in enumerate(moment.known) if known >> bit & 1}
    kin = states[0].table.cards.kin
    other: dict[int, int] = {}
    for deck in set(kin):
        free = [card for card in range(len(kin)) if kin[card] == deck and card not in fixed]
        other |= zip(free, rng.sample(free, len(free)), strict=True)

    twin = states[start]
    for number in range(start, end):
        moment = match.moments[number]
        move = Move(moment.move.kind, moment.move.amount, tuple(other.get(card, card) for card in moment.move.cards))
        try:
            step = game.apply(twin, moment.seat, move)
        except CroupierError:
            return  # the other cards do not allow the same play: nothing to compare
        if any(row.kind in game.declassifies for row in step.events.rows):
            return  # with the permuted cards, this step declassifies
        twin = step.state
        _compare(game, observer, number, moment.rows, step.events.rows, states[number + 1], twin)
    _compare_scenes(game, observer, states[end], twin)
    if observer is not None and _observation(match, states[end], observer) != _observation(match, twin, observer):
        raise NotConforming("secrecy (observation)", f"{game.name}: seat {observer} is given what it may not know")


def _observation(match: Match, state: State, seat: int) -> list[int]:
    """What a learner in a seat is given."""
    return observed(match.game, match.config, match.game.view(state, seat))


def _settled(state: State, card: int) -> bool:
    """Whether a card already lies in a row, so that it was not dealt within the stretch."""
    cards = state.table.cards
    zone = cards.zone[card]
    return bool(cards.first[zone + 1] > cards.first[zone])


def _compare(
    game: Game, observer: Observer, number: int, rows: Sequence[Row], others: Sequence[Row], state: State, twin: State
) -> None:
    who = "a spectator" if observer is None else f"seat {observer}"
    mine, theirs = [r for r in rows if r.seen_by(observer)], [r for r in others if r.seen_by(observer)]

    def leak(through: str, what: str) -> NotConforming:
        return NotConforming(f"secrecy ({through})", f"{game.name}: at step {number} {what} of {who} tell hidden cards")

    if len(mine) != len(theirs):
        raise leak("number", "the number of events")
    sizes = [len(row.cards) for row in mine], [len(row.cards) for row in theirs]
    if sizes[0] != sizes[1] or len(_sent(game, mine)) != len(_sent(game, theirs)):
        raise leak("size", "the sizes of the events")
    if _sent(game, mine) != _sent(game, theirs):
        raise leak("event", "the events")
    if game.view(state, observer) != game.view(twin, observer):
        raise leak("view", "the view")
    if observer is not None and game.decision(state, observer) != game.decision(twin, observer):
        raise leak("menu", "the options")
    if observer is not None and state.trace[observer] != twin.trace[observer]:
        raise leak("event", "the traces")


def _compare_scenes(game: Game, observer: Observer, state: State, twin: State) -> None:
    cast = cast_for(game, observer)
    if scene(game, state, cast) != scene(game, twin, cast):
        raise NotConforming("secrecy (scene)", f"{game.name}: a Scene tells what seat {observer} may not know")


def _sent(game: Game, rows: Sequence[Row]) -> bytes:
    return msgspec.json.encode([game.facts[row.kind].of(row) for row in rows])


def check_commitments(match: Match, rng: random.Random) -> None:
    """Clauses `secrecy (…)` and `order` where several seats owe a decision at once, and for fields marked secret."""
    game = match.game
    for moment in match.moments:
        state, owing = moment.before, seats_owing(game, moment.before)
        _check_secret_fields(game, state, rng)
        if len(owing) < 2:
            continue
        seat, rival = rng.sample(owing, 2)
        _check_unseen(game, state, seat, owing, rng)
        first, second = _some_move(game, state, seat, rng), _some_move(game, state, rival, rng)
        one = _both(game, state, (seat, first), (rival, second))
        two = _both(game, state, (rival, second), (seat, first))
        if one is not None and two is not None and one != two:
            raise NotConforming("order", f"{game.name}: who answers first changes the state")


def _some_move(game: Game, state: State, seat: int, rng: random.Random) -> Move:
    return random_move(game, state, rng.choice(game.decision(state, seat).owed), rng)


def _both(game: Game, state: State, one: tuple[int, Move], two: tuple[int, Move]) -> State | None:
    """The state after two answers, or None if the first one ended the decision of the second."""
    after = game.apply(state, *one).state
    if two[0] not in seats_owing(game, after):
        return None
    return game.apply(after, *two).state


def _check_unseen(game: Game, state: State, seat: int, owing: list[int], rng: random.Random) -> None:
    for _ in range(2):
        step = game.apply(state, seat, _some_move(game, state, seat, rng))
        left = seats_owing(game, step.state)
        if left not in (owing, [other for other in owing if other != seat]):
            continue  # the answer completed the round, so it may be seen now
        for observer in _observers(state):
            if observer == seat:
                continue
            seen = [row for row in step.events.rows if row.seen_by(observer)]
            if seen:
                raise NotConforming(
                    "secrecy (number)", f"{game.name}: {seen} tells that seat {seat} answered before all had"
                )
            if game.view(state, observer) != game.view(step.state, observer):
                raise NotConforming("secrecy (view)", f"{game.name}: a view shows that seat {seat} answered")
            if observer is not None and game.decision(state, observer) != game.decision(step.state, observer):
                raise NotConforming("secrecy (menu)", f"{game.name}: a decision shows that seat {seat} answered")
            _compare_scenes(game, observer, state, step.state)


def _check_secret_fields(game: Game, state: State, rng: random.Random) -> None:
    for name, _, kinds, _ in fields_of(game.Table):
        if Kind.SECRET not in kinds:
            continue
        for observer in _observers(state):
            twin: Any = state.copy()
            values = getattr(twin.table, name)
            for other in range(len(values)):
                if other != observer:
                    values[other] = rng.choice(values)
            if game.view(twin, observer) != game.view(state, observer):
                raise NotConforming("secrecy (view)", f"{game.name}: a view shows the secret field {name}")
