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
    assert (settings.host, settings.port, settings.db, settings.limits.per_address) == ("c", 2, "a.db", 7)
    assert settings.tables[0].game == "deal"


@pytest.mark.parametrize("text", ["port = 70000", "potr = 1", "port = ", '[[tables]]\nname = "x"', "[limits]\nx = 1"])
def test_what_makes_no_sense_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "arena.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"arena\.toml"):
        read_settings(path)


def test_started_bare_every_game_is_open() -> None:
    offered = offers(read_settings(None))
    assert {offer.game for offer in offered} == {*GAMES} - {"genome"} | {*classics()}
    assert len({offer.code for offer in offered if offer.code}) == sum(bool(offer.code) for offer in offered)


def test_genome_files_are_offered(tmp_path: Path) -> None:
    from importlib.resources import files

    kuhn = files("croupier.games.genome").joinpath("classics/kuhn.json").read_text()
    (tmp_path / "my game!.json").write_text(kuhn)
    (offer,) = offers(read_settings(None, open=False, games=str(tmp_path)))
    assert (offer.id, offer.code, offer.kind) == ("g-my_game_", "G_MY_GAME_", "house")
    with pytest.raises(BadInput, match="no folder"):
        offers(read_settings(None, games=str(tmp_path / "nowhere")))
