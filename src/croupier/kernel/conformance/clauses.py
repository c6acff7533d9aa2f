"""The clauses about one history: termination, chips, cards, bounds, replay, filled views, knowledge."""

from __future__ import annotations

import random
from typing import Any

from ..contract.game import Game, Move, Option, State, actor_name
from ..contract.observations import observations_of
from ..contract.record import MatchRecord, Recorder, replay
from ..errors import CroupierError, IllegalAction, NotConforming
from ..language.records import Kind, fields_of
from ..showing.board import board_of, fold
from ..vocabulary.cards import UNKNOWN
from ..vocabulary.events import Fact
from ..vocabulary.ledger import Ledger, Sight, card_at, disorder, room
from ..vocabulary.menu import DRAWN, GAP
from ..vocabulary.turns import SPECTATOR
from .walk import Match, everyone, pool_of, random_move

NO_SUCH_KIND = 999


def chips(record: Any) -> list[int]:
    """All amounts of chips in a record and the records nested in it."""
    found: list[int] = []
    for name, shape, kinds, nested in fields_of(type(record)):
        if nested is not None:
            found += chips(getattr(record, name))
        elif Kind.CHIPS in kinds:
            found += _flatten(getattr(record, name), len(shape))
    return found


def _flatten(value: Any, depth: int) -> list[int]:
    return [value] if depth == 0 else [leaf for item in value for leaf in _flatten(item, depth - 1)]


def check_invariants(match: Match) -> None:
    """Clauses `termination`, `chips` and `cards`, at every state."""
    game, total = match.game, sum(chips(match.states[0].table))
    for number, state in enumerate(match.states):
        held = chips(state.table)
        if sum(held) != total:
            raise NotConforming("chips", f"{game.name}: {total} chips became {sum(held)} at step {number}")
        if any(amount < 0 for amount in held):
            raise NotConforming("chips", f"{game.name}: a seat or pot has {min(held)} chips at step {number}")
        if game.has_cards and (wrong := disorder(state.table.cards)):
            raise NotConforming("cards", f"{game.name}: the ledger is in disorder ({wrong}) at step {number}")
        ended = state is match.end
        if ended != game.over(state) or ended != (game.outcome(state) is not None):
            raise NotConforming("termination", f"{game.name}: pending and outcome disagree at step {number}")
        if ended and any(decision.options for decision in everyone(game, state)):
            raise NotConforming("termination", f"{game.name}: an actor may still act after the end")


def check_bounds(match: Match, rng: random.Random) -> None:
    """Clause `bounds`: at some states, try the limits of every option of every actor, and one step beyond."""
    game = match.game
    for moment in rng.sample(match.moments, min(len(match.moments), 6)):
        state = moment.before
        for decision in everyone(game, state):
            for option in decision.options:
                for move in _edges(game, state, option, rng):
                    _expect(game, state, decision.seat, move, legal=True)
                for move in _beyond(game, state, option, rng):
                    _expect(game, state, decision.seat, move, legal=False)
            _expect(game, state, decision.seat, Move(NO_SUCH_KIND), legal=False)


def _edges(game: Game, state: State, option: Option, rng: random.Random) -> list[Move]:
    some = random_move(game, state, option, rng)
    if option.step:
        last = option.low + (option.high - option.low) // option.step * option.step
        return [Move(option.kind, option.low, some.cards), Move(option.kind, last, some.cards)]
    return [some]


def _beyond(game: Game, state: State, option: Option, rng: random.Random) -> list[Move]:
    some = random_move(game, state, option, rng)
    moves = []
    if option.step:
        moves += [Move(option.kind, option.low - 1, some.cards), Move(option.kind, option.high + 1, some.cards)]
        if option.step > 1:
            moves.append(Move(option.kind, option.low + 1, some.cards))
    else:
        moves.append(Move(option.kind, 1, some.cards))
    if option.most:
        choice = pool_of(state, option) if option.kind == DRAWN else list(option.cards)
        strangers = [card for card in range(len(state.table.cards.zone)) if card not in choice]
        if some.cards and strangers:
            moves.append(Move(option.kind, some.amount, (*some.cards[1:], rng.choice(strangers))))
        if some.cards and not option.gaps:
            moves.append(Move(option.kind, some.amount, (GAP, *some.cards[1:])))
        if len(some.cards) > 1 and some.cards[1] != GAP:
            moves.append(Move(option.kind, some.amount, (*some.cards[1:], some.cards[1])))
        if option.gaps:
            moves.append(Move(option.kind, some.amount, (GAP,) * (option.most + 1)))
        if len(choice) > option.most:
            moves.append(Move(option.kind, some.amount, tuple(choice[: option.most + 1])))
        if option.fewest:
            moves.append(Move(option.kind, some.amount, tuple(choice[: option.fewest - 1])))
    else:
        moves.append(Move(option.kind, some.amount, (0,)))
    return moves


def _expect(game: Game, state: State, seat: int, move: Move, *, legal: bool) -> None:
    before = state.hash()
    told = f"{game.name}: {actor_name(seat)} {game.describe(move)}"
    owned = state.copy()
    try:
        game.advance(owned, seat, move)
    except IllegalAction as refusal:
        if legal:
            raise NotConforming("bounds", f"{told} is described but refused: {refusal}") from refusal
        if owned.hash() != before:
            raise NotConforming("bounds", f"{told} was refused but changed the state") from refusal
    else:
        if not legal:
            raise NotConforming("bounds", f"{told} is not described but accepted")
    if state.hash() != before:
        raise NotConforming("replay", f"{told} on a copy changed the original")


