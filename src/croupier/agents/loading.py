"""Bots from the command line.

    house:tight           a house bot of the game; or just tight
    house:search          a bot that searches, in any game; house:search:5000 with 5,000 iterations a decision
    house:solver          a bot that solves the rest of a hand, in hold'em; house:solver:200 with 200 iterations
    house:learnt:FILE     a strategy that `croupier learn` wrote to a file, or one that Croupier ships, by its name
    mybot.py              the bot in a file: its function `act`, or else its only class with a method `act`
    mybot.py:MyBot        a class or a function of a file, by name
    rule:mybot.py         the rule `policy` of a file, at compiled speed; rule:mybot.py:NAME another rule of it
    array:net.npz         a network of layers; array:net.py, the function `choose` of a batch (`array_policy`)
    proc:mybot.py         a bot of a file, as above, in a process of its own
    cmd:node bot.js       a program that speaks JSON lines on standard input and output

An entrant makes a bot for each of its places, and these bots share nothing; neither do two entrants of the same bot.
"""

from __future__ import annotations

import importlib.util
import inspect
import itertools
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import Policy, PolicyLike
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.spelling import meant, writable
from croupier.kernel.vocabulary.keys import seat_key
from croupier.kernel.vocabulary.turns import HOUSE

from .array_policy import ARRAY, ArrayBot, ArrayPolicy, Network
from .booth.outside import IsolatedBot
from .booth.walls import gap
from .bot import Bot, FunctionBot, PolicyBot, house_policy
from .command import CommandBot
from .learnt import LEARNT
from .program import POSSIBLE
from .referee import traceback_of
from .rule_file import RULE, rule_policy
from .search_bot import ITERATIONS, SearchBot
from .solver_bot import SOLVER, SolverBot
from .space import space_of
from .terms import Terms

OF_THE_HOUSE, COMMAND, APART, SEARCH = "house:", "cmd:", "proc:", "search"
FORMS = "house:NAME (or just NAME), FILE.py, FILE.py:NAME, rule:FILE.py, array:FILE, proc:FILE.py or cmd:COMMAND"
_count = itertools.count(1)


class Entrant(NamedTuple):
    """A participant with a name, and what makes its bots: a class, or a function without arguments."""

    name: str
    make: Callable[[], Bot]

    def made(self) -> Bot:
        """A new bot; BadInput if `make` cannot be called."""
        if not callable(self.make):
            raise BadInput(f"Entrant {self.name!r} needs a function that makes a bot, or its class, not {self.make!r}.")
        return self.make()


def load_bots(game: Game, texts: Sequence[str], terms: Terms) -> list[Entrant]:
    """The entrants that some texts name, each with a unique name. An isolated bot does not see the others' files."""
    terms = terms.hiding(files_among(texts) | _files_of_commands(texts))
    names = [_short(_in_full(game, text)) for text in texts]
    repeated = {name for name in names if names.count(name) > 1}
    seen: dict[str, int] = {}
    entrants = []
    for name, text in zip(names, texts, strict=True):
        seen[name] = seen.get(name, 0) + 1
        called = f"{name} #{seen[name]}" if name in repeated else name
        entrants.append(Entrant(called, partial(load_bot, game, text, terms)))
    return entrants


def _short(text: str) -> str:
    """The name of a bot: a file without its folders."""
    if text.startswith(OF_THE_HOUSE + LEARNT):
        return writable(OF_THE_HOUSE + LEARNT + Path(text.removeprefix(OF_THE_HOUSE + LEARNT)).name)
    if text.startswith((OF_THE_HOUSE, COMMAND)):
        return writable(text)
    form = next((form for form in (RULE, ARRAY) if text.startswith(form)), "")
    path, suffix, name = _without_form(text).partition(".npz" if text.endswith(".npz") else ".py")
    return writable(form + Path(path).name + (suffix or ".py") + name)


def _without_form(text: str) -> str:
    """The file that a text names, without the word that says how it plays."""
    return text.removeprefix(APART).removeprefix(RULE).removeprefix(ARRAY)


def _in_full(game: Game, text: str) -> str:
    """A text with "house:" in front if it names a house bot without it."""
    known = {"random", SEARCH, SOLVER, LEARNT.removesuffix(":"), *game.house_bots.policies}
    bare = text.partition(":")[0] in known and not text.startswith(OF_THE_HOUSE)
    return f"{OF_THE_HOUSE}{text}" if bare else text


