"""The examples for slow minds, as programs of their own: a model behind an endpoint that is no friend, and curl."""

from __future__ import annotations

import asyncio
import json
import os
import runpy
import shutil
import sys
import urllib.error
import warnings
from email.message import Message
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from croupier.arena.room.offers import Offer

from .endpoint import TURNS, endpoint
from .loops import in_loop
from .network import arena, http
from .test_examples import EXAMPLES

HOUSE = Offer(id="H", game="holdem", kind="house", code="HOUSE", seats=2, policy="station", options={"hands": 2},
              move_time_ms=60_000, open_thoughts=True)  # fmt: skip


async def model_player(url: str, endpoint: str, *more: str) -> list[str]:
    """Let it play; what it prints."""
    words = [sys.executable, str(EXAMPLES / "model_player.py"), url, "Alpha", "HOUSE-secret"]
    words += ["--endpoint", endpoint, "--model", "fake", "--patience", "0.5", *more]
    player = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    assert player.stdout is not None
    out = (await player.stdout.read()).decode()
    assert await player.wait() == 0
    return out.splitlines()


@pytest.mark.parametrize("told, pause", [("7", 7.0), ("Wed, 21 Oct 2026 07:28:00 GMT", 1.0), ("", 1.0)])
def test_an_endpoint_may_tell_the_pause_in_seconds_or_as_a_date(told: str, pause: float) -> None:
    example = runpy.run_path(str(EXAMPLES / "model_player.py"))
    model, headers, waited, now = example["Model"], Message(), list[float](), [0.0]
    headers["Retry-After"] = told

    def refuse(*_: Any) -> Any:
        raise urllib.error.HTTPError("http://x", 429, "", headers, None)

    def wait(seconds: float) -> None:
        waited.append(seconds)
        now[0] = 1000.0

    clock = SimpleNamespace(monotonic=lambda: now[0], sleep=wait)
    model.answer.__globals__.update(post=refuse, time=clock)
    assert model(SimpleNamespace(endpoint="http://x", model="m", patience=5)).answer([], 100.0) is None
    assert waited == [pause]


@pytest.mark.parametrize("example", ["model_player.py", "curl.sh"])
def test_an_example_is_short_enough_to_read(example: str) -> None:
    most = {"model_player.py": 170, "curl.sh": 25}[example]
    assert len((EXAMPLES / example).read_text("utf-8").splitlines()) <= most


@in_loop
async def test_a_model_plays_several_tables_behind_an_endpoint_that_is_slow_wrong_limited_and_dead(
    tmp_path: Path,
) -> None:
    async with arena(tmp_path, HOUSE) as room, endpoint() as model:
        out = await model_player(room.url, model.url, "--tables", "3", "--matches", "1")
        ends = [json.loads(line) for line in out if line.startswith("{")]
        assert len(ends) == 3 and all(end["result"]["type"] == "match_end" for end in ends)
        assert set(model.did) == set(TURNS), "every one of them has come up"
        refused = [asked for asked in model.asked if len(asked["messages"]) > 2]
        replies = [asked["messages"][-1]["content"] for asked in refused]
        assert any("Refused: RAISE_TO 1 is below" in reply and "Understood: RAISE_TO 1." in reply for reply in replies)
        assert all(asked["messages"][0]["content"].startswith("You play No-limit hold'em") for asked in model.asked)
        rows = (await http(room, f"/api/matches/{ends[0]['result']['match_id']}/thoughts"))[1]
        thought = [json.loads(row) for row in rows.splitlines()]
        assert thought and {row["usage"]["model"] for row in thought if row["usage"]} == {"fake-1"}


@in_loop
async def test_with_a_dead_endpoint_the_cheapest_option_is_played(tmp_path: Path) -> None:
    hurried = msgspec.structs.replace(HOUSE, options={"hands": 1}, move_time_ms=2_500)
    async with arena(tmp_path, hurried) as room, endpoint("dead") as model:
        out = await model_player(room.url, model.url, "--matches", "1")
        assert json.loads(out[-1])["result"]["type"] == "match_end"


OPTIONS = [{"action": "FOLD"}, {"action": "CALL"}, {"action": "RAISE_TO", "low": 200, "high": 900, "step": 1},
           {"action": "DISCARD", "cards": ["7h", "Td"], "fewest": 1, "most": 1}]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ('So.\n```json\n{"action": "call", "thoughts": "{cheap}"}\n```', {"action": "CALL"}),
        (
            '{"action": "FOLD"} or rather {"action": "RAISE_TO", "amount": "1,200"}',
            {"action": "RAISE_TO", "amount": 1200},
        ),
        ("They may fold.\nI raise to 300.", {"action": "RAISE_TO", "amount": 300}),
        ('{"action": "DISCARD", "cards": ["Td"]}', {"action": "DISCARD", "cards": ["Td"]}),
        ('{"action": "CHECK"}', {"action": "CHECK"}),
        ("I do not call.", {}),
        ("Call or fold?", {}),
        ("{" * 500, {}),
        ("", {}),
    ],
)
def test_the_example_reads_answers_leniently_and_plays_nothing_that_was_not_meant(said: str, understood: Any) -> None:
    example = runpy.run_path(str(EXAMPLES / "model_player.py"), run_name="example")
    found = example["read"](said, OPTIONS)
    assert {key: value for key, value in found.items() if key != "thoughts"} == understood


@pytest.mark.parametrize("game", ["holdem", "five_card_draw", "battle"])
def test_twenty_lines_of_curl_play_a_hand(game: str, tmp_path: Path) -> None:
    if not shutil.which("curl") or not shutil.which("jq"):
        told = "NOT TESTED: examples/curl.sh needs curl and jq, and they are not here."
        warnings.warn(told, stacklevel=2)
        pytest.skip(told)

    @in_loop
    async def played() -> None:
        house = Offer(id="H", game=game, kind="house", code="HOUSE", move_time_ms=600_000)
        async with arena(tmp_path, house) as room:
            words = ["sh", str(EXAMPLES / "curl.sh"), room.url, "Alpha", "HOUSE-secret", "1"]
            env = {**os.environ, "no_proxy": "*"}
            curl = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE, env=env)
            assert curl.stdout is not None
            out = (await curl.stdout.read()).decode()
            assert await curl.wait() == 0
            assert "You decide." in out and '"type": "receipt"' in out
            assert (await http(room, "/api/tables/H-1"))[1]["hand"] >= 2 or game == "battle"

    played()
