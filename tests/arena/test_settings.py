"""What a config file can say, and what is offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.arena.server.settings import offers, read_settings
from croupier.games import GAMES, classics
from croupier.kernel.errors import BadInput


def test_every_key_has_a_default() -> None:
    settings = read_settings(None)
    assert (settings.host, settings.port, settings.open) == ("127.0.0.1", 8000, True)


def test_the_command_line_is_above_the_environment_and_that_above_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "arena.toml"
    path.write_text('port = 1\nhost = "a"\ndb = "a.db"\n[limits]\nper_address = 7\n[[tables]]\ngame = "deal"\n')
    monkeypatch.setenv("CROUPIER_PORT", "2")
    monkeypatch.setenv("CROUPIER_HOST", "b")
    settings = read_settings(path, host="c", port=None)
    assert (settings.host, settings.port, settings.store, settings.limits.per_address) == ("c", 2, "a.db", 7)
    assert settings.tables[0].game == "deal"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("port = ", "arena.toml is not TOML: Invalid value (at "),
        ("port = 70000", "arena.toml: port is a whole number from 0 to 65535, not 70000."),
        ("workers = 0", "arena.toml: workers is a whole number of 1 or more, not 0."),
        ('open = "maybe"', "arena.toml: open is true or false, not 'maybe'."),
        ("db = 3", "arena.toml: store is a text, not 3."),
        ('db = "a"\nstore = "b"', "arena.toml: store and db are two names of one setting"),
        ("potr = 1", "arena.toml: potr is no setting. Did you mean port? There are host, port, store, key, "),
        ("limits = 3", "arena.toml: limits is a table of names and values, not 3."),
        ("[limits]\nhelo_ms = 1", "arena.toml: limits.helo_ms is no setting. Did you mean hello_ms? There are conn"),
        ("[limits]\nhello_ms = 0", "arena.toml: limits.hello_ms is a whole number of 1 or more, not 0."),
        (
            '[limits]\nhosts = ["a.example", "b.example:80"]',
            "arena.toml: limits.hosts, entry 2 is a name or an address without scheme and port, such as cards.example, "
            "not 'b.example:80'.",
        ),
        ('[limits]\norigins = ["a.example"]', "entry 1 is an address without a path, such as https://cards.example, "),
        ('[limits]\norigins = "x"', "arena.toml: limits.origins is a list, of which each is an address without a path"),
        ('[limits]\ntrusted_proxies = ["localhost"]', "entry 1 is an address or a network in digits, such as 10.0.0.2"),
        ("tables = 3", "arena.toml: tables is a list, of which each is a table of names and values, not 3."),
        ("[[tables]]\nseats = 2", "arena.toml: tables, entry 1: game is missing."),
        ('[[tables]]\nname = "x"', "arena.toml: tables, entry 1: name is no setting."),
        (
            '[[tables]]\ngame = "deal"\n[[tables]]\ngame = "holdem"\nkind = "x"',
            "arena.toml: tables, entry 2: kind is one of house, practice, private, queue, table, not 'x'.",
        ),
        ('[[tables]]\ngame = "holdem"\nseats = "x"', "arena.toml: tables, entry 1: seats is a whole number, not 'x'."),
        ('[[tables]]\ngame = "holdem"\nroster = {A = 3}', "arena.toml: tables, entry 1: roster: each value is a text."),
        (
            '[[tables]]\ngame = "holdem"\nlevels = [{changes = 3}]',
            "arena.toml: tables, entry 1: levels, entry 1: changes is a table of names and values, not 3.",
        ),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_with_its_name_and_the_allowed_values(
    tmp_path: Path, text: str, told: str
) -> None:
    path = tmp_path / "arena.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as refused:
        read_settings(path)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("CROUPIER_PORT", "x", "CROUPIER_PORT is a whole number from 0 to 65535, not 'x'."),
        ("CROUPIER_PRUNE_DAYS", "-1", "CROUPIER_PRUNE_DAYS is a whole number of 0 or more, not '-1'."),
        ("CROUPIER_LIMITS_HELLO_MS", "soon", "CROUPIER_LIMITS_HELLO_MS is a whole number of 1 or more, not 'soon'."),
        (
            "CROUPIER_LIMITS_HOSTS",
            "a,b:1",
            "CROUPIER_LIMITS_HOSTS, entry 2 is a name or an address without scheme and ",
        ),
        ("CROUPIER_LIMITS_HOST", "a", "CROUPIER_LIMITS_HOST is no setting. Did you mean CROUPIER_LIMITS_HOSTS?"),
        ("CROUPIER_TABLES", "final", 'CROUPIER_TABLES is a list in JSON, such as [{"game": "holdem"}]: '),
        (
            "CROUPIER_TABLES",
            '[{"gam": 1}]',
            "CROUPIER_TABLES, entry 1: gam is no setting. Did you mean game? There are",
        ),
        (
            "CROUPIER_EVENTS",
            '[{"kind": "x"}]',
            "CROUPIER_EVENTS, entry 1: kind is one of common, duplicate, freezeout, mirrored,",
        ),
    ],
)
def test_a_variable_that_makes_no_sense_is_told_by_its_own_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str, value: str, told: str
) -> None:
    path = tmp_path / "arena.toml"
    path.write_text("[limits]\nper_address = 7\n")
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadInput) as refused:
        read_settings(path)
    assert str(refused.value).startswith(told)


def test_an_option_that_makes_no_sense_is_told_as_it_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_PORT", "1")
    with pytest.raises(BadInput, match=r"^--port is a whole number from 0 to 65535, not 99999\.$"):
        read_settings(None, port=99999)


def test_limits_that_are_no_table_are_told_beside_a_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "arena.toml"
    path.write_text("limits = 3")
    monkeypatch.setenv("CROUPIER_LIMITS_HELLO_MS", "5")
    with pytest.raises(BadInput, match="limits is a table of names and values, not 3"):
        read_settings(path)


def test_started_bare_every_game_is_open() -> None:
    offered = offers(read_settings(None))
    assert {offer.game for offer in offered} == {*GAMES} - {"genome"} | {*classics()}
    assert len({offer.code for offer in offered if offer.code}) == sum(bool(offer.code) for offer in offered)


def test_the_time_for_a_decision_against_the_house_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_MOVE_TIME_MS", "600000")
    found = {offer.id: offer for offer in offers(read_settings(None))}
    assert {found[id].move_time_ms for id in ("holdem", "deal", "battle", "gin_rummy")} == {600_000}
    assert found["table"].move_time_ms is None and found["queue"].move_time_ms is None


def test_genome_files_are_offered(tmp_path: Path) -> None:
    from importlib.resources import files

    kuhn = files("croupier.games.genome").joinpath("classics/kuhn.json").read_text()
    (tmp_path / "my game!.json").write_text(kuhn)
    (offer,) = offers(read_settings(None, open=False, games=str(tmp_path)))
    assert (offer.id, offer.code, offer.kind) == ("g-my_game_", "G_MY_GAME_", "house")
    with pytest.raises(BadInput, match="no folder"):
        offers(read_settings(None, games=str(tmp_path / "nowhere")))