def check_replay(match: Match) -> None:
    """Clause `replay`: the match's record, written and read again, replays to the same states."""
    game, states = match.game, match.states
    recorder = Recorder(game, match.config)
    for moment in match.moments:
        recorder.advance(moment.seat, moment.move)
    written = recorder.record().to_json()
    try:
        for step, state in zip(replay(game, *MatchRecord.from_json(written)), states, strict=True):
            if step.state != state:
                raise NotConforming("replay", f"{game.name}: a replayed state differs")
    except CroupierError as error:
        raise NotConforming("replay", f"{game.name}: {error}") from error


def check_filled(match: Match) -> None:
    """Clause `filled`: `observe` writes every field of the view, so no value of an earlier view remains."""
    game, clean = match.game, match.game.View()
    length = len(clean.flat())
    for state in match.states[:: max(1, len(match.states) // 8)]:
        for seat in (*range(state.table.seats), SPECTATOR):
            dirty = game.View()
            dirty.load(iter([77] * length))
            game.core.observe(state.table, seat, dirty)
            if dirty != game.view(state, None if seat == SPECTATOR else seat):
                raise NotConforming("filled", f"{game.name}: the view of {actor_name(seat)} keeps old values")


def check_observations(match: Match) -> None:
    """Clause `observations`: what a learner is given is as long as declared, and within the bounds declared."""
    game, about = match.game, observations_of(match.game)
    low, high = (about.bounds(match.config)[end] for end in (0, 1))
    scale = about.scale(match.config)
    for state in match.states[:: max(1, len(match.states) // 8)]:
        for seat in range(state.table.seats):
            x = [0] * len(scale)
            length = about.rule(game.view(state, seat), x, 0)
            if length != len(scale) or len(x) != len(scale):
                raise NotConforming("observations", f"{game.name}: {length} numbers instead of {len(scale)}")
            for at, number in enumerate(x):
                if not low[at] <= number * scale[at] <= high[at]:
                    name = about.block_at(match.config, at)
                    raise NotConforming("observations", f"{game.name}: {name} has {number} for {actor_name(seat)}")


def check_knowledge(match: Match) -> None:
    """Clause `knowledge`: in every row, a view names the cards that its seat knows there by the ledger, and no others.

    The order in which a view names them is up to the game.
    """
    game = match.game
    if not game.has_cards or not _has_sight(game):
        return
    for number, state in enumerate(match.states):
        for seat in (*range(state.table.seats), SPECTATOR):
            seen = game.view(state, None if seat == SPECTATOR else seat).cards
            for zone in range(len(seen.count)):
                shown, known = _named(seen, zone), _known(state.table.cards, zone, seat)
                if shown != known:
                    who = "a spectator" if seat == SPECTATOR else f"seat {seat}"
                    raise NotConforming(
                        "knowledge",
                        f"{game.name}: at step {number} {who} sees {shown} in zone {zone}, and knows {known}",
                    )


def _has_sight(game: Game) -> bool:
    """Whether a view shows the rows of the ledger (always in the field `cards`)."""
    return any(
        name == "cards" and record is not None and record.declaration == Sight.declaration
        for name, _, _, record in fields_of(game.View)
    )


def _named(seen: Sight, zone: int) -> list[int]:
    """The cards that a view names in a row."""
    return sorted(card for card in seen.row[seen.first[zone] : seen.first[zone + 1]] if card != UNKNOWN)


def _known(cards: Ledger, zone: int, seat: int) -> list[int]:
    """The cards of a row that a seat knows; empty for a pool."""
    lying = (card_at(cards, zone, slot) for slot in range(min(cards.count[zone], room(cards, zone))))
    return sorted(card for card in lying if card != UNKNOWN and cards.known[card] >> seat & 1)


def check_facts(match: Match) -> None:
    """Clause `facts`: no view changes in a step of which its seat was told nothing; and, if a game declares the effects
    of its facts, the board after the step is the board before it with the facts applied."""
    game, states = match.game, match.states
    views = _views(game, states[0])
    for number, moment in enumerate(match.moments):
        before, views = views, _views(game, states[number + 1])
        for observer, was in before.items():
            told = [game.facts[row.kind].of(row) for row in moment.rows if row.seen_by(observer)]
            _check_step(game, number, was, views[observer], observer, told)


def _views(game: Game, state: State) -> dict[int | None, Any]:
    """What every seat and a spectator (None) sees."""
    return {observer: game.view(state, observer) for observer in (*range(state.table.seats), None)}


def _check_step(game: Game, number: int, was: Any, is_now: Any, observer: int | None, told: list[Fact]) -> None:
    who = "a spectator" if observer is None else f"seat {observer}"
    if not told and was != is_now:
        raise NotConforming("facts", f"{game.name}: at step {number} the view of {who} changes, and it is told nothing")
    if game.effects is None:
        return
    followed, seen = board_of(game, fold(game, was, told)), board_of(game, is_now)
    where = f"{game.name}: at step {number} {who}, told {told},"
    for zone, (mine, theirs) in enumerate(zip(followed.zones, seen.zones, strict=True)):
        if mine != theirs:
            raise NotConforming("facts", f"{where} would see {mine} in zone {zone}, and sees {theirs}")
    for name, amount in seen.amounts.items():
        if followed.amounts[name] != amount:
            raise NotConforming("facts", f"{where} would see {name} {followed.amounts[name]}, and sees {amount}")
