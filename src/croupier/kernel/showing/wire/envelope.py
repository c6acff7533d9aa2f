"""A body is encoded once for all who get it; whose how-manyth message it is, is written before it.

Messages are numbered for each recipient: a gap in a common numbering would tell that something was said to others.
"""

from __future__ import annotations

import msgspec

from .messages import Frame

_encoder = msgspec.json.Encoder()


def body(frame: Frame) -> bytes:
    """A message without its number."""
    return _encoder.encode(frame)


def numbered(number: int, encoded: bytes, ts: str = "") -> bytes:
    """A body as a recipient's message of a number, `{"n":17,…`, with the time of day if somebody wants it there."""
    stamp = b'"ts":"%b",' % ts.encode() if ts else b""
    return b'{"n":%d,%b%b' % (number, stamp, encoded[1:])
