"""What a bot in its own process is kept from: behind walls everything, without them what the system allows.

Tests of the walls need bubblewrap and a kernel that lets it; where it cannot run they are skipped, and say why.
"""

from __future__ import annotations

import ctypes
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from croupier import holdem
from croupier.agents import loading
from croupier.agents.booth import outside, walls
from croupier.agents.loading import isolation_warning, load_bot, load_bots
from croupier.agents.process import processes
from croupier.agents.terms import Terms
from croupier.cli.main import _without_seed, parser
from croupier.games.holdem import for_bots
from croupier.kernel.errors import BadInput
from croupier.simulate.match.match import Match
from croupier.simulate.record.storage import read
from tests.agents.test_isolation import GALLERY, HEADS_UP, PATIENT, THREE_HANDED
from tests.agents.test_leaks import raises
from tests.toys.kuhn import GAME as KUHN

GONE = 60_000
"""Milliseconds after which a process that should have ended is taken to have stayed; it takes none of them."""
walled = pytest.mark.skipif(bool(walls.gap()), reason=f"no walls can be built here: {walls.gap()}")
both = pytest.mark.parametrize("how", [pytest.param("walls", marks=walled), "no walls"])
linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not list processes in /proc")


@pytest.fixture
def wanted(tmp_path: Path) -> str:
    """What the burglars look for; they lie in a folder of their own, with what they have to know."""
    bots = tmp_path / "bots"
    bots.mkdir()
    for name in ("burglars.py", "cheats.py"):
        shutil.copy(GALLERY / name, bots)
    found = str(uuid.uuid4().int % 10**17)
    (bots / "wanted").write_text(found)
    return found


@pytest.fixture
def without_walls(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes booths as they are where bubblewrap cannot run."""
    return lambda: monkeypatch.setattr(outside, "gap", lambda: "not in this test")


def burglar(name: str) -> str:
    return f"proc:{Path('bots', 'burglars.py')}:{name}"


def finds(name: str, *others: str, terms: Terms = PATIENT, out: str = "record.jsonl", config: Any = HEADS_UP) -> bool:
    """Whether a burglar that plays a hand finds what it looks for."""
    terms = terms.hiding([Path(out)])
    entrants = load_bots(holdem.GAME, [burglar(name), *(others or ["house:station"])], terms)
    results = Match(holdem.GAME, config, entrants, hands=2, seed=3, out=Path(out)).play()
    assert results.errors(0) == []
    return raises(list(read(Path(out))[1])) > 0


@walled
def test_behind_walls_no_other_file_is_seen(wanted: str, tmp_path: Path) -> None:
    (tmp_path / "above").mkdir()
    for place in ("bots/other.py", "above/other.py", "key"):
        (tmp_path / place).write_text((GALLERY / "cheats.py").read_text())
    assert not finds("ReadsBots", f"{tmp_path / 'bots' / 'other.py'}:Victim", "house:station", config=THREE_HANDED)


@walled
@pytest.mark.parametrize("out", ["bots/record.jsonl", "bots/records/match.jsonl"])
def test_behind_walls_the_running_record_is_not_seen_where_it_lies_beside_the_bot(wanted: str, out: str) -> None:
    Path("bots", "records").mkdir()
    assert not finds("ReadsRecord", out=out)


@both
def test_environment_variables_of_the_host_are_not_seen_behind_walls(
    how: str, wanted: str, without_walls: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without walls a bot has the variables that we have: a program may need them."""
    monkeypatch.setenv("SECRET_OF_THE_HOST", wanted)
    if how == "no walls":
        without_walls()
    assert finds("ReadsEnvironments") == (how == "no walls")


def test_a_booth_finds_the_game_where_we_found_it_with_walls_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "mine")
    root = str(Path(__file__).parents[2])
    assert root in walls.environment(KUHN.home)["PYTHONPATH"].split(os.pathsep)
    *found, last = walls.without_walls(KUHN.home)["PYTHONPATH"].split(os.pathsep)
    assert root in found and last == "mine"


