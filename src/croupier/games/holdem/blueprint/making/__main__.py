"""`scripts/blueprint`: make what is missing in a folder, train, and write the files of the package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from ..memory import DATA, Words, packed_file
from ..tree import DEPTHS
from .abstraction import card_tables
from .assembly import cards_words, depth_words, equity_words
from .short_stacks import equities, push_fold_words
from .training import CARDS, EQUITIES, ITERATIONS, Training, train

PACKAGE = Path(str(files("croupier.games.holdem.blueprint"))) / DATA


def main() -> int:
    """Run the command. After a Ctrl-C the folder has every round that was finished."""
    options = _arguments().parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        if options.write:
            _write(options.folder, options.depths)
        else:
            _train(options.folder, options.depths, options.rounds, options.seed)
    except KeyboardInterrupt:
        print(f"\nStopped. What is finished is in {options.folder}; the same command goes on from there.")
        return 130
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/blueprint", description="Make the heads-up blueprint of hold'em.")
    parser.add_argument("--folder", type=Path, default=Path("blueprint"), help="the folder of the training")
    parser.add_argument("--depths", type=_depths, default=DEPTHS, help="stacks in big blinds, such as 20,100")
    parser.add_argument("--rounds", type=int, default=100, help=f"rounds in all, of {ITERATIONS:,} boards each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the package's files of --depths; no training")
    return parser


def _depths(text: str) -> tuple[int, ...]:
    """Parse stack depths; each must be one of DEPTHS."""
    chosen = tuple(int(part) for part in text.split(","))
    if not set(chosen) <= set(DEPTHS):
        raise argparse.ArgumentTypeError(f"depths are one or more of {', '.join(map(str, DEPTHS))}, not {text}")
    return chosen


def _made(path: Path, what: str, make: Callable[[], Any]) -> Any:
    """The array in a file, which is made first if it is missing."""
    if not path.exists():
        print(f"making {what} …", flush=True)
        draft = path.with_suffix(".part.npy")
        np.save(draft, make())
        draft.replace(path)
    return np.load(path)


def _cards(folder: Path, key: int) -> Words:
    tables: Words = _made(folder / CARDS, "the tables of cards", lambda: card_tables(key))
    return tables


def _equities(folder: Path) -> Any:
    return _made(folder / EQUITIES, "the equities of starting hands", equities)


def _train(folder: Path, depths: tuple[int, ...], rounds: int, key: int) -> None:
    """Train depth after depth. Several commands may train different depths in one folder at once."""
    _cards(folder, key)
    _equities(folder)
    for depth in depths:
        for training in train(depth, folder, key, rounds):
            print(
                f"{depth} big blinds: {training.rounds} rounds, {training.visits / 1e6:,.0f} million visits, "
                f"{training.seconds / 60:.1f} minutes of processor time",
                flush=True,
            )


def _write(folder: Path, depths: tuple[int, ...]) -> None:
    """Write the files of the package from a folder, for these depths."""
    cards = _cards(folder, 1)
    push_fold = _made(folder / "push_fold.npy", "push/fold", lambda: _push_fold(*_equities(folder)))
    PACKAGE.mkdir(exist_ok=True)
    _put("cards.bin", cards_words(cards, push_fold))
    _put("equities.bin", equity_words(_equities(folder)[0]))
    for depth in depths:
        _put(f"{depth}.bin", depth_words(Training.read(depth, folder), cards))


def _push_fold(equity: Any, meetings: Any) -> Words:
    words, gap = push_fold_words(equity, meetings)
    print(f"push/fold: best responses win at most {gap:.6f} big blinds a hand")
    return words


def _put(name: str, words: Words) -> None:
    data = packed_file(words)
    (PACKAGE / name).write_bytes(data)
    print(f"{name}: {len(data):,} bytes")


if __name__ == "__main__":
    sys.exit(main())
