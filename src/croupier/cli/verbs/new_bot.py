"""`croupier new-bot NAME`: a bot to start from, in Python with its test, or in another language."""

from __future__ import annotations

import argparse
import keyword
import sys
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from croupier.kernel.errors import BadInput
from croupier.kernel.files import write_file

from .. import starters
from ..terminal.options import check_writable

TAKEN = {"croupier", "numpy", "pytest", *sys.stdlib_module_names}
"""Names of modules: a bot file with such a name would be imported in place of the module."""


class Starter(NamedTuple):
    """A starter in one language: file names with their templates, and the command that lets the bot play."""

    files: dict[str, str]
    play: str


STARTERS = {
    "python": Starter(
        {"{name}.py": "bot.py.txt", "test_{name}.py": "test_bot.py.txt"}, "croupier match {name}.py house:station"
    ),
    "javascript": Starter({"{name}.js": "bot.js"}, 'croupier match "cmd:node {name}.js" house:station'),
    "c": Starter({"{name}.c": "bot.c"}, "cc -O2 -o {name} {name}.c && croupier match cmd:./{name} house:station"),
}
COMPILED = Starter(
    {"{name}.py": "rule.py.txt", "test_{name}.py": "test_rule.py.txt"}, "croupier match rule:{name}.py house:station"
)


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Writes NAME.py, a small hold'em bot with comments, and test_NAME.py into this folder; or the same "
        "bot as a program in another language; or a rule file, which plays at compiled speed."
    )
    verb.add_argument("name", metavar="NAME", help="a name such as mybot")
    kind = verb.add_mutually_exclusive_group()
    kind.add_argument("--compiled", action="store_true", help="a rule file, which plays at full speed")
    kind.add_argument(
        "--language", choices=[*STARTERS], default="python", help="what it is written in (default: python)"
    )
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write all files, or none."""
    name = options.name.removesuffix(".py")
    title = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    if not name.isidentifier() or not title.isidentifier() or name.startswith("test_"):
        raise BadInput(f"{options.name!r} cannot be the name of a bot; take letters, digits and _, as in my_bot.")
    if keyword.iskeyword(name) or keyword.iskeyword(title) or name in TAKEN:
        raise BadInput(f"{options.name!r} means something in Python already; take another name, such as my_{name}.")
    starter = COMPILED if options.compiled else STARTERS[options.language]
    texts = {Path(path.format(name=name)): source for path, source in starter.files.items()}
    for path in texts:
        if path.exists():
            raise BadInput(f"{path} exists already; nothing was written.")
        check_writable(path)
    for path, source in texts.items():
        text = files(starters).joinpath(source).read_text(encoding="utf-8")
        write_file(path, text.replace("TITLE", title).replace("NAME", name))
    print(f"Wrote {' and '.join(map(str, texts))}. Let it play: {starter.play.format(name=name)}")
    return 0
