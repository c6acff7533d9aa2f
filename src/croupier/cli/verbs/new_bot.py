"""`croupier new-bot NAME`: a bot to start from, and its test."""

from __future__ import annotations

import argparse
import keyword
import sys
from pathlib import Path
from typing import Any

from croupier.kernel.errors import BadInput

from ..terminal.options import check_writable, write_file

TAKEN = {"croupier", "numpy", "pytest", *sys.stdlib_module_names}
"""A file of such a name would be imported in place of what it is named after."""
BOT = '''\
"""{title}: a hold'em bot. Try it: croupier match {name}.py house:station"""

from croupier import holdem
from croupier.agents.bot import Bot


class {title}(Bot):
    def act(self, view, decision):
        """Called whenever it is our turn. `decision.legal` has the names of what we may do."""
        first, second = holdem.hole(view)  # our two cards, such as ("Ah", "Td")
        raising = decision.named("RAISE_TO")  # None when we may not raise
        if first[0] == second[0] and raising:  # a pair: bet the pot
            return "RAISE_TO", raising.nearest(view.current_bet + view.pot)
        return "CHECK" if view.to_call == 0 else "CALL" if 4 * view.to_call <= view.pot else "FOLD"
'''

TEST = '''\
"""Run me with: python -m pytest test_{name}.py"""

from croupier import holdem
from croupier.agents.loading import Entrant, house_bot
from croupier.simulate.match.match import Match
from {name} import {title}


def test_{name}_plays_by_the_rules():
    bots = [Entrant("{name}", {title}), Entrant("station", lambda: house_bot(holdem.GAME, "station"))]
    results = Match(holdem.GAME, holdem.configure(seats=2, hands=1), bots, hands=200).play()
    assert results.errors(0) == []
'''


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser(
        "new-bot",
        help="write a bot to start from",
        description="Writes NAME.py, a small hold'em bot with comments, and test_NAME.py into this folder.",
    )
    verb.add_argument("name", metavar="NAME", help="a name such as mybot")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write both files, or neither."""
    name = options.name.removesuffix(".py")
    title = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    if not name.isidentifier() or not title.isidentifier() or name.startswith("test_"):
        raise BadInput(f"{options.name!r} cannot be the name of a bot; take letters, digits and _, as in my_bot.")
    if keyword.iskeyword(name) or keyword.iskeyword(title) or name in TAKEN:
        raise BadInput(f"{options.name!r} means something in Python already; take another name, such as my_{name}.")
    texts = {Path(f"{name}.py"): BOT, Path(f"test_{name}.py"): TEST}
    for path in texts:
        if path.exists():
            raise BadInput(f"{path} is there already; nothing was written.")
        check_writable(path)
    for path, text in texts.items():
        write_file(path, text.format(name=name, title=title))
    print(f"Wrote {' and '.join(map(str, texts))}. Let it play: croupier match {name}.py house:station")
    return 0
