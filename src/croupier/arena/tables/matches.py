"""Matches, legs and hands: how they begin and end, and what a table does between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.game import Game, Move, State, Step
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import from_dict, to_dict
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import CLOCK_BIT, HOUSE

from . import asking, levels, lines, notices
from .attendance import Ended
from .effects import Finished
from .inputs import DESK
from .pace import NEXT_KEY, take_rest
from .snapshots import keep_boundary

if TYPE_CHECKING:
    from .table import Table

REFUSED = "refused"
"""What is noted of an order that could not be obeyed when its time came."""


def enough(table: Table) -> bool:
    """Whether as many sit here as a match needs."""
    taken = sum(chair.taken for chair in table.chairs)
    if 0 < table.plan.finish_by <= table.wall():
        return False
    return taken >= (table.plan.least if table.game.seat_those else table.plan.seats)


def config_of(game: Game, options: Mapping[str, Any], here: list[bool] | None = None) -> Any:
    """The config of a match between those who are here, all if nobody is named; BadInput if it cannot be played so."""
    with sensible(game):
        config = game.seat_those(options, here) if game.seat_those and here else game.configure(**options)
        from_dict(game.Config, to_dict(config))  # as it is kept: what a line cannot hold is refused now
    return config


@contextmanager
def sensible(game: Game) -> Iterator[None]:
    """Options may be anything that JSON can say: what a game stumbles over is BadInput, whatever it calls it."""
    try:
        yield
    except BadInput:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, OSError) as error:
        raise BadInput(f"{game.title} cannot be played so: {error}.") from error


def begin_match(table: Table) -> None:
    """Begin a match between those who sit here."""
    options = {**levels.first_options(table.plan), **table.private}
    config = config_of(table.game, options, [chair.taken for chair in table.chairs])
    table.level = 0
    table.append(began(table, config, leg=False))
    table.append(lines.Begun(table.match + 1))
    start_match(table, config, table.wall())


def began(table: Table, config: Any, *, leg: bool) -> lines.Began:
    """The line of a match, or of a leg of one, that begins now."""
    game = table.game
    return lines.Began(game.name, game.version, game.fingerprint, to_dict(config), table.wall(), leg, table.level)


def start_match(table: Table, config: Any, at: int) -> None:
    """Start a match with its config."""
    table.match += 1
    table.hand, table.level, table.began = 0, 0, at
    table.tongues.begin_match()
    table.scenes.begin_match()
    table.newcomers.clear()
    table.forfeits.clear()
    for chair in table.chairs:
        chair.bank_ms = table.plan.bank_ms
    _open_hand(table)
    _begin(table, table.game.start(config))


def start_leg(table: Table, state: State | None, config: Any) -> None:
    """Go on with the next hand under another config."""
    _open_hand(table)
    _begin(table, table.game.start(config, after=state))


def may_begin(table: Table, state: State) -> bool:
    """Rest between two hands: keep the table once, then wait for the host, for players, or for a while."""
    if not table.rested:
        table.rested = True
        table.clocks.clear()
        keep_boundary(table)
        take_rest(table)
    if not table.goes_on or table.closing or table.restoring or table.timers.get(NEXT_KEY) is not None:
        return False
    if why := levels.why_over(table):
        table.append(lines.Noted("end", table.wall(), why=why, by=DESK))
        table.ending = True
        return False
    if state.owed == CLOCK_BIT and not table.plan.waits:
        asking.run_out(table, None)
    return bool(state.owed >> HOUSE & 1)


def begin_hand(table: Table, state: State) -> None:
    """Begin the next hand, in a new leg if something is to change."""
    levels.rise(table)
    config = _changed(table, state) if table.changes else None
    if config is not None:
        table.append(began(table, config, leg=True))
        start_leg(table, state, config)
    else:
        table.append(lines.Made(HOUSE, NEXT_HAND, table.wall()))
        next_hand(table, state)


def _changed(table: Table, state: State) -> Any:
    """The config of a new leg; None, on record, if the game cannot go on as the host wants."""
    try:
        return table.game.carry_over(state, **table.changes)
    except BadInput as error:
        refused = lines.Noted(REFUSED, table.wall(), values=table.changes, why=str(error))
        table.append(refused)
        notices.tell(table, refused)
        return None


def next_hand(table: Table, state: State) -> None:
    """Let the house begin the next hand."""
    _open_hand(table)
    _begin(table, Step(state, table.game.advance(state, HOUSE, Move(NEXT_HAND))))


def _open_hand(table: Table) -> None:
    table.hand += 1
    table.rested = table.stepping = False
    table.changes = {}
    table.refusals.clear()
    table.shoe.open_hand(table.hand_id)
    table.voice.outbox.forget()


def _begin(table: Table, step: Step) -> None:
    """Announce a hand; the order of its cards is settled before anything of it is told."""
    table.state, table.ended = step.state, None
    table.set_chairs()
    table.hindsight.begin_hand(step.state)
    table.look_ahead(step.state)
    table.tell(step.state, step.events, begins=True)


def end_match(table: Table, state: State) -> None:
    """A match is over: by its rules, or because the host has ended it."""
    scores = table.game.scores(state)
    if state.owed:  # it was ended between two hands, and nobody has been told yet
        table.shuffle()  # what was drawn was for a hand that will never be
        views = partial(table.game.view, state)
        for tongue in table.tongues.spoken():
            for said in tongue.announcer.match_over(table.context(), views, dict(enumerate(scores))):
                table.voice.say(table.now, said, tongue)
    table.ended = Ended(table.context(), state, scores)
    table.asked_before += max(state.questions)
    gone = len(scores) - state.table.seats  # seats that were taken away: nobody sits there
    ids = (*(chair.id for chair in table.chairs[: state.table.seats]), *[""] * gone)
    table.do(Finished(table.match_id, scores, ids, tuple(id for id in ids if id in table.forfeits)))
    close(table, last=not table.plan.goes_on_after(table.match))
    take_rest(table)
    table.held = table.held or table.last or not table.plan.goes_on_after(table.match)
    keep_boundary(table)


def close(table: Table, *, last: bool) -> None:
    """No match is played any more, after the last no other. What was to change with its next hand, the plan has
    already."""
    table.clocks.clear()
    table.state, table.ending, table.changes = None, False, {}
    table.hindsight.end_match(last=last)
    table.set_chairs()