def files_among(texts: Sequence[str]) -> set[Path]:
    """The files whose bots some texts name."""
    bare = [_without_form(text) for text in texts if not text.startswith((OF_THE_HOUSE, COMMAND))]
    return {Path(text.partition(".py")[0] + ".py").resolve() for text in bare if ".py" in text}


def _files_of_commands(texts: Sequence[str]) -> set[Path]:
    """The files that occur in commands."""
    words = [word for text in texts if text.startswith(COMMAND) for word in text.removeprefix(COMMAND).split()]
    return {Path(word) for word in words if Path(word).is_file()}


def isolation_warning(texts: Sequence[str], *, isolated: bool) -> str:
    """A warning about what bots in processes of their own can still do, in one sentence; "" if there is none."""
    files = [text for text in texts if files_among([text]) and (isolated or text.startswith(APART))]
    bare = bool(files) and gap()
    whose = ["Isolated bots"] * bool(bare) + ["commands"] * any(text.startswith(COMMAND) for text in texts)
    if not whose or not POSSIBLE:
        return ""
    who = " and ".join(whose)
    why = bare or "only bots of Python files are put behind walls"
    return (
        f"{who[0].upper()}{who[1:]} can read all that you can, the record of this match with its seed too, write your "
        f"files and use the network: {why}."
    )


def load_bot(game: Game, text: str, terms: Terms) -> Bot:
    """The bot that a text names."""
    text = _in_full(game, text)
    if text.startswith(OF_THE_HOUSE):
        return house_bot(game, text.removeprefix(OF_THE_HOUSE))
    if text.startswith(COMMAND):
        try:
            words = shlex.split(text.removeprefix(COMMAND))
        except ValueError as error:
            raise BadInput(f"{text!r} is no command line: {error}.") from error
        return CommandBot(game, words, terms)
    if text.startswith(ARRAY) and text.endswith(".npz"):
        return ArrayBot(array_policy(game, text))  # has no code of an author
    if text.startswith((RULE, ARRAY)):
        if terms.isolated:
            raise BadInput(
                f"{text} plays in this process and cannot be isolated. If it is your own, leave out "
                "--isolated; a contest with several files takes it with --in-process."
            )
        if text.startswith(ARRAY):
            return ArrayBot(array_policy(game, text))
        return PolicyBot(rule_policy(game, text.removeprefix(RULE)))
    apart, text = terms.isolated or text.startswith(APART), text.removeprefix(APART)
    path, colon, name = text.rpartition(":") if ".py:" in text else (text, "", "")
    if not path.endswith(".py"):
        known = game.house_bots.names
        raise BadInput(
            f"{text!r} names no bot.{meant(text, known)} The house of {game.title} has {', '.join(known)}; "
            f"or write {FORMS}."
        )
    if apart:
        _check_file(Path(path))
        return IsolatedBot(game, Path(path), name if colon else None, terms)
    return bot_in(Path(path), name if colon else None)


def stand_in(game: Game, config: Any, text: str) -> str:
    """The house bot as which another one plays because it does not know the table; "" if it knows it."""
    name = _in_full(game, text).removeprefix(OF_THE_HOUSE).partition(":")[0]
    if name == SOLVER and game.house_bots.solving:
        name = game.house_bots.solving.policy
    policy = game.house_bots.policies.get(name)
    if not isinstance(policy, Policy) or not policy.elsewhere or policy.strategy is None:
        return ""
    state, dealer = game.start(config).state, RandomDealer(0)
    while (asked := game.pending(state)[0]).seat == HOUSE:
        game.advance(state, HOUSE, dealer.deal(state, asked))
    return "" if policy.strategy(game.view(state, asked.seat), asked) else OF_THE_HOUSE + policy.elsewhere


def policy_named(game: Game, text: str) -> PolicyLike:
    """The policy that a text names, for compiled matches: of the house, or of a rule file."""
    if text.startswith(RULE):
        return rule_policy(game, text.removeprefix(RULE))
    return house_policy(game, text.removeprefix(OF_THE_HOUSE))


