"""What the host finds in the log when something of the arena fails, and when it works again."""

from __future__ import annotations

import logging
from collections import deque
from typing import Any

import msgspec
import pytest

from croupier.arena.room import hosted as mailbox
from croupier.arena.room import memory, recalling
from croupier.arena.room.keeping import WEDGED_SECONDS
from croupier.arena.room.offers import Offer
from croupier.arena.tables.inputs import Ordered
from croupier.kernel.errors import BadInput

from .failing import FailingStore
from .test_bad_days import hall_on
from .test_recalling import fails_once, mended
from .virtual import hall

TWO: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2}


@pytest.fixture(autouse=True)
def _all_levels(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "croupier.arena")


def logged(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    return [(line.levelname, line.getMessage()) for line in caplog.records if line.name == "croupier.arena"]


def test_a_store_that_fails_and_works_again_is_logged_once_each(caplog: pytest.LogCaptureFixture) -> None:
    store = FailingStore()
    with hall_on(store) as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        fails_once(store)
        one.do(lambda: one.room.tables["T"].put(Ordered("pause")))
        mended(one)
        [failed, works] = logged(caplog)
        assert failed[0] == "ERROR" and failed[1].startswith("Nothing can be stored: ")
        assert works == ("WARNING", "Everything can be stored again; 1 tables and books were read from the store")


def test_an_offer_that_cannot_be_opened_again_is_named(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses() -> None:
        raise BadInput("no such bot")

    store = FailingStore()
    with hall_on(store) as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        monkeypatch.setattr(one.room.desks["T"], "open", refuses)
        fails_once(store)
        one.do(lambda: one.room.tables["T"].put(Ordered("pause")))
        mended(one)
        assert logged(caplog)[-1] == ("ERROR", "T could not be opened again: no such bot")


def test_a_room_that_cannot_be_rebuilt_is_logged_with_its_fault(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumbles(*given: Any) -> None:
        raise ZeroDivisionError("a fault of ours")

    store = FailingStore()
    with hall_on(store) as one:
        with monkeypatch.context() as patch:
            patch.setattr(recalling, "stand", stumbles)
            one.do(lambda: one.room.keeping.fail("a test"))
            one.pass_time(500)
        assert ("ERROR", "The room could not be made again") in logged(caplog)
        assert [str(line.exc_info[1]) for line in caplog.records if line.exc_info] == ["a fault of ours"]


@pytest.mark.parametrize(("seconds", "told"), [(0, ""), (0.5, "The store has not answered for 30 s.")])
def test_a_store_is_stuck_when_it_has_not_answered_for_more_than_its_time(seconds: float, told: str) -> None:
    with hall() as one:
        keeping = one.room.keeping
        since = one.loop.time() - WEDGED_SECONDS - seconds
        keeping._under_way = deque([since, since + 9])
        assert keeping.wedged() == told
        keeping._under_way.clear()
        keeping._stuck_at, keeping.failing = since, "a fault"
        assert keeping.wedged() == ("a fault" if seconds else "")
        keeping._stuck_at, keeping.failing = None, ""


def test_a_table_that_breaks_is_logged_with_its_fault(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*given: Any) -> None:
        raise ZeroDivisionError("a rule")

    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        with monkeypatch.context() as patch:
            patch.setattr(mailbox, "handle", breaks)
            one.do(lambda: one.room.tables["T"].put(Ordered("pause")))
        assert logged(caplog) == [
            ("ERROR", "Table T broke"), ("ERROR", "Table T is out of order: ZeroDivisionError: a rule")
        ]  # fmt: skip
        assert [str(line.exc_info[1]) for line in caplog.records if line.exc_info] == ["a rule"]


def test_a_table_that_cannot_be_rebuilt_is_logged_and_noted_for_people(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumbles(*given: Any) -> None:
        raise ZeroDivisionError("a rule")

    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        with monkeypatch.context() as patch:
            patch.setattr(recalling, "reopen", stumbles)
            one.kill()
        assert logged(caplog) == [("ERROR", "Table T could not be made again")]
        assert one.room.notes == ["Table T could not be made again: a rule"]
        assert one.room.tables["T"].broken == "it could not be made again: a rule"


def test_a_table_that_goes_on_by_other_rules_is_logged_and_noted_for_people(caplog: pytest.LogCaptureFixture) -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        table = one.room.tables["T"].table
        standing = memory.Standing(table.set_up, "T", table.game.version, "another fingerprint")
        one.do(lambda: one.room.keep(memory.of_standing(standing)))
        one.kill()
        [(level, told)] = logged(caplog)
        assert level == "WARNING" and told.startswith("Table T: the rules have changed; ")
        assert one.room.notes == [told] and one.room.tables["T"].note == told.removeprefix("Table T: ")
        kept = one.loop.run_until_complete(one.store.values(memory.TABLE))[memory.TABLE + "T"]
        assert msgspec.json.decode(kept, type=memory.Standing).fingerprint == table.game.fingerprint
