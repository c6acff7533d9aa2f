"""What was ordered is told to everybody at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .inputs import HOST
from .lines import Noted

if TYPE_CHECKING:
    from .table import Table


def tell(table: Table, noted: Noted) -> None:
    """Tell what the host has ordered; what the room does by itself is told to nobody."""
    if noted.by == HOST:
        for name, dialect, _ in table.tongues.spoken():
            frame = dialect.notice(noted.what, noted.seat, noted.values, noted.why, noted.at)
            table.voice.say_to_all(table.now, frame, name)
