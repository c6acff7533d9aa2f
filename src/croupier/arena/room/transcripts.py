"""All that a team was sent in a match and answered, refused answers too, with times: one line of JSON for each.

Frames are not kept, as they follow from the lines of a table. So the match is played again for the team's seat, and
every frame is made again as it was sent, with its number. Frames without a number (`welcome`, `snapshot`, `lobby`,
`scene`) are not included, as they tell nothing that the counted frames do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput, CroupierError

from ..signing import Signer
from ..tables import lines
from ..tables.effects import Send
from ..tables.plan import Plan
from ..tables.run import replay
from ..tables.session import Session
from ..tables.table import Table

SENT, ANSWERED, REFUSED = "sent", "answered", "refused"
_EARS = "transcript"


def transcript(
    plan: Plan, game: Game, number: int, kept: Sequence[lines.Lines], whose: str, signer: Signer | None = None
) -> bytes:
    """The transcript of a match for one team; BadInput if the match cannot be played again."""
    try:
        session = Session(Table(plan, game), signer=signer)
        return b"".join(msgspec.json.encode(row) + b"\n" for row in _rows(session, game, number, kept, whose))
    except BadInput:
        raise
    except (CroupierError, LookupError, ValueError) as error:
        raise BadInput("This match was played by other rules, or its first lines are gone.") from error


def _rows(
    session: Session, game: Game, number: int, kept: Sequence[lines.Lines], whose: str
) -> Iterator[dict[str, Any]]:
    table, seats = session.table, set[int]()
    for line, effects in replay(session, kept, lambda: _listen(session, whose, seats)):
        if table.match > number:
            return
        if isinstance(line, lines.Began) and line.fingerprint != game.fingerprint:
            raise BadInput("This match was played by other rules.")
        if table.match != number:
            continue
        at = session.wall()
        if isinstance(line, lines.Refused) and line.id == whose:
            yield {"at": line.at, "way": REFUSED, "said": line.said, "code": line.code, "msg": line.msg}
        if isinstance(line, lines.Made) and line.actor in seats:
            cards = [game.words.card_name(card) if card >= 0 else "-" for card in line.cards]
            yield {"at": line.at, "way": ANSWERED, "action": game.kinds[line.kind], "amount": line.amount,
                   "cards": cards, "how": line.how}  # fmt: skip
        for frame in (frame for effect in effects if isinstance(effect, Send) for frame in effect.frames):
            if frame.startswith(b'{"n":'):
                yield {"at": at, "way": SENT, "frame": msgspec.Raw(frame)}


def _listen(session: Session, whose: str, seats: set[int]) -> None:
    """Connect the session's frames to the current seat of a team."""
    seats.clear()
    seats.update(chair.seat for chair in session.table.chairs if chair.id == whose)
    for chair in session.table.chairs:
        session.connect(chair.seat, _EARS if chair.id == whose else "")
