"""The table of messages is complete: every field has a test that makes it, every event its line."""

from __future__ import annotations

import re

from croupier.games.holdem.events import FACTS
from croupier.games.holdem.wire.announcer import event_of
from scripts.generators.protocol import INTRODUCTION, book, fields
from tests.wire.produced import PRODUCED


def test_every_field_of_every_message_has_a_test_that_makes_it() -> None:
    assert [
        f"{frame.__module__}.{frame.__name__}.{name}" for frame, name in fields() if (frame, name) not in PRODUCED
    ] == []


def test_no_test_claims_a_field_that_there_is_not() -> None:
    assert set(PRODUCED) - set(fields()) == set()


def test_every_event_of_holdem_is_explained() -> None:
    explained = set(re.findall(r"`([A-Z_]+)`", INTRODUCTION.read_text(encoding="utf-8").partition("## Events")[2]))
    made = set()
    for fact in FACTS.values():
        values = {"cards": (), "card": 0}
        event = event_of(fact(*(values.get(name, 0) for name in fact.__struct_fields__)))
        made |= {event.ev} if event else set()
    assert made | {"POST_BLINDS", "COMMIT"} == explained


def test_the_book_has_an_example_of_every_message() -> None:
    text = book()
    assert text.count("```json") == len({frame for frame, _ in fields()})
    assert "/tmp" not in text
