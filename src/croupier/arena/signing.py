"""The signatures of an arena: Ed25519, by a key that follows from the arena's secret key, so no other file is kept.

signer = Signer(pepper)
signer.key                                  the public half, in hexadecimal digits: in `welcome` and at /api/key
signature = signer.sign(id, head)           the same for the same link, whenever it is made
is_signed(key, id, head, signature)         needs only the public half
"""

from __future__ import annotations

import hmac

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_DIGITS = 64


class Signer:
    """Signs the heads of chains."""

    def __init__(self, secret: bytes) -> None:
        """`secret` is a secret of the arena, from which the key is derived."""
        self._key = Ed25519PrivateKey.from_private_bytes(hmac.digest(secret, b"signing", "sha256"))
        self.key = self._key.public_key().public_bytes_raw().hex()

    def sign(self, id: str, head: bytes) -> str:
        """The signature of a link, by its id and its head."""
        return self._key.sign(signed_text(id, head)).hex()


def signed_text(id: str, head: bytes) -> bytes:
    """The text that is signed for a link."""
    return f"croupier {id} {head.hex()}".encode()


def is_signed(key: str, id: str, head: bytes, signature: str) -> bool:
    """Whether a signature is that of a link, by a public key."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), signed_text(id, head))
    except (ValueError, InvalidSignature):
        return False
    return True
