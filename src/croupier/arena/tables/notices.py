"""What was ordered is told to everybody at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.kernel.showing.wire.messages import ORDER, HostOrder

from .inputs import FOLLOWS, HOST
from .lines import Noted

if TYPE_CHECKING:
    from .table import Table


def tell(table: Table, noted: Noted) -> None:
    """Tell what the host has ordered; what the room does by itself is told to nobody."""
    if noted.by != HOST:
        return
    order = HostOrder(noted.what, noted.seat, noted.values, noted.why, noted.at)
    for tongue in table.tongues.spoken():
        said = tongue.dialect.notice(ORDER, _in_words(table, noted), order=order)
        table.voice.say_to_all(table.now, said, tongue)


def _in_words(table: Table, noted: Noted) -> str:
    about = f" {table.chairs[noted.seat].name}" if noted.seat is not None else ""
    follows = noted.values.get(FOLLOWS, "")
    values = "" if follows else "".join(f" {name}={value}" for name, value in noted.values.items())
    why, then = f" ({noted.why})" if noted.why else "", f". {follows}" if follows else ""
    return f"The host: {noted.what}{about}{values}{why}{then}"
