"""A session as bytes, with which its table goes on in another process as if nothing had happened.

    data = packed(session, effects)                 Unpackable if it holds something that cannot leave this process
    session, effects = unpacked(data, fresh)        the same, in another process; `fresh` is a session of the same plan

Everything that a session refers to goes with it, except the game, what draws its secrets and what signs its matches:
the other process has these itself. It has to be of the same release, and its game of the same fingerprint.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from croupier.kernel.errors import CroupierError
from croupier.kernel.showing.wire import Dialect

from .effects import Effect
from .session import Session

RULES, GAME, SECRETS, SIGNER = "rules", "game", "secrets", "signer"
"""The names of what stays."""


class Unpackable(CroupierError):
    """The session cannot leave this process just now."""


class _Pickler(pickle.Pickler):
    def __init__(self, out: io.BytesIO, session: Session) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        table = session.table
        self._stays = {id(table.game): GAME, id(table.rules): RULES, id(session.secrets): SECRETS}
        if session.signer is not None:
            self._stays[id(session.signer)] = SIGNER

    def persistent_id(self, one: Any) -> str | None:
        """The name of what stays; None for what goes along."""
        return self._stays.get(id(one))

    def reducer_override(self, one: Any) -> Any:
        """Pickle a read-only mapping as what it shows, and a dialect as that of its game."""
        if isinstance(one, MappingProxyType):
            return MappingProxyType, (dict(one),)
        return (type(one), (one.game,)) if isinstance(one, Dialect) else NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, fresh: Session) -> None:
        super().__init__(io.BytesIO(data))
        table = fresh.table
        self._here = {RULES: table.rules, GAME: table.game, SECRETS: fresh.secrets, SIGNER: fresh.signer}

    def persistent_load(self, name: Any) -> Any:
        """What this process has itself."""
        return self._here[name]


def packed(session: Session, effects: Sequence[Effect] = ()) -> bytes:
    """A session, and effects of it that are still to be performed."""
    if session.tokens is not None:
        raise Unpackable("Its table shows the balances of accounts.")
    out = io.BytesIO()
    try:
        _Pickler(out, session).dump((session, list(effects)))
    except (TypeError, AttributeError, pickle.PicklingError) as error:
        raise Unpackable(f"{type(error).__name__}: {error}") from error
    return out.getvalue()


def unpacked(data: bytes, fresh: Session) -> tuple[Session, list[Effect]]:
    """What was packed. Its time is that of the clock that it came from."""
    session, effects = _Unpickler(data, fresh).load()
    return session, effects
