"""Sealing: without the key file, a copy of the store reveals no secrets.

    key = HouseKey.load("arena.key")        created if there is no such file, with mode 0600
    sealed = key.seal(body, about)          ChaCha20-Poly1305 with a nonce of its own; `about` is the associated data
    key.unseal(sealed, about)               WrongKey if it was sealed with another key, elsewhere, or was changed
    key.pepper("tokens")                    a secret of its own for each other purpose, such as hashing tokens

Keep the file apart from the database and its backups: both together reveal every card.
"""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from ...kernel.errors import BadInput
from . import WrongKey

KEY_BYTES = 32
NONCE_BYTES = 12
OTHERS = 0o077
"""The bits of a file's mode that give access to others than its owner."""


class HouseKey:
    """The arena's key."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise BadInput(f"A key has {KEY_BYTES} bytes, not {len(key)}.")
        self._key = key
        self._cipher = ChaCha20Poly1305(self.pepper("sealing"))
        self.name = self.pepper("name")[:8].hex()
        """A name by which keys are told apart; it reveals nothing about the key."""

    @classmethod
    def new(cls) -> HouseKey:
        """A key from the operating system."""
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def load(cls, path: str | Path) -> HouseKey:
        """The key of a file; a new one if there is no such file."""
        path = Path(path)
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return cls._read(path)
        with open(file, "w", encoding="ascii") as writer:
            writer.write(secrets.token_hex(KEY_BYTES) + "\n")
            writer.flush()
            os.fsync(file)
        return cls._read(path)

    @classmethod
    def _read(cls, path: Path) -> HouseKey:
        if os.name == "posix" and path.stat().st_mode & OTHERS:
            raise BadInput(
                f"Others can read the key in {path}: say `chmod 600 {path}`, and think about who has it now."
            )
        try:
            return cls(bytes.fromhex(path.read_text("ascii").strip()))
        except ValueError as error:
            raise BadInput(f"{path} holds no key: a key is {2 * KEY_BYTES} hexadecimal digits.") from error

    def pepper(self, purpose: str) -> bytes:
        """A secret for one purpose; it reveals neither the key nor the secret of another purpose."""
        return hmac.digest(self._key, purpose.encode(), "sha256")

    def seal(self, body: bytes, about: bytes) -> bytes:
        """Encrypt and authenticate a body."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, body, about)

    def unseal(self, sealed: bytes, about: bytes) -> bytes:
        """The body that was sealed; WrongKey if the key or `about` is another, or the bytes were changed."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], about)
        except (InvalidTag, ValueError) as error:
            raise WrongKey("This was sealed with another key or for another place, or it was changed.") from error