def array_policy(game: Game, text: str) -> ArrayPolicy:
    """The array policy that a text names: the weights of a network, or the function `choose` of a Python file, in which
    SIZES may say which raises it knows."""
    bare = text.removeprefix(ARRAY)
    path, colon, name = bare.rpartition(":") if ".py:" in bare else (bare, "", "")
    if path.endswith(".npz"):
        network = Network.load(path)
        policy = ArrayPolicy(game, network, network.sizes)
        values, choices = len(network.layers[-1][1]), space_of(policy.game).size
        if values != choices:
            raise BadInput(f"{path} has {values:,} values for the {choices:,} choices of {game.title}: it was trained "
                           "for another game, or for other sizes.")  # fmt: skip
        return policy
    if not path.endswith(".py"):
        raise BadInput(f"{text}: an array policy is a file of weights, {ARRAY}net.npz, or of Python, {ARRAY}net.py.")
    module = _module(Path(path))
    name = name if colon else "choose"
    choose = getattr(module, name, None)
    if not callable(choose):
        raise BadInput(f"{path} has no function `{name}(observations, masks)`, which would make it an array policy.")
    return ArrayPolicy(game, choose, getattr(module, "SIZES", None))


def house_bot(game: Game, name: str, key: int = 0, stream: int = 0) -> Bot:
    """A house bot by its name: one of the game's policies, the search that every game has, or its solver."""
    kind, _, iterations = name.partition(":")
    if kind not in (SEARCH, SOLVER):
        return PolicyBot(house_policy(game, name), key, stream)
    if iterations and not iterations.isdecimal():
        raise BadInput(
            f"{OF_THE_HOUSE}{name}: the number of iterations is a whole number, as in {OF_THE_HOUSE}{kind}:500."
        )
    count = int(iterations) if iterations else None
    thinking = SearchBot(game, ITERATIONS if count is None else count) if kind == SEARCH else SolverBot(game, count)
    thinking.draw_from(seat_key(key, 0, stream))
    return thinking


def bot_in(path: Path, name: str | None = None) -> Bot:
    """The bot in a file. Each call runs the file anew, as a new module.

    A class that is no subclass of Bot is made one, so that it has all methods that a match calls.
    """
    module = _module(path)
    found = _named(module, path, name) if name is not None else _only(module, path)
    if not inspect.isclass(found):
        return FunctionBot(found)
    with _code_of_the_author(f"{path}: {found.__name__}() cannot be made"):
        kind = found if issubclass(found, Bot) else type(found.__name__, (found, Bot), {})
        made: Bot = kind()
    return made


@contextmanager
def _code_of_the_author(failed: str) -> Iterator[None]:
    """Run an author's code: what it prints goes to standard error, and whatever it raises becomes a BadInput."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadInput(f"{failed}:\n{traceback_of(error)}") from error


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise BadInput(f"There is no file {path}. `croupier new-bot {path.stem}` writes one to start from.")


def _module(path: Path) -> ModuleType:
    _check_file(path)
    name = f"croupier_bot_{next(_count)}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    beside = str(path.parent.resolve())
    if beside not in sys.path:
        sys.path.append(beside)  # so that a bot can import the files next to it
    with _code_of_the_author(f"{path} cannot be loaded"):
        spec.loader.exec_module(module)
    return module


def _candidates(module: ModuleType) -> dict[str, Any]:
    """The classes and functions defined in a module that could be bots."""
    own = {name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
    return {name: value for name, value in own.items() if _could_play(value)}


def _could_play(value: Any) -> bool:
    if inspect.isclass(value):
        return hasattr(value, "act")
    return inspect.isfunction(value) and len(inspect.signature(value).parameters) == 2


def _named(module: ModuleType, path: Path, name: str) -> Any:
    found = getattr(module, name, None)
    if found is None or not _could_play(found):
        there = ", ".join(_candidates(module)) or "nothing that could play"
        raise BadInput(f"{path} has no bot {name!r}; it has {there}.")
    return found


def _only(module: ModuleType, path: Path) -> Any:
    candidates = _candidates(module)
    if "act" in candidates:
        return candidates["act"]
    classes = [name for name, value in candidates.items() if inspect.isclass(value)]
    if len(classes) == 1:
        return candidates[classes[0]]
    if classes:
        raise BadInput(f"{path} has several bots: {', '.join(classes)}. Choose one, as in {path}:{classes[0]}.")
    raise BadInput(f"{path} has no bot: write a class with `act(self, view, decision)`, or a function `act`.")
