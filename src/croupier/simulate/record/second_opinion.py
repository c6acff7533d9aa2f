"""A second opinion: what another bot would have done at each decision of a record.

The bot takes a player's place: it is told everything that the seat was told, through all hooks, and is asked at each of
the seat's decisions. Its answer is compared and then forgotten; the match goes on as it was recorded. One object sits
in for one player through the whole record, so a bot that learns has learnt what it would have known. For a duplicate
record there is one object for each company, as there was when it was played.

The randomness is that of the recorded series. So a bot that is asked about its own match answers as it did, if it
draws from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from croupier.agents.bot import Bot
from croupier.agents.player import RAISED, Misplay, Player
from croupier.agents.search import blindfolded
from croupier.kernel.contract.game import Move, State
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import HOUSE

from ..match.seating import company_of
from .record_file import RecordFile
from .timeline import Moment


class Opinion(NamedTuple):
    """A bot's answer to one decision. If the answer was invalid, `advised` is None and `wrong` says why."""

    number: int
    """The entry of the record."""
    step: int
    seat: int
    phase: str
    played: Move
    advised: Move | None
    wrong: str
    state: State
    """The state in which the decision was made."""

    @property
    def same(self) -> bool:
        """Whether it would have done the same."""
        return self.advised == self.played

    @property
    def same_kind(self) -> bool:
        """Whether it would have done the same except for the amount or the cards."""
        return self.advised is not None and self.advised.kind == self.played.kind


def second_opinions(
    record: RecordFile,
    make: Callable[[], Bot],
    *,
    players: Sequence[str] = (),
    seat: int | None = None,
    numbers: Sequence[int] = (),
) -> Iterator[Opinion]:
    """Ask a bot at every decision of some players, of one seat, in some matches; each defaults to all."""
    asked: dict[tuple[str, int], Player] = {}
    rotations = len(record.names) if record.series.duplicate else 1
    for number in numbers or range(len(record.entries)):
        entry, moments = record.entries[number], record.timeline(number).moments
        for at, player in enumerate(entry.names):
            if seat in (None, at) and (not players or player in players):
                who = player, company_of(entry.deal, entry.rotation, rotations)
                if who not in asked:
                    asked[who] = Player(record.game, make())
                yield from _opinions_of(record, number, moments, at, asked[who])


def _opinions_of(
    record: RecordFile, number: int, moments: Sequence[Moment], seat: int, player: Player
) -> Iterator[Opinion]:
    """Ask one bot at all decisions of one seat in one match."""
    game, entry = record.game, record.entries[number]
    plates = {plate.name: plate for plate in nameplates(record.names)}
    player.sit_down(record.series.seed, entry.deal, seat, [plates[name] for name in entry.names])
    player.start(game.view(moments[0].state, seat))
    for step, moment in enumerate(moments):
        if moment.actor == seat and moment.move is not None:
            before = moments[step - 1].state
            view = game.view(before, seat)
            sees = blindfolded(before, seat) if player.bot.imagines else view
            answer = player.ask(sees, game.decision(before, seat), step - 1)
            advised, wrong = (None, answer.detail) if isinstance(answer, Misplay) else (answer, "")
            phase = game.words.phase(view) if game.words.phase else ""
            yield Opinion(number, step, seat, phase, moment.move, advised, wrong, before)
        if moment.actor == HOUSE and moment.move == Move(NEXT_HAND):
            before = moments[step - 1].state
            player.finish(game.view(before, seat), game.core.score(before.table, seat))
            player.start(game.view(moment.state, seat))
        player.hear(moment.events.seen_by(seat))
        _check_kept_up(player)
    if entry.scores is not None:
        player.finish(game.view(moments[-1].state, seat), entry.scores[seat])
        _check_kept_up(player)


def _check_kept_up(player: Player) -> None:
    """Refuse a bot that raised when it was told something: it cannot have kept up."""
    for note in player.taken_notes():
        if note.what == RAISED:
            raise BadInput(f"The bot raises when it is told what happened:\n{note.detail}")
