"""Array policies: functions from a batch of observations and masks to choices, such as networks.

    def choose(observations, masks):             # float32 by table and number; bool by table and choice
        return masks.argmax(axis=1)              # a legal choice for each table

A third parameter gets a number from 0 to 1 for each row, from which a policy that plays at random has to draw: then the
same seed plays the same match. `ArrayBot` plays such a function at any table, one row at a time; `envs.counted` plays
it by the million. A file of weights, `net.npz`, is a `Network`: layers W0, b0, W1, b1 … in plain NumPy.
"""

from __future__ import annotations

import inspect
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.game import Decision, Game, Move
from croupier.kernel.contract.observations import chosen_so_far, observations_of, observed
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import GAP, Action, Menu
from croupier.kernel.vocabulary.rng import WORD, Rng, next32, seed_mixed

from .bot import Answer, Bot
from .space import NONE, begin_choice, space_of, with_sizes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ARRAY = "array:"
WITH_NUMBERS = 3


class ArrayPolicy:
    """A function of a batch, with the choices that it knows: those of a game, perhaps with sizes of its own."""

    def __init__(self, game: Game, choose: Callable[..., Any], sizes: Sequence[float | str] | None = None) -> None:
        self.game = with_sizes(game, sizes)
        self.choose = choose
        self.chances: Callable[..., Any] | None = getattr(choose, "chances", None)
        """The chance of each choice, by row, if the policy knows it: from observations and masks."""
        self._draws = len(inspect.signature(choose).parameters) >= WITH_NUMBERS

    def __call__(self, observations: Any, masks: Any, numbers: Any) -> NDArray[np.int64]:
        """The choices for some rows; BadInput if they are no whole numbers, one for each."""
        import numpy as np

        given = (observations, masks, numbers) if self._draws else (observations, masks)
        choices = np.asarray(self.choose(*given))
        if choices.shape != (len(masks),) or choices.dtype.kind not in "iu":
            raise BadInput(f"{len(masks)} choices are needed, whole numbers, one for each row; not {choices.dtype} of "
                           f"shape {choices.shape}.")  # fmt: skip
        return choices.astype(np.int64)


class Network:
    """A network of layers in plain NumPy, by which a trained policy plays anywhere.

    `activation` is "tanh" or "relu", between layers. The last layer has a value for each choice. A choice is drawn
    from their softmax over what is legal; with `greedy` it is the one with the largest value.
    """

    def __init__(self, layers: Sequence[tuple[Any, Any]], *, activation: str = "relu", greedy: bool = False,
                 sizes: Sequence[float | str] | None = None) -> None:  # fmt: skip
        if activation not in ("relu", "tanh"):
            raise BadInput(f"The activation of a network is relu or tanh, not {activation!r}.")
        self.layers, self.activation, self.greedy, self.sizes = list(layers), activation, greedy, sizes

    def values(self, observations: Any) -> Any:
        """The last layer, by row and choice."""
        import numpy as np

        found = observations
        for place, (weights, bias) in enumerate(self.layers):
            if place:
                found = np.tanh(found) if self.activation == "tanh" else np.maximum(found, 0)
            found = found @ weights + bias
        return found

    def chances(self, observations: Any, masks: Any) -> Any:
        """The chance of each choice, by row."""
        import numpy as np

        takes, gives = len(self.layers[0][0]), len(self.layers[-1][1])
        if (takes, gives) != (observations.shape[1], masks.shape[1]):
            raise BadInput(f"The network takes {takes} numbers and has {gives} choices; observations here have "
                           f"{observations.shape[1]}, and there are {masks.shape[1]} choices. Was it trained in "
                           "another game, with other options such as the number of seats, or other sizes?")  # fmt: skip
        values = np.where(masks, self.values(observations), -np.inf)
        if self.greedy:
            return np.arange(values.shape[1]) == values.argmax(axis=1, keepdims=True)
        shares = np.exp(values - values.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)

    def __call__(self, observations: Any, masks: Any, numbers: Any) -> Any:
        import numpy as np

        chances = self.chances(observations, masks)
        sums = chances.cumsum(axis=1)
        drawn = (sums > numbers[:, None] * sums[:, -1:]) & masks
        return np.where(drawn.any(axis=1), drawn.argmax(axis=1), chances.argmax(axis=1))

    def save(self, path: str | Path) -> None:
        """Write the weights to a file that `Network.load` reads."""
        import numpy as np

        arrays: dict[str, Any] = {"activation": np.array(self.activation), "greedy": np.array(self.greedy)}
        arrays["sizes"] = np.array([str(size) for size in self.sizes or []])
        for place, (weights, bias) in enumerate(self.layers):
            arrays[f"W{place}"], arrays[f"b{place}"] = weights, bias
        np.savez(path, **arrays)

    @classmethod
    def load(cls, path: str | Path) -> Network:
        """Read a file of weights. No code is in it."""
        import numpy as np

        try:
            with np.load(path, allow_pickle=False) as kept:
                count = sum(name.startswith("W") for name in kept.files)
                layers = [(kept[f"W{place}"], kept[f"b{place}"]) for place in range(count)]
                activation, greedy = str(kept["activation"]), bool(kept["greedy"])
                sizes = [size if not _is_number(size) else float(size) for size in kept["sizes"].tolist()]
            _check_shapes(layers)
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            wrong = f"{path} has no network: {error}. Network.save of croupier.agents.array_policy writes one."
            raise BadInput(wrong) from error
        return cls(layers, activation=activation, greedy=greedy, sizes=sizes or None)


