"""Runs programs in processes that have imported and initialised Numba, but have compiled none of our rules.

The import is most of the cost of such a program. One process imports Numba once, and forks for each program, so that
programs share nothing else. `main` is that process; it reads a line of JSON for each program.
"""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any


class Forks:
    """The process that forks, for the tests of one file."""

    def __init__(self, source: Path) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        self.process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=clean | {"PYTHONPATH": str(source)},
        )  # fmt: skip

    def run(self, program: Path, arguments: list[str], environment: dict[str, str]) -> tuple[int, str, str]:
        """Run a program in its folder: its exit code, its standard output and its standard error."""
        assert self.process.stdin and self.process.stdout
        told = {"program": str(program), "arguments": arguments, "environment": environment}
        print(json.dumps(told), file=self.process.stdin, flush=True)
        code, out, errors = json.loads(self.process.stdout.readline())
        return code, out, errors

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def main() -> None:
    """Fork for each program that is named on standard input."""
    del sys.path[0]  # the folder of this file
    from numba import njit

    import croupier.kernel.language.linking  # noqa: F401 - it is most of what rules need of Numba

    njit(lambda: 1)()
    for line in sys.stdin:
        told = json.loads(line)
        folder = Path(told["program"]).parent
        out, errors = folder / "out.txt", folder / "errors.txt"
        child = os.fork()
        if child == 0:
            _be(told, out, errors)
        _, status = os.waitpid(child, 0)
        answer = [os.waitstatus_to_exitcode(status), out.read_text(), errors.read_text()]
        out.unlink()
        errors.unlink()
        print(json.dumps(answer), flush=True)


def _be(told: dict[str, Any], out: Path, errors: Path) -> None:
    """Run a program in the process that was forked for it, and exit."""
    from numba import config

    code = 1
    try:
        for number, path in enumerate((os.devnull, out, errors)):
            os.dup2(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), number)
        os.environ.update(told["environment"])
        config.reload_config()
        os.chdir(out.parent)
        sys.path.insert(0, str(out.parent))
        sys.dont_write_bytecode = True  # an edit within a second must not be hidden by old byte code
        sys.argv = [told["program"], *told["arguments"]]
        runpy.run_path(told["program"], run_name="__main__")
        code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