@linux
@both
def test_the_memory_of_the_match_is_closed_to_bots(how: str, wanted: str, without_walls: Callable[[], None]) -> None:
    if how == "no walls":
        if os.geteuid() == 0:
            pytest.skip("without walls the super-user can read everything")
        without_walls()
    assert not finds("ReadsMemory")


@linux
def test_the_match_and_its_booths_are_closed_to_processes_of_the_same_user(
    wanted: str, without_walls: Callable[[], None]
) -> None:
    """The super-user can read them all the same, so whether they are closed is asked of Linux."""
    without_walls()
    assert not finds("IsOpen", out="a.jsonl")
    assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0


@walled
def test_behind_walls_nobody_can_be_talked_to(wanted: str) -> None:
    name = f"croupier-{wanted}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as named:
        named.bind("\0" + name)
        named.listen()
        Path("bots", "port").write_text(str(server.getsockname()[1]))
        Path("bots", "name").write_text(name)
        assert not finds("OpensSockets")


@walled
def test_behind_walls_nothing_can_be_left_behind(wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, cache = tmp_path / "home", tmp_path / "cache"
    home.mkdir()
    cache.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(walls, "cache", SimpleNamespace(folder=lambda: cache))
    Path("bots", "home").write_text(str(home))
    finds("Writes")
    assert [path for path in tmp_path.rglob("left")] == []


@walled
def test_behind_walls_no_setting_of_the_kernel_can_be_changed_even_by_the_super_user(wanted: str) -> None:
    assert not finds("ChangesSettings")


def bearing(mark: str) -> list[int]:
    """The processes that have something on their command line."""
    found = []
    for pid in processes():
        try:
            if mark.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
        except OSError:
            continue
    return found


def has_ended(handle: int) -> bool:
    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    ended = bool(waiting.poll(GONE))
    os.close(handle)
    return ended


@linux
@both
@pytest.mark.parametrize("ending", ["close", "kill"])
def test_processes_that_a_bot_has_started_end_with_it(
    how: str, ending: str, wanted: str, without_walls: Callable[[], None]
) -> None:
    """An orphan in a session of its own, which is in no group of ours."""
    if how == "no walls":
        without_walls()
    bot: Any = load_bot(holdem.GAME, burglar("Stays"), PATIENT)
    strays = [os.pidfd_open(pid) for pid in bearing(wanted)]
    assert strays
    if ending == "kill":
        bot._program.kill()
    bot.close()
    assert all([has_ended(stray) for stray in strays])


@linux
@both
def test_a_booth_ends_with_the_match_that_is_killed(how: str, wanted: str) -> None:
    """The bot would stay: it does not end when its input does."""
    source = (
        "import sys\nfrom croupier import holdem\nfrom croupier.agents.loading import load_bot\n"
        "from croupier.agents.terms import Terms\n"
        f"bot = load_bot(holdem.GAME, {burglar('Lingers')!r}, Terms())\n"
        "print(bot._program._popen.pid, flush=True)\nsys.stdin.read()\n"
    )
    variables = {**os.environ, **({"PATH": "/nowhere"} if how == "no walls" else {})}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", source], env=variables, **pipes) as match:  # type: ignore[call-overload]
        booth = os.pidfd_open(int(match.stdout.readline()))
        match.send_signal(signal.SIGKILL)
        assert has_ended(booth)


def played(words: list[str], record: Path, **options: Any) -> tuple[int, str]:
    """How often somebody raised in a match of the command line, and what it said on standard error."""
    done = subprocess.run([*words, "--out", str(record)], capture_output=True, text=True, check=True, **options)
    return raises(list(read(record)[1])), done.stderr


@linux
def test_the_seed_is_on_no_command_line_of_ours_and_the_isolation_warning_is_shown(wanted: str) -> None:
    words = [sys.executable, "-m", "croupier", "match", burglar("ReadsCommandLines"), "house:station"]
    words += ["--hands", "2", "--limit-ms", "600000", "--seed", wanted]
    found, said = played(words, Path("a.jsonl"), env={**os.environ, "PATH": "/nowhere"})
    assert found == 0 and read(Path("a.jsonl"))[0].seed == int(wanted)
    assert said == (
        "croupier: Isolated bots can read all that you can, the record of this match with its seed too, write your "
        "files and use the network: bubblewrap is not installed.\n"
    )


@walled
def test_behind_walls_the_seed_on_the_command_line_of_a_shell_is_not_seen(wanted: str) -> None:
    """Nor are there open doors to be told."""
    line = f'"{sys.executable}" -m croupier match {burglar("ReadsCommandLines")} house:station --hands 2'
    shell = ["sh", "-c", f'{line} --limit-ms 600000 --seed {wanted} "$@"; exit $?', "sh"]
    assert played(shell, Path("a.jsonl")) == (0, "")


@pytest.mark.parametrize(
    ("words", "kept", "seed"),
    [
        ("match a b --seed 7 --json", "match a b --json", "7"),
        ("match a --seed=7 b", "match a b", "7"),
        ("match --see 7 a b", "match a b", "7"),
        ("match --seed 1 a --seed 2 b", "match a b", "2"),
        ("match a b --seats 2 --set hands=3", "match a b --seats 2 --set hands=3", None),
        ("match a -- --seed 7", "match a -- --seed 7", None),
        ("match a b --seed", "match a b", None),
    ],
)
def test_the_seed_is_found_however_it_is_written(words: str, kept: str, seed: str | None) -> None:
    assert _without_seed(words.split()) == (kept.split(), seed)


def test_a_seed_is_read_from_an_open_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("seed").write_text("41\n")
    with open("seed") as file:
        descriptor = os.dup(file.fileno())
    assert parser().parse_args(["match", "a.py", "b.py", "--seed", f"fd:{descriptor}"]).seed == 41
    for wrong in (f"fd:{descriptor}", "fd:x"):
        with pytest.raises(SystemExit):
            parser().parse_args(["match", "a.py", "b.py", "--seed", wrong])
        assert f"{wrong} cannot be read" in capsys.readouterr().err


def test_the_isolation_warning_is_about_bots_in_processes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "gap", lambda: "bubblewrap is not installed")
    assert isolation_warning(["a.py", "house:shark", "random"], isolated=False) == ""
    assert isolation_warning(["a.py", "random"], isolated=True).startswith("Isolated bots can read all")
    assert isolation_warning(["proc:a.py:Bold", "random"], isolated=False).endswith(": bubblewrap is not installed.")
    assert isolation_warning(["proc:a.py", "cmd:node b.js"], isolated=False).startswith(
        "Isolated bots and commands can read"
    )
    monkeypatch.setattr(loading, "gap", lambda: "")
    assert isolation_warning(["proc:a.py"], isolated=True) == ""
    said = isolation_warning(["proc:a.py", "cmd:node b.js"], isolated=False)
    assert said.startswith("Commands can read") and said.endswith("only bots of Python files are put behind walls.")


