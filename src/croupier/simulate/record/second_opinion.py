"""A second opinion: what another bot would have done at each decision of a record.

The bot is put in a player's place: it is told what that seat was told, hooks and all, and is asked at each of its
decisions. What it answers is compared and then forgotten; the match goes on as it was recorded. One object sits in for
one player through the whole record, so a bot that learns has learnt what it would have known.

Randomness is that of the recorded series. So a bot that is asked about its own match answers as it did, as long as it
draws from nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from typing import Any, NamedTuple

from croupier.agents.bot import Bot
from croupier.agents.referee import shown, traceback_of, understood
from croupier.agents.search import blindfolded
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput, CroupierError

from ..match.driver_rules import FIRST_SEAT, stream
from .record_file import Album
from .timeline import Moment


class Opinion(NamedTuple):
    """What a bot said to one decision. `advised` is None if it did wrong; then `wrong` says what."""

    number: int
    """The entry of the album."""
    step: int
    seat: int
    phase: str
    played: Move
    advised: Move | None
    wrong: str
    state: State
    """What the decision was about."""

    @property
    def same(self) -> bool:
        """Whether it would have done the same."""
        return self.advised == self.played

    @property
    def same_kind(self) -> bool:
        """Whether it would have done the same but for the amount or the cards."""
        return self.advised is not None and self.advised.kind == self.played.kind


def second_opinions(
    album: Album,
    make: Callable[[], Bot],
    *,
    players: Sequence[str] = (),
    seat: int | None = None,
    numbers: Sequence[int] = (),
) -> Iterator[Opinion]:
    """Ask a bot at every decision of some players, of one seat, in some matches; at all of them if none are named."""
    asked: dict[str, Bot] = {}
    for number in numbers or range(len(album.entries)):
        moments = album.timeline(number).moments
        for at, player in enumerate(album.entries[number].names):
            if seat in (None, at) and (not players or player in players):
                if player not in asked:
                    asked[player] = make()
                yield from _opinions_of(album, number, moments, at, asked[player])


def _opinions_of(album: Album, number: int, moments: Sequence[Moment], seat: int, bot: Bot) -> Iterator[Opinion]:
    """Ask one bot at all decisions of one seat in one match."""
    game, entry = album.game, album.entries[number]
    key = album.series.seed if album.series else 0
    _tell(bot.draw_from, key, entry.deal, seat)
    _tell(bot.hand_started, game.view(moments[0].state, seat))
    for step, moment in enumerate(moments):
        if moment.actor == seat and moment.move is not None:
            before = moments[step - 1].state
            _tell(bot.draw_for_decision, key, stream(entry.deal, FIRST_SEAT + seat, step - 1))
            view = game.view(before, seat)
            seen = blindfolded(before, seat) if bot.imagines else view
            advised, wrong = _asked(game, bot, seen, game.decision(before, seat), before)
            phase = game.phase(view) if game.phase else ""
            yield Opinion(number, step, seat, phase, moment.move, advised, wrong, before)
        for fact in moment.events.seen_by(seat):
            _tell(bot.saw, fact)
    if entry.scores is not None:
        _tell(bot.hand_over, game.view(moments[-1].state, seat), entry.scores[seat])


def _tell(hook: Callable[..., None], *arguments: Any) -> None:
    """Call a hook of a bot. One that raises cannot have kept up with the match, so there is no use in asking it."""
    try:
        with redirect_stdout(sys.stderr):
            hook(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadInput(f"The bot's {hook.__name__} raises:\n{traceback_of(error)}") from error


def _asked(game: Game, bot: Bot, view: Any, decision: Decision, before: State) -> tuple[Move | None, str]:
    """A bot's answer as a legal move; or what was wrong with it, in words."""
    try:
        with redirect_stdout(sys.stderr):
            move = understood(decision, bot.act(view, decision.sealed()))
        game.apply(before, decision.seat, move)
    except KeyboardInterrupt:
        raise
    except CroupierError as error:
        return None, shown(error, str)
    except BaseException as error:  # whatever a bot raises is its own affair
        return None, traceback_of(error)
    return move, ""
