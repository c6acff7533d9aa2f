"""Which requests a browser may bring: none under a name that is not the arena's, and no change for another site."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.server.api import Problem
from croupier.arena.server.doorkeeper import Doorkeeper
from croupier.arena.server.settings import Limits, read_settings
from croupier.kernel.errors import BadInput

from .asking import Asking
from .virtual import hall


def refusal(keeper: Doorkeeper, host: str | None = "localhost", origin: str | None = None, **more: Any) -> str:
    """The code of a refusal; "" where a request may go on."""
    heads = [("host", host), ("origin", origin)]
    headers = [(name.encode(), value.encode("latin-1")) for name, value in heads if value is not None]
    try:
        keeper.check({"type": "http", "method": "GET", "headers": headers, **more})
    except Problem as problem:
        return str(problem.body["code"])
    return ""


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8000", "LocalHost", "localhost.", "arena.localhost:80", "127.0.0.1:8000", "127.8.9.1",
     "[::1]:8000", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]:8000"],
)  # fmt: skip
def test_localhost_and_loopback_addresses_are_always_the_arenas(host: str) -> None:
    for listens_at in ("127.0.0.1", "0.0.0.0", "192.168.1.5"):
        assert refusal(Doorkeeper(Limits(), listens_at, "box"), host) == ""


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "localhost.evil.example", "evillocalhost", "127.0.0.1.evil.example",
     "192.168.1.5", "[fe80::1]:8000", "0.0.0.0", "box", "box.local", "[::1", "[::1]x", "localhost:x", ":8000",
     "evil\xe9"],
)  # fmt: skip
def test_an_arena_on_loopback_has_no_other_name(host: str) -> None:
    assert refusal(Doorkeeper(Limits(), "127.0.0.1", "box"), host) == "WRONG_HOST"


def test_the_address_that_is_listened_at_is_the_arenas() -> None:
    keeper = Doorkeeper(Limits(), "192.168.1.5", "box.lan")
    assert refusal(keeper, "192.168.1.5:8000") == ""
    assert refusal(keeper, "192.168.1.6:8000") == "WRONG_HOST"
    assert [refusal(keeper, name) for name in ("box", "box.lan:8000", "BOX.local")] == ["", "", ""]
    assert refusal(Doorkeeper(Limits(), "fd00::5", "box"), "[FD00:0::5]:8000") == ""
    assert refusal(Doorkeeper(Limits(), "cards.lan", "box"), "cards.lan") == ""


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::", ""])
def test_listening_everywhere_any_address_is_the_arenas_and_still_no_name(everywhere: str) -> None:
    keeper = Doorkeeper(Limits(), everywhere, "box")
    hosts = ("192.168.1.5:8000", "172.17.0.2", "[fd00::5]:8000", "box:8000", "box.local")
    assert [refusal(keeper, host) for host in hosts] == [""] * len(hosts)
    assert refusal(keeper, "evil.example") == "WRONG_HOST"


def test_names_that_the_settings_have_are_the_arenas() -> None:
    keeper = Doorkeeper(Limits(hosts=["Cards.Example", "fd00::7"]), "127.0.0.1")
    assert [refusal(keeper, host) for host in ("cards.example", "cards.example:8443", "[fd00::7]")] == [""] * 3
    assert refusal(keeper, "www.cards.example") == "WRONG_HOST"
    assert refusal(Doorkeeper(Limits(hosts=["*"]), "127.0.0.1"), "evil.example") == ""


def test_a_request_names_its_host_once() -> None:
    keeper = Doorkeeper(Limits(), "127.0.0.1")
    assert refusal(keeper, None) == refusal(keeper, "") == "BAD_HOST"
    twice = [(b"host", b"localhost"), (b"host", b"localhost")]
    assert refusal(keeper, headers=twice) == "BAD_HOST"
    assert refusal(keeper, None, http_version="1.0") == "", "HTTP/1.0 has no such header"
    assert refusal(keeper, headers=twice, http_version="1.0") == "BAD_HOST"


def test_a_wrong_name_is_told_with_the_setting_that_allows_it() -> None:
    with hall() as one:
        told = Asking(one).asks("/api/lobby", host="cards.example:8000")
        assert told.status == 421
        assert told.json["code"] == "WRONG_HOST"
        assert (
            "`hosts` under [limits]" in told.json["msg"] and "CROUPIER_LIMITS_HOSTS=cards.example." in told.json["msg"]
        )
        assert len(Asking(one).asks("/", host="x" * 60_000).body) < 500


def test_whether_it_runs_is_told_under_any_name() -> None:
    with hall() as one:
        assert [Asking(one).asks(path, host="10.1.2.3").status for path in ("/healthz", "/readyz")] == [200, 200]


SAME, OTHER = "http://localhost:8000", "https://evil.example"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_a_page_of_another_site_changes_nothing(method: str) -> None:
    keeper = Doorkeeper(Limits(origins=["https://friend.example"]), "127.0.0.1")
    for origin in (OTHER, "null", "", "http://localhost:9000", "http://[", "http://localhost:8000.evil.example"):
        assert refusal(keeper, "localhost:8000", origin, method=method) == "WRONG_ORIGIN"
    for own in (None, SAME, "https://friend.example"):
        assert refusal(keeper, "localhost:8000", own, method=method) == ""


def test_a_page_of_another_site_may_ask_for_what_it_cannot_read() -> None:
    keeper = Doorkeeper(Limits(), "127.0.0.1")
    for method in ("GET", "HEAD"):
        assert refusal(keeper, "localhost:8000", OTHER, method=method) == ""


def test_a_socket_is_refused_to_a_page_of_another_site() -> None:
    keeper = Doorkeeper(Limits(), "127.0.0.1")
    assert refusal(keeper, "localhost:8000", OTHER, type="websocket") == "WRONG_ORIGIN"
    assert refusal(keeper, "localhost:8000", SAME, type="websocket") == ""
    assert refusal(keeper, "evil.example", "http://evil.example", type="websocket") == "WRONG_HOST"


def test_a_foreign_page_cannot_sit_down_at_a_table() -> None:
    with hall() as one:
        joining = {"method": "POST", "body": b'{"team": "Mallory", "code": "NONE"}'}
        refused = Asking(one).asks("/api/join", origin=OTHER, **joining)
        assert (refused.status, refused.json["code"]) == (403, "WRONG_ORIGIN")
        assert "`origins`" in refused.json["msg"]
        assert Asking(one).asks("/api/join", **joining).json["code"] == "TEAM_UNKNOWN"


@pytest.mark.parametrize(
    ("limits", "fine"),
    [
        *(({"hosts": [host]}, True) for host in ("cards.example", "box", "10.0.0.1", "fd00::1", "*")),
        *(({"hosts": [host]}, False) for host in ("https://cards.example", "cards.example:80", "cards.example/", "")),
        *(({"origins": [origin]}, True) for origin in ("https://cards.example", "http://127.0.0.1:8000")),
        *(({"origins": [origin]}, False) for origin in ("cards.example", "https://cards.example/", "*")),
        *(({"trusted_proxies": [proxy]}, True) for proxy in ("127.0.0.1", "10.0.0.0/8", "fd00::1", "*")),
        *(({"trusted_proxies": [proxy]}, False) for proxy in ("localhost", "10.0.0.1:80", "")),
    ],
)
def test_a_name_that_no_request_could_have_is_refused_at_the_start(limits: dict[str, list[str]], fine: bool) -> None:
    ((name, value),) = limits.items()
    if fine:
        assert getattr(read_settings(None, limits=limits).limits, name) == value
    else:
        with pytest.raises(BadInput, match=name):
            read_settings(None, limits=limits)