@pytest.fixture
def gaps() -> Iterator[Callable[[], str]]:
    """What stands in the way, asked anew."""
    walls.gap.cache_clear()
    yield walls.gap
    walls.gap.cache_clear()


def test_why_no_walls_can_be_built_is_told(gaps: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walls.sys, "platform", "darwin")
    assert gaps() == "bubblewrap is for Linux alone"
    monkeypatch.setattr(walls.sys, "platform", "linux")
    walls.gap.cache_clear()
    Path("bwrap").write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n")
    Path("bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(Path.cwd()))
    assert gaps() == "bubblewrap cannot run here: bwrap: No permissions to create a new namespace"
    walls.gap.cache_clear()
    Path("bwrap").unlink()
    assert gaps() == "bubblewrap is not installed"


def shown(path: str, *hidden: str) -> list[str]:
    """What a bot is shown of the folder of the test, by its entries."""
    words = walls.walls(Path.cwd().resolve() / path, [Path(one) for one in hidden], "croupier.games.holdem")
    assert words[-2:] == [str((Path.cwd() / path).parent.resolve()), "--"]
    read_only = {words[at + 1] for at, word in enumerate(words) if word == "--ro-bind-try"}
    here = str(Path.cwd().resolve())
    return sorted(os.path.relpath(one, here) for one in read_only if one.startswith(here))


def test_a_folder_is_shown_whole_or_without_what_is_hidden() -> None:
    for name in ("bots/a.py", "bots/b.py", "bots/lib/c.py", "bots/lib/d.py", "bots/records/1.jsonl", "bots/data/x"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).touch()
    assert shown("bots/a.py") == ["bots", "bots/a.py"]
    assert shown("bots/a.py", "bots/a.py", "elsewhere") == ["bots", "bots/a.py"], "its own file is not hidden"
    Path("bots/__pycache__").mkdir()
    assert shown("bots/a.py", "bots/b.py") == ["bots/a.py", "bots/data", "bots/lib", "bots/records"]
    hidden = ("bots/b.py", "bots/records", "bots/lib/c.py", "bots/not-there-yet.jsonl")
    assert shown("bots/a.py", *hidden) == ["bots/a.py", "bots/data", "bots/lib/d.py"]
    assert shown("bots/a.py", ".") == ["bots/a.py"], "in a hidden folder, itself alone"
    os.symlink(Path("bots/b.py").resolve(), "bots/link.py")
    os.symlink(Path("bots/records").resolve(), "bots/latest")
    assert shown("bots/a.py", *hidden) == ["bots/a.py", "bots/data", "bots/lib/d.py"], "nor by another name"


def test_a_folder_with_more_in_it_than_can_be_shown_one_by_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walls, "MOST_SHOWN", 3)
    Path("bots").mkdir()
    for name in ("a.py", "b.py", "c", "d", "e"):
        Path("bots", name).touch()
    assert shown("bots/a.py") == ["bots", "bots/a.py"], "as a whole it is shown however much is in it"
    assert shown("bots/a.py", "bots/b.py", "bots/e") == ["bots/a.py", "bots/c", "bots/d"]
    with pytest.raises(BadInput, match=r"bots has more than 3 files and folders .* a folder of its own"):
        shown("bots/a.py", "bots/b.py")


