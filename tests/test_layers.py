"""Each layer imports only from those to its left (docs/architecture.md, "Layers"):

kernel  ←  games  ←  agents · workers  ←  envs  ←  simulate · history  ←  evolve · arena  ←  cli · web

and so does each room of the kernel, at least when it runs: what only types are taken from may stand anywhere.

language  ←  vocabulary  ←  contract  ←  showing  ←  conformance

The rooms of the arena stand in a row as well, types included, on modules that know none of them:

tables  ←  replay  ←  room  ←  events  ←  server  ←  nodes
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

PACKAGE = "croupier"
SOURCE = Path(__file__).parents[1] / "src"

ORDER = (("kernel",), ("games",), ("agents", "workers"), ("envs",), ("simulate", "history"), ("evolve", "arena"))
ORDER += ((PACKAGE,), ("cli", "web"), ("__main__",))
"""The layers from left to right; of two at one level neither imports the other. `croupier` is the package's own
`__init__.py`, with its version: only what starts the program asks for it."""
LEVEL = {layer: level for level, layers in enumerate(ORDER) for layer in layers}


def imports(source: str | ast.AST, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Every module, or name in a module, that a source imports, by its full name and with its line."""
    above = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source) if isinstance(source, str) else source):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(above[: len(above) - node.level + 1]) if node.level else ""
            for alias in node.names:
                yield node.lineno, ".".join(part for part in (start, node.module, alias.name) if part)
        elif isinstance(node, ast.Call) and called(node).endswith(("import_module", "__import__")):
            for argument in node.args[:1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield node.lineno, argument.value


def called(node: ast.Call) -> str:
    """The last name of what is called, "" if it has none."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def layer_of(name: str) -> str | None:
    """The layer that a full name belongs to; None if it is none of ours."""
    parts = name.split(".")
    if parts[0] != PACKAGE:
        return None
    return parts[1] if len(parts) > 1 and parts[1] in LEVEL else PACKAGE


def wrong_imports(source: str, module: str, is_package: bool = False) -> list[str]:
    """The imports with which a module reaches to the right, or across its own level."""
    own = layer_of(module)
    assert own is not None
    return [
        f"{module}, line {line}: {own} may not import {name}"
        for line, name in imports(source, module, is_package)
        if (layer := layer_of(name)) is not None and layer != own and LEVEL[layer] >= LEVEL[own]
    ]


ROOMS = ("language", "vocabulary", "contract", "showing", "conformance")


def room_of(name: str) -> int:
    """How far right the room of a module of the kernel is; -1 for a module in none of them."""
    parts = name.split(".")
    return ROOMS.index(parts[2]) if parts[:2] == [PACKAGE, "kernel"] and len(parts) > 2 and parts[2] in ROOMS else -1


class WithoutTypes(ast.NodeTransformer):
    """Leaves out what is imported for the sake of types alone."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)


def wrong_rooms(source: str, module: str, is_package: bool = False) -> list[str]:
    """The imports with which a module of the kernel reaches into a room to its right."""
    run = WithoutTypes().visit(ast.parse(source))
    return [f"{module} may not import {name}" for _, name in imports(run, module, is_package)
            if room_of(name) > room_of(module)]  # fmt: skip


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted((SOURCE / PACKAGE).rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


OURS = dict(modules())


def test_our_modules_are_found() -> None:
    assert {"croupier.kernel", "croupier.kernel.contract.game", "croupier.arena.store"} <= set(OURS)


def test_every_folder_is_a_layer() -> None:
    assert {name.split(".")[1] for name in OURS if "." in name} <= set(LEVEL)


def wrong_in(found_by: Callable[[str, str, bool], list[str]], names: Iterable[str]) -> list[str]:
    """What is wrong in modules of ours."""
    return [
        flaw
        for name in names
        for flaw in found_by(OURS[name].read_text("utf-8"), name, OURS[name].name == "__init__.py")
    ]


def test_imports_only_from_the_left() -> None:
    assert wrong_in(wrong_imports, OURS) == []


def test_rooms_of_the_kernel_import_only_from_the_left() -> None:
    names = [name for name in OURS if room_of(name) >= 0]
    assert len(names) > 20 and wrong_in(wrong_rooms, names) == []


def test_every_folder_of_the_kernel_is_a_room() -> None:
    assert {module.split(".")[2] for module in OURS if module.startswith("croupier.kernel.")} == {
        *ROOMS,
        "errors",
        "files",
        "statistics",
    }


ARENA = ("tables", "replay", "room", "events", "server", "nodes")
"""The rooms of the arena. `client` and `drill` stand beside them: they know what goes over the wire."""
BESIDE = ("client", "drill")


def place_of(name: str) -> int | None:
    """How far right a module of the arena stands; -1 for what all rooms stand on, None for what stands beside them."""
    parts = name.split(".")
    if parts[:2] != [PACKAGE, "arena"] or len(parts) < 3 or parts[2] in BESIDE:
        return None
    return ARENA.index(parts[2]) if parts[2] in ARENA else -1


def wrong_places(source: str, module: str, is_package: bool = False) -> list[str]:
    """The imports with which a module of the arena reaches into a room to its right."""
    own = place_of(module)
    return [
        f"{module}, line {line}: may not import {name}"
        for line, name in imports(source, module, is_package)
        if own is not None and (other := place_of(name)) is not None and other > own
    ]


def test_rooms_of_the_arena_import_only_from_the_left() -> None:
    names = [name for name in OURS if place_of(name) is not None]
    assert len(names) > 20 and wrong_in(wrong_places, names) == []


def test_reaching_into_a_room_of_the_arena_to_the_right_is_refused() -> None:
    for source in ("from ..server.api import Api", "if TYPE_CHECKING:\n    from ..room.room import Room"):
        assert len(wrong_places(source, "croupier.arena.tables.table")) == 1
    assert len(wrong_places("from .room.room import Room", "croupier.arena.door")) == 1
    assert wrong_places("from ..tables.table import Table\nfrom ..door import Door", "croupier.arena.room.room") == []


def imported(module: str, *, types: bool) -> set[str]:
    """The modules of ours that a module imports; with `types`, also for the sake of types alone."""
    path = OURS[module]
    tree: ast.AST = ast.parse(path.read_text("utf-8"))
    found = set()
    for _, name in imports(tree if types else WithoutTypes().visit(tree), module, path.name == "__init__.py"):
        while name and name not in OURS:
            name = name.rpartition(".")[0]
        found.add(name)
    return found - {module, ""}


def cycle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import each other around a circle; none if there is no circle."""
    left = dict(graph)
    while ends := [module for module, uses in left.items() if not uses & left.keys()]:
        for module in ends:
            del left[module]
    return sorted(left)


def test_modules_of_the_arena_do_not_import_each_other_in_a_circle() -> None:
    arena = [module for module in OURS if module.startswith("croupier.arena.")]
    assert cycle({module: imported(module, types=False) for module in arena}) == []


@pytest.mark.parametrize("room", ["tables", "replay", "events", "server", "store", "house", "client", "drill"])
def test_modules_of_a_room_do_not_know_each_other_in_a_circle(room: str) -> None:
    inside = [module for module in OURS if module.startswith(f"croupier.arena.{room}.")]
    assert inside and cycle({module: imported(module, types=True) for module in inside}) == []


def test_a_circle_is_found() -> None:
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]
    assert cycle({"a": {"b"}, "b": {"c", "other"}, "c": set()}) == []


SANS_IO = ("shuffle", "dealing", "fairness", "identity", "throttle", "door", "accounts")
"""What of the arena decides and never does: no clock, no loop, no socket, no file."""
DOES = {
    "asyncio",
    "os",
    "pathlib",
    "select",
    "selectors",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "threading",
    "time",
}


TABLES = tuple(name.removeprefix("croupier.arena.") for name in OURS if name.startswith("croupier.arena.tables"))


@pytest.mark.parametrize("module", [*SANS_IO, *TABLES])
def test_deciding_modules_of_the_arena_read_no_clock_and_open_nothing(module: str) -> None:
    name = f"{PACKAGE}.arena.{module}"
    used = [found for _, found in imports(OURS[name].read_text("utf-8"), name, False)]
    assert not DOES & {found.split(".")[0] for found in used}
    assert not [found for found in used if found.startswith(f"{PACKAGE}.arena.store")]


def test_reaching_into_a_room_to_the_right_is_refused() -> None:
    for source in ("from ..contract.game import Game", "def f():\n    from croupier.kernel.showing import text"):
        assert len(wrong_rooms(source, "croupier.kernel.vocabulary.menu")) == 1
    for source in ("if TYPE_CHECKING:\n    from ..contract.game import Game", "from ..language.jit import rule"):
        assert wrong_rooms(source, "croupier.kernel.vocabulary.menu") == []


@pytest.mark.parametrize(
    "source",
    [
        "from croupier.games.holdem import rules",
        "import croupier.agents.bot",
        "import os, croupier.games as games",
        "from croupier import games",
        "from ..games import GAMES",
        "from .. import arena",
        "from ..evolve.archive import Archive",
        "from croupier import __version__",
        "import croupier",
        "def later():\n    from croupier.cli.main import main",
        "if TYPE_CHECKING:\n    from ..agents.bot import Bot",
        "try:\n    import croupier.web\nexcept ImportError:\n    pass",
        "importlib.import_module('croupier.games.holdem')",
    ],
)
def test_reaching_to_the_right_is_refused(source: str) -> None:
    assert len(wrong_imports(source, "croupier.kernel.errors")) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("croupier.simulate.loop", "from croupier.history import phh"),
        ("croupier.history.phh", "from ..simulate.loop import Loop"),
        ("croupier.arena.table", "import croupier.evolve"),
        ("croupier.web.app", "from croupier.cli import main"),
        ("croupier.cli.main", "from croupier.__main__ import main"),
        ("croupier", "from .cli import main"),
    ],
)
def test_siblings_do_not_import_each_other(module: str, source: str) -> None:
    assert len(wrong_imports(source, module, is_package=module == PACKAGE)) == 1


def test_relative_imports_in_a_package_start_from_the_package() -> None:
    assert wrong_imports("from .. import arena", "croupier.kernel", is_package=True) != []
    assert wrong_imports("from . import arena", "croupier.kernel", is_package=True) == []
    assert wrong_imports("from . import arena", "croupier.kernel.errors") == []
    assert wrong_imports("from ...arena import table", "croupier.games.holdem", is_package=True) != []
    assert wrong_imports("from ..arena import table", "croupier.games.holdem", is_package=True) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("croupier.kernel.errors", "import os\nfrom msgspec import Struct\nfrom .jit import rule\nfrom . import cache"),
        ("croupier.kernel.conformance.secrecy", "from ..game import Game\nfrom croupier.kernel import menu"),
        ("croupier.games.holdem.rules", "from croupier.kernel.jit import rule\nfrom ..genome import rules"),
        ("croupier.arena.app", "from croupier.kernel.game import Game\nfrom croupier.simulate import loop"),
        ("croupier.cli.main", "from croupier import __version__, arena\nfrom croupier.evolve import run"),
        ("croupier.__main__", "from croupier.cli.main import main"),
    ],
)
def test_reaching_to_the_left_is_fine(module: str, source: str) -> None:
    assert wrong_imports(source, module) == []
