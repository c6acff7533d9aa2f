"""The sandbox of a booth: bubblewrap, where it is installed and the kernel allows it.

Inside, a bot has processes, users, a network and a `/tmp` of its own, and can read, but not write, the system's
libraries, Python with its packages, the compiled rules and the folder of its file. It sees nothing else of the home
folder, no other bot's file, and no record. All processes that were started in the booth end with it.

The folder is shown as a whole if nothing in it has to be hidden. Otherwise each entry that exists when the booth is
built is shown by itself, so that a record that is begun later does not appear.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

from croupier.kernel.errors import BadInput
from croupier.kernel.language import cache

SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"),
    *("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"),
)
"""The folders of programs and libraries; those that do not exist are left out."""
KEPT = ("LANG", "LC_ALL", "LC_CTYPE", "TZ", "PYTHONHASHSEED", "PYTHONUTF8")
"""Environment variables that a booth keeps, in addition to Numba's. Others may hold keys and passwords."""
INSTALLED = ("site-packages", "dist-packages")
PROBE_SECONDS = 60.0
MOST_SHOWN = 2000
"""The most entries of a folder that are shown one by one: bubblewrap takes 9,000 arguments, and an entry is three."""
ONLY_LINUX = "bubblewrap is for Linux alone"
NOT_INSTALLED = "bubblewrap is not installed"


@lru_cache(maxsize=1)
def gap() -> str:
    """Why no sandbox can be built here; "" if one can."""
    if sys.platform != "linux":
        return ONLY_LINUX
    if shutil.which("bwrap") is None:
        return NOT_INSTALLED
    words = [*_around([]), sys.executable, "-S", "-c", ""]
    try:
        tried = subprocess.run(
            words, env=environment(""), stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap cannot run here: {error}"
    said = tried.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit code {tried.returncode}"]
    return f"bubblewrap cannot run here: {said[0]}" if tried.returncode else ""


def walls(path: Path, hidden: Collection[Path], home: str) -> list[str]:
    """The command-line prefix that starts a bot's file in a sandbox.

    `path` is that of the file, in a folder whose path has no links. `hidden` are files and folders that the bot may not
    see although they are in its folder, and `home` is the module of the game.
    """
    folder = path.parent
    away = {Path(one).resolve() for one in hidden} - {path.resolve()}
    away |= {one.parent / "__pycache__" for one in away if one.suffix == ".py"}
    shown = [] if _is_shared(folder) else list(islice(_views(folder, away), MOST_SHOWN + 1))
    if len(shown) > MOST_SHOWN:
        raise BadInput(
            f"{folder} has more than {MOST_SHOWN:,} files and folders that would have to be shown to {path.name} one "
            "by one, as other bots or records are among them: give this bot a folder of its own."
        )
    return [*_around([*_packages(home), *shown, path]), "--chdir", str(folder), "--"]


def environment(home: str) -> dict[str, str]:
    """The environment variables of a sandboxed process, complete."""
    kept = {name: value for name, value in os.environ.items() if name in KEPT or name.startswith("NUMBA_")}
    kept |= {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "PYTHONPATH": os.pathsep.join(_roots(home))}
    if compiled := cache.folder():
        kept["CROUPIER_CACHE_DIR"] = str(compiled.absolute())
    return kept


def without_walls(home: str) -> dict[str, str]:
    """Our environment variables, with which a process that was started elsewhere finds the same game as we do."""
    ours = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*_roots(home), *([ours] if ours else [])])}


def _roots(home: str) -> list[str]:
    """The folders from which our own package and that of the game are imported."""
    return [str(path if path.name in INSTALLED else path.parent) for path in _packages(home)]


def _around(shown: Collection[Path]) -> list[str]:
    words = [shutil.which("bwrap") or "bwrap", "--die-with-parent", "--cap-drop", "ALL", "--unshare-user"]
    words += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    words += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for name in SYSTEM:
        if os.path.islink(name):
            words += ["--symlink", os.readlink(name), name]
        else:
            words += _read_only(Path(name))
    for path in (*_python(), *shown):
        words += _read_only(path)
    # a bot of root could write the kernel's settings in /proc/sys, and so have a program started outside
    return [*words, "--remount-ro", "/proc", "--remount-ro", "/"]


def _read_only(path: Path) -> list[str]:
    return ["--ro-bind-try", str(path), str(path)]


def _python() -> list[Path]:
    """The folders of Python, of its packages, and of compiled rules, except those that are shown anyway."""
    prefixes = [sys.base_prefix, sys.base_exec_prefix, sys.prefix, sys.exec_prefix]
    found = [Path(prefix) for prefix in prefixes] + [Path(sys.executable).resolve().parent.parent]
    if compiled := cache.folder():
        found.append(compiled.absolute())
    return [path for path in dict.fromkeys(found) if path not in (Path("/"), Path("/usr"))]


def _packages(home: str) -> list[Path]:
    """Our own package, that of the game, and folders of installed packages, unless they lie in those of Python."""
    tops = dict.fromkeys(name.partition(".")[0] for name in (__name__, home) if name)
    found = []
    for module in (sys.modules[top] for top in tops if top in sys.modules):
        places = list(getattr(module, "__path__", [])) or [module.__file__ or ""]
        found += [Path(place).absolute() for place in places if place]
    found += [Path(place).absolute() for place in sys.path if Path(place).name in INSTALLED]
    there = (*_python(), Path("/usr"))
    return [path for path in found if not any(path.is_relative_to(one) for one in there)]


def _is_shared(folder: Path) -> bool:
    """Whether a folder is or contains the home folder or the folder for temporary files."""
    shared = [Path(tempfile.gettempdir()).resolve(), Path(os.path.expanduser("~")).resolve()]
    return any(one.is_relative_to(folder) for one in shared)


def _views(folder: Path, hidden: Collection[Path]) -> Iterator[Path]:
    """The parts of a folder that can be shown: the whole folder, or its entries without the hidden ones."""
    if any(folder.is_relative_to(one) for one in hidden):
        return
    if not any(one.is_relative_to(folder) for one in hidden):
        yield folder
        return
    for entry in sorted(folder.iterdir()):
        if entry.is_dir() and not entry.is_symlink():
            yield from _views(entry, hidden)
        elif entry.is_file() and entry.resolve() not in hidden:
            yield entry