def _check_shapes(layers: Sequence[tuple[Any, Any]]) -> None:
    """ValueError unless there are layers of numbers, each of which takes what the one before it gives."""
    if not layers:
        raise ValueError("it has no layers")
    given = len(layers[0][0])
    for place, (weights, bias) in enumerate(layers):
        if weights.shape != (given, *bias.shape) or bias.ndim != 1 or weights.dtype.kind not in "fiu":
            raise ValueError(f"its layer {place} does not fit: W{place} is {weights.dtype} of shape {weights.shape}")
        given = len(bias)


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


class ArrayBot(Bot):
    """An array policy as a bot: each decision is a batch of one row."""

    def __init__(self, policy: ArrayPolicy) -> None:
        self.policy = policy
        game = policy.game
        self._rules, self._size = space_of(game).rules, space_of(game).size
        self._about, self._parts = observations_of(game), chosen_so_far(game)
        self._menu, self._action, self._rng = Menu(), Action(), Rng()
        self._key: tuple[int, int] | None = None

    def draw_for_decision(self, key: int, stream: int) -> None:
        """Draw as in a batch: from the house's key, by a number that only this decision has."""
        self._key = key, stream

    def act(self, view: Any, decision: Decision) -> Move:
        """The choices of the policy, until the action is complete."""
        import numpy as np

        menu, action = self._menu, self._action
        fill_menu(menu, decision)
        begin_choice(action)
        if self._key is not None:
            seed_mixed(self._rng, *self._key)
        while True:
            observation, mask = self._shown(view, action)
            number = (next32(self._rng) + 0.5) / (WORD + 1) if self._key is not None else self.random.random()
            choice = int(self.policy(observation, mask, np.array([number]))[0])
            if not (0 <= choice < self._size and mask[0, choice]):
                legal = ", ".join(map(str, np.flatnonzero(mask[0])))
                raise BadInput(f"choice {choice} is not legal now. Legal: {legal}.")
            if self._rules["take_number"](view, menu, choice, action):
                return _move(action)

    def chances(self, view: Any, decision: Decision) -> dict[Answer, float] | None:
        """The chance of each action, if the policy knows the chances of its choices."""
        import numpy as np

        knows = self.policy.chances
        if knows is None:
            return None
        fill_menu(self._menu, decision)
        found: dict[Answer, float] = {}
        begun = [(Action(), 1.0)]
        while begun:
            action, likely = begun.pop()
            observation, mask = self._shown(view, action)
            shares = np.asarray(knows(observation, mask)[0], np.float64)
            shares /= shares.sum()
            for choice in mask[0].nonzero()[0].tolist():
                after, chance = action.copy(), likely * float(shares[choice])
                if self._rules["take_number"](view, self._menu, choice, after):
                    found[_move(after)] = found.get(_move(after), 0.0) + chance
                else:
                    begun.append((after, chance))
        return found

    def _shown(self, view: Any, action: Action) -> tuple[Any, Any]:
        """What a batch would show of the view and of what has been chosen so far, and which choices are legal."""
        import numpy as np

        amounts = [NONE] * self._size
        self._rules["mark_choices"](view, self._menu, action, amounts)
        return self._observation(view, action), np.array([amounts], np.int64) != NONE

    def _observation(self, view: Any, action: Action) -> Any:
        import numpy as np

        own = np.array(observed(self.policy.game, view, view), np.float32)
        own *= np.array(self._about.scale_seen(view), np.float32)
        rest = np.zeros(sum(part.size for part in self._parts), np.float32)
        if self._parts:
            rest[0], rest[1] = action.kind != 0, action.count
            for place in range(action.count):
                if action.cards[place] != GAP:
                    rest[2 + action.cards[place]] = place + 1
        return np.concatenate([own, rest])[None]


def _move(action: Action) -> Move:
    return Move(action.kind, action.amount, tuple(action.cards[: action.count]))
