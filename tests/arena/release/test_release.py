"""What the release kept that was there before tables were folded from their lines still opens, recovers and replays."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from .make import DATABASE, EXPECTED, RECORDS, found, opened, replayed


def test_a_database_of_the_release_opens_to_the_card_and_to_the_second(tmp_path: Path) -> None:
    async def look() -> None:
        room = await opened(Path(shutil.copy(DATABASE, tmp_path)))
        again, expected = await found(room), json.loads(EXPECTED.read_text())
        assert room.notes == [] and [hosted.broken for hosted in room.tables.values() if hosted.broken] == []
        assert again["tables"] == expected["tables"]
        assert again["matches"] == expected["matches"]
        await room.close()

    asyncio.run(look())


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_record_of_the_release_is_replayed_as_far_as_its_reader_may_see_it(path: Path) -> None:
    assert replayed(path) == json.loads(EXPECTED.read_text())["files"][path.stem]