def test_a_bot_is_not_shown_the_file_of_a_command_that_plays_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bots/a.py", "bots/b.js"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).touch()
    hidden: list[Path] = []
    monkeypatch.setattr(loading, "load_bot", lambda game, text, terms: hidden.extend(terms.hidden))
    load_bots(holdem.GAME, ["proc:bots/a.py", "cmd:node bots/b.js 'x"], PATIENT)[0].make()
    assert shown("bots/a.py", *map(str, hidden)) == ["bots/a.py"]


def test_of_the_home_folder_only_the_file_of_the_bot_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("home/sub").mkdir(parents=True)
    for name in ("a.py", "home/a.py", "home/key", "home/sub/a.py"):
        Path(name).touch()
    monkeypatch.setenv("HOME", str(Path("home").resolve()))
    assert shown("home/a.py") == ["home/a.py"]
    assert shown("a.py") == ["a.py"]
    assert shown("home/sub/a.py") == ["home/sub", "home/sub/a.py"]


@walled
def test_functions_for_bots_are_compiled_outside_as_a_cache_cannot_be_written_behind_walls(wanted: str) -> None:
    made = []
    game = replace(holdem.GAME, compile_for_bots=lambda: made.append("share"))
    load_bot(game, burglar("ReadsBots"), PATIENT).close()
    assert made == ["share"]


@walled
def test_a_bot_in_a_folder_of_another_name_finds_itself_and_what_is_beside_it(wanted: str) -> None:
    os.symlink("bots", "link")
    os.symlink("burglars.py", "bots/thieves.py")
    bot: Any = load_bot(holdem.GAME, "proc:link/thieves.py:ReadsBots", PATIENT.hiding([Path("bots/wanted")]))
    bot.close()


def test_share_is_what_bots_of_holdem_are_given_to_call(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(for_bots, "sampled_share", lambda *given: asked.append(given))
    holdem.GAME.compile_for_bots()
    assert len(asked) == 1
