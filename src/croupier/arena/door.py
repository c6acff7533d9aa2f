"""The door of a table or an event: decides whether the client of a `hello` may sit down, and under which name.

    door = Door(pepper, code="KF7Q9C")           an open table: one code; a name belongs to the first that claims it
    door = Door(pepper, roster={"Alpha": …})     a closed table: each team has a code of its own
    door.enter(team, join_code, token, address=…, connected=…, now=…) -> Entered | Refused

A name is proved by the token that `welcome` gave; with a roster, by the team's code; at an open table by the secret of
a `CODE-secret`, if the name was claimed with one. A client with such a proof replaces a live connection of its team.
Without a secret, the code of an open table takes a name back only while no connection holds it, and gives no token. A
name that somebody keeps in the whole arena (`room.players`) can be claimed at an open table only by its keeper.

`claims` is all that has to be stored of a door; `Entered.claim` has a changed claim. `now` is in milliseconds.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from ..kernel.errors import BadInput
from .identity import Entropy, Lock, code_key, name_key, new_token, split_code, team_name
from .throttle import Throttle

LONGEST_SECRET = 128
MOST_TOKENS = 8
"""The number of valid tokens of a team; a further one replaces the oldest."""


class Claim(msgspec.Struct, frozen=True):
    """What proves a name: hashes of its tokens, and of its secret if a client has chosen one."""

    team: str
    tokens: tuple[str, ...] = ()
    secret: str = ""
    player: str = ""
    """The key of the kept name (`room.players`) that its client has proved; "" if it has proved none."""


class Entered(msgspec.Struct, frozen=True):
    """The client may sit down. A new `token` is sent to this client only; a changed `claim` has to be stored."""

    team: str
    token: str = ""
    claim: Claim | None = None


class Refused(msgspec.Struct, frozen=True):
    """The client may not sit down, and why; `retry_after_ms` after too many attempts."""

    code: Literal["TEAM_TAKEN", "TEAM_UNKNOWN", "BAD_SCHEMA", "TOO_MANY_TRIES"]
    msg: str
    retry_after_ms: int = 0


UNKNOWN_TEAM = Refused("TEAM_UNKNOWN", "There is no such team with this join code.")
"""Does not say whether the team or the code was wrong."""

KEPT_NAME = Refused("TEAM_TAKEN", "Somebody keeps this name here: if that is you, show its secret; or take another.")
"""The name belongs to somebody in the whole arena, and the client has not proved that it is the one."""


class Door:
    """Checks the proofs of clients that want to sit down."""

    def __init__(
        self,
        pepper: bytes,
        *,
        code: str = "",
        roster: Mapping[str, str] | None = None,
        claims: Iterable[Claim] = (),
        throttle: Throttle | None = None,
        entropy: Entropy = secrets.token_bytes,
    ) -> None:
        if bool(code) == bool(roster):
            raise BadInput("A door has either one join code or a roster of teams with a code each.")
        self._codes, self._tokens, self._secrets = (Lock(pepper, use) for use in ("code", "token", "secret"))
        self._code = self._codes.hash(code_key(code))
        self._roster = {name_key(team): (team, self._codes.hash(code_key(own))) for team, own in (roster or {}).items()}
        self.claims: dict[str, Claim] = {}
        """The claims by the key of the name; only `keep` and `forget` change them."""
        self._owners: dict[str, str] = {}
        """The key of the name for each hash of a token, so that a guess costs one hash for any number of teams."""
        for claim in claims:
            self.keep(claim)
        self._throttle = throttle or Throttle()
        self._entropy = entropy

    def hash_of(self, token: str) -> str:
        """The hash of a token, which is the same at every door of an arena."""
        return self._tokens.hash(token)

    def enter(
        self,
        team: str,
        join_code: str,
        token: str = "",
        *,
        address: str,
        connected: bool,
        now: int,
        brings: str = "",
        player: str = "",
        reserved: bool = False,
    ) -> Entered | Refused:
        """Judge a `hello`. `connected` says whether a live connection holds the team's seat right now; `brings` is a
        token that the arena gave the client at another door: from now on it proves this name, too. `reserved` says
        whether the name is kept by somebody in the whole arena, and `player` is its key if the client has proved it."""
        try:
            key = name_key(team_name(team))
        except BadInput as flaw:
            return Refused("BAD_SCHEMA", str(flaw))
        claim = self.claims.get(key)
        if claim is not None and token and self._tokens.hash(token) in claim.tokens:
            if not player or claim.player == player:
                return Entered(claim.team)
            self.keep(claim := msgspec.structs.replace(claim, player=player))
            return Entered(claim.team, claim=claim)
        if wait := self._throttle.wait(address, key, now):
            return Refused("TOO_MANY_TRIES", f"Too many failed attempts; try again in {wait} ms.", wait)
        code, secret = split_code(join_code)
        if self._roster:
            judged = self._by_roster(key, code, brings, player)
        else:
            judged = self._openly(team, code, secret, connected, brings, player, reserved)
        if isinstance(judged, Refused):
            self._throttle.failed(address, key, now)
        return judged

    def owner_of(self, token: str) -> str:
        """The key of the name that a token proves; "" if it proves none."""
        return self.owner_by_hash(self._tokens.hash(token)) if token else ""

    def owner_by_hash(self, hash: str) -> str:
        """The same by the hash of the token."""
        return self._owners.get(hash, "")

    def keep(self, claim: Claim) -> None:
        """Set the claim on a name, which replaces an earlier claim."""
        key = name_key(claim.team)
        self.forget(key)
        self.claims[key] = claim
        self._owners.update(dict.fromkeys(claim.tokens, key))

    def forget(self, key: str) -> None:
        """Remove the claim on a name."""
        claim = self.claims.pop(key, None)
        for token in claim.tokens if claim else ():
            if self._owners.get(token) == key:
                del self._owners[token]

    def lists(self, key: str) -> bool:
        """Whether a name is on the roster."""
        return key in self._roster

    def lists_with(self, key: str, code: str) -> bool:
        """Whether a name is on the roster with this code."""
        _, kept = self._roster.get(key, ("", self._code))
        return self._codes.fits(code_key(code), kept) and self.lists(key)

    def _by_roster(self, key: str, code: str, brings: str, player: str) -> Entered | Refused:
        if not self.lists_with(key, code):
            return UNKNOWN_TEAM
        claim = self.claims.get(key) or Claim(self._roster[key][0])
        return self._proved(msgspec.structs.replace(claim, player=player or claim.player), brings)

    def _openly(
        self, team: str, code: str, secret: str, connected: bool, brings: str, player: str, reserved: bool
    ) -> Entered | Refused:
        if not self._codes.fits(code_key(code), self._code):
            return UNKNOWN_TEAM
        if len(secret) > LONGEST_SECRET:
            return Refused("BAD_SCHEMA", f"A secret has at most {LONGEST_SECRET} characters.")
        claim = self.claims.get(name_key(team))
        if claim is None and reserved and not player:
            return KEPT_NAME
        if claim is None:
            return self._proved(Claim(team, (), self._secrets.hash(secret) if secret else "", player), brings)
        if claim.player and claim.player == player:
            return self._proved(claim, brings)
        if claim.secret and self._secrets.fits(secret, claim.secret):
            return self._proved(claim, brings)
        if not claim.secret and not claim.player and not secret and not connected:
            return Entered(claim.team)
        return Refused("TEAM_TAKEN", "That name belongs to somebody else here; if it is yours, show your token.")

    def new_token(self, team: str) -> tuple[Claim, str]:
        """A claim on a name that only the returned new token proves: neither older tokens nor the table's code do."""
        token, nobodys = new_token(self._entropy), new_token(self._entropy)
        known = self.claims.get(name_key(team_name(team)))
        return Claim(known.team if known else team, (self._tokens.hash(token),), self._secrets.hash(nobodys)), token

    def _proved(self, claim: Claim, brings: str) -> Entered:
        """Let a client in that has proved its name, with one more token."""
        token = brings or new_token(self._entropy)
        tokens = (*claim.tokens, self._tokens.hash(token))[-MOST_TOKENS:]
        claim = msgspec.structs.replace(claim, tokens=tokens)
        self.keep(claim)
        return Entered(claim.team, token, claim)
