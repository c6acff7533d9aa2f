"""A tiny package of rules, with programs that run it: each in a process of its own, with a cache folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.kernel.forked import Forks

SOURCE = Path(__file__).parents[2] / "src"

HELPER = '''
"""A rule and what it reads."""
import numpy as np
from croupier.kernel.language.jit import rule

FACTOR = 10
TABLE = np.array([5, 6, 7, 8], np.int64)


@rule
def scaled(n):
    """Docstrings count as little as comments."""
    # a comment
    return n * FACTOR + int(TABLE[n])
'''

RULES = '''
"""A rule over a record, and over a rule of another module."""
from __future__ import annotations
from typing import Annotated
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from .helper import scaled


class Box(Record):
    left: int
    values: Annotated[list[int], 3]


@rule
def total(boxes, n):
    boxes[0].left = n
    return scaled(n) + boxes[0].left + boxes[0].values[n]
'''

DRIVER = '''
"""Runs a rule, compiled, and says what came out."""
import json, sys
from croupier.kernel.language import cache
from croupier.kernel.language.jit import compiled, compiled_afresh
from croupier.kernel.language.records import blank_rows
from tiny.rules import Box, total

def run(n):
    fast = compiled(total)
    boxes = blank_rows(Box)
    boxes["values"][0][:3] = 1, 2, 4
    try:
        result = int(fast(boxes, n))
    except IndexError:
        result = "IndexError"
    return {"result": result, "afresh": compiled_afresh(fast), "kept": cache.folder() is not None}

if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1]))))
'''

ENTRANCE = '''
"""Calls, from Python, the rule that another rule calls."""
import json
from croupier.kernel.language.jit import compiled, compiled_afresh
from tiny.helper import scaled

fast = compiled(scaled)
print(json.dumps({"result": fast(1), "afresh": compiled_afresh(fast), "kept": True}))
'''

SPOILED = '''
"""Loses the cache folder, beyond repair, before anything is saved in it."""
import json
from croupier.kernel.language import cache
from driver import run

folder = cache.folder()
folder.rmdir()
folder.write_text("in the way")
print(json.dumps(run(1)))
'''

STRANGER = '''
"""Compiles a function that is no rule, as anybody may with Numba, beside one that is."""
import json
from numba import njit
from driver import run

@njit(cache=True)
def double(n):
    return 2 * n

print(json.dumps([run(1)["result"], double(4), sum(double.stats.cache_hits.values())]))
'''

WORKERS = '''
"""Runs a rule here, and then in two processes of its own."""
import json, multiprocessing
from driver import run

if __name__ == "__main__":
    here = run(0)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(json.dumps([here, *pool.map(run, [0, 1, 2, 0], chunksize=2)]))
'''

AT_ONCE = '''
"""Runs a rule in three processes that come to it at the same time."""
import json, multiprocessing
from driver import run

def started(barrier, results):
    barrier.wait()
    results.put(run(1))

if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(3), context.Queue()
    processes = [context.Process(target=started, args=(barrier, results)) for _ in range(3)]
    for process in processes:
        process.start()
    print(json.dumps([results.get() for _ in processes]))
    for process in processes:
        process.join()
'''

SECOND = '''
"""Runs another rule over what a first may have left in the cache, before or after the first itself."""
import json, sys
from croupier.kernel.language.jit import compiled, compiled_afresh, rule
from driver import run
from tiny.helper import scaled

@rule
def twice(n):
    return scaled(n) + scaled(n)

def second():
    fast = compiled(twice)
    return {"result": fast(1), "afresh": compiled_afresh(fast), "kept": True}

ways = {"first": lambda: run(1), "second": second}
print(json.dumps([ways[name]() for name in sys.argv[1:]]))
'''

RAISING = '''
"""Calls a rule that raises what it knows only when it runs, for which Numba needs the environment of that rule."""
import json
from croupier.kernel.language.jit import compiled, compiled_afresh, rule

@rule
def inner(n):
    if n > 1:
        raise ValueError("too many", n)
    return n

@rule
def outer(n):
    return inner(n) + 1

fast = compiled(outer)
try:
    result = fast(3)
except ValueError as error:
    result = str(error)
print(json.dumps({"result": result, "afresh": compiled_afresh(fast), "kept": True}))
'''

BOUND = '''
"""Runs copies of one rule that are bound to other numbers. It is too long to be put into its caller."""
import json, sys
from croupier.kernel.language.jit import bind, compiled, rule

@rule
def long(n):
    total = n
    LINES
    return total + FACTOR

@rule
def outer(n):
    return long(n) + long(n + 1)

copies = [bind(outer, long=bind(long, FACTOR=int(factor))) for factor in sys.argv[1:]]
print(json.dumps([int(compiled(copy)(0)) for copy in copies]))
'''.replace("LINES", "\n    ".join(f"total = (total * {i} + n) % {i + 7}" for i in range(2, 32)))


class Ran(NamedTuple):
    """A run of the program: its result, whether it compiled, and whether there was a cache folder."""

    result: int | str
    afresh: bool
    kept: bool


class Project:
    """A tiny package of rules in a folder of its own, with a cache of its own: empty, or a copy of another."""

    def __init__(self, folder: Path, forks: Forks, kept: Path | None = None) -> None:
        self.folder = folder
        self.forks = forks
        self.cache: Path | str = folder / "cache"
        if kept:
            shutil.copytree(kept, self.cache)
        package = folder / "tiny"
        package.mkdir()
        (package / "__init__.py").touch()
        self.helper, self.rules = package / "helper.py", package / "rules.py"
        self.helper.write_text(HELPER)
        self.rules.write_text(RULES)
        programs = {
            "at_once": AT_ONCE,
            "bound": BOUND,
            "driver": DRIVER,
            "entrance": ENTRANCE,
            "raising": RAISING,
            "second": SECOND,
            "spoiled": SPOILED,
            "stranger": STRANGER,
            "workers": WORKERS,
        }
        for name, text in programs.items():
            (folder / f"{name}.py").write_text(text)

    def program(self, name: str, *arguments: str, **environment: str) -> Any:
        """Run a program of the project; returns its output."""
        settings = {"CROUPIER_CACHE_DIR": str(self.cache), **environment}
        code, out, errors = self.forks.run(self.folder / name, list(arguments), settings)
        assert code == 0, errors
        return json.loads(out)

    def program_alone(self, name: str, *arguments: str, **environment: str) -> Any:
        """The same in a new process, for settings that Numba reads when it is imported."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        settings = {
            "PYTHONPATH": os.pathsep.join([str(SOURCE), str(self.folder)]),
            "PYTHONDONTWRITEBYTECODE": "1",  # an edit within a second must not be hidden by old byte code
            "CROUPIER_CACHE_DIR": str(self.cache),
        }
        command = [sys.executable, str(self.folder / name), *arguments]
        done = subprocess.run(
            command, env=inherited | settings | environment, cwd=self.folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def run(self, n: int = 1, **environment: str) -> Ran:
        return Ran(**self.program("driver.py", str(n), **environment))

    def run_alone(self, n: int = 1, **environment: str) -> Ran:
        return Ran(**self.program_alone("driver.py", str(n), **environment))

    def edit(self, file: Path, old: str, new: str) -> None:
        text = file.read_text()
        assert text.count(old) == 1
        file.write_text(text.replace(old, new))

    def entries(self) -> set[str]:
        return {path.name for path in Path(self.cache).iterdir()}
