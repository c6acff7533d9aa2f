"""Counts the files of ours through which an `act` frame goes, in and out, and the recovery of a table:
`python -m tests.arena.walks`.

Every call of a function of ours is noted with its file. Counted are the files, and how often a call is in another file
than the call before it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import croupier
from croupier.arena.room.offers import Offer

from .virtual import Hall, hall, silent

OURS = str(Path(croupier.__file__).parent)
CODE = "WALK"


class Walk:
    """Notes the files of all calls while it traces."""

    def __init__(self) -> None:
        self.files: list[str] = []

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(OURS):
            self.files.append(file.removeprefix(OURS + "/"))

    def of(self, what: Callable[[], Any]) -> Walk:
        sys.setprofile(self.note)
        try:
            what()
        finally:
            sys.setprofile(None)
        return self

    def __str__(self) -> str:
        changes = sum(one != other for one, other in zip(self.files, self.files[1:], strict=False))
        arena = {file for file in self.files if file.startswith("arena/")}
        return f"{len(set(self.files))} files, {len(arena)} of them of the arena; {changes} changes of file"


def table_of_two(one: Hall) -> tuple[Any, Any]:
    offer = Offer(id="T-1", game="holdem", code=CODE, seats=2, options={"stack": 1000})
    one.do(lambda: one.room.offer(offer))
    pair = one.join("Alpha", CODE, silent), one.join("Beta", CODE, silent)
    one.pass_time(100)
    return pair


def act(one: Hall, clients: tuple[Any, Any]) -> Walk:
    """The answer CALL, from the frame that comes in to the frames that go out."""
    mind = max((client for client in clients if client.of("act")), key=lambda one: one.of("act")[-1]["act_id"])
    asked = mind.of("act")[-1]
    before = sum(len(client.seen) for client in clients)
    walk = Walk()

    def answer() -> None:
        mind.say(type="action", action="CALL", act_id=asked["act_id"], hand_id=asked["hand_id"])

    def whole() -> None:
        one.do(answer)
        one.until(lambda: sum(len(client.seen) for client in clients) > before)

    return walk.of(whole)


def main() -> None:
    """Print both walks."""
    with hall() as one:
        clients = table_of_two(one)
        print("an act frame, in and out:", act(one, clients))
        print("the recovery of a table: ", Walk().of(one.kill))


if __name__ == "__main__":
    main()
