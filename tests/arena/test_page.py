"""The page as it is served: compressed if the browser takes that, kept for good if its name has a hash, and with a
policy that lets it load nothing from elsewhere."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from croupier.arena.server.page import HOW, Page

from .loops import in_loop
from .network import arena, http


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page of two files, and what is not served."""
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (built / "assets/index-abc123.js").write_text("go();", encoding="utf-8")
    (built / "assets/index-abc123.js.gz").write_bytes(gzip.compress(b"go();"))
    (built / "stamp").write_text("secret", encoding="utf-8")
    return built


def test_only_what_a_browser_needs_is_served(folder: Path) -> None:
    assert sorted(Page.built(folder).files) == ["assets/index-abc123.js", "index.html"]


def test_files_with_a_hash_in_their_names_are_cached_for_good(folder: Path) -> None:
    files = Page.built(folder).files
    assert "immutable" in files["assets/index-abc123.js"].headers["cache-control"]
    assert files["index.html"].headers["cache-control"] == "no-cache"


def test_the_policy_allows_nothing_from_elsewhere_and_nothing_inline(folder: Path) -> None:
    policy = Page.built(folder).files["index.html"].headers["content-security-policy"]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy and "http" not in policy


@in_loop
async def test_the_page_is_at_the_top_and_nothing_beside_it_can_be_had(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Page.built.__func__, "__defaults__", (folder,))  # type: ignore[attr-defined]
    async with arena(tmp_path) as room:
        assert await http(room, "/") == (200, "<!doctype html>")
        assert (await http(room, "/assets/index-abc123.js"))[1] == "go();"
        for outside in ("/stamp", "/assets/../stamp", "/assets/%2e%2e/stamp", "/../page.py"):
            assert (await http(room, outside))[0] == 404, outside


@in_loop
async def test_an_address_without_a_page_says_so_to_browsers_and_to_programs(tmp_path: Path) -> None:
    async with arena(tmp_path) as room:
        status, page = await http(room, "/table/<b>x", Accept="text/html,*/*;q=0.8")
        assert status == 404 and "There is nothing at <code>/table/&lt;b&gt;x</code>." in page
        assert await http(room, "/table/x") == (404, {"code": "NOT_FOUND", "msg": "Not Found"})
        status, posted = await http(room, "/table/x", "POST", {}, Accept="text/html")
        assert status == 404 and posted["code"] == "NOT_FOUND"


@in_loop
async def test_an_arena_without_a_page_runs_and_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Page.built.__func__, "__defaults__", (tmp_path / "nowhere",))  # type: ignore[attr-defined]
    async with arena(tmp_path) as room:
        assert await http(room, "/") == (503, HOW + "\n")
        assert (await http(room, "/healthz"))[0] == 200


@in_loop
async def test_a_browser_that_has_the_page_is_not_sent_it_again(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Page.built.__func__, "__defaults__", (folder,))  # type: ignore[attr-defined]
    tag = Page.built(folder).files["index.html"].tag
    async with arena(tmp_path) as room:
        status, _ = await http(room, "/", **{"If-None-Match": tag})
        assert status == 304
