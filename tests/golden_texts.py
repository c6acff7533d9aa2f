"""The golden playthroughs: the matches that are kept as texts, and their files. `scripts/golden` writes them anew."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from croupier import holdem
from croupier.games import GAMES as BOX
from croupier.games import load
from croupier.games.genome import of, read
from croupier.games.genome.language.genome import schema
from croupier.games.genome.machine import melds
from croupier.kernel.contract.fingerprint import fingerprint
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.observations import Observations
from croupier.kernel.showing.playthrough import play_out, playthrough, random_chooser
from scripts.generators.http_types import http_types
from scripts.generators.protocol import book
from scripts.generators.structures import structures
from scripts.generators.wire_types import typescript
from tests.battle.golden_texts import golden as battle_golden
from tests.deal.golden import golden as deal_golden
from tests.genome.golden_texts import golden as genome_golden
from tests.toys.kuhn import GAME as KUHN
from tests.toys.pennies import GAME as PENNIES
from tests.toys.refill import GAME as REFILL

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src/croupier/games"
TOYS = ROOT / "tests/toys"
CHAMPIONS = ROOT / "docs/champions"


def random_match(game: Game, config: Any, key: int) -> str:
    """A random match, always the same for a key."""
    return playthrough(game, play_out(game, config, random_chooser(game, key), key).record())


def fingerprints() -> str:
    """The fingerprint of every game beside its version. If one changes, older records and tables may be refused."""
    games = [load(name) for name in BOX]
    return "".join(f"{game.name} {game.version} {game.fingerprint}\n" for game in (*games, KUHN, PENNIES, REFILL))


def observations() -> str:
    """A hash of every game's observations beside their version. If one changes, the version must be raised, as the name
    of an environment stands for one layout."""
    return "".join(f"{name} {about.version} {hash_of(about, load(name))}\n" for name in BOX
                   if (about := load(name).observations))  # fmt: skip


def hash_of(about: Observations, game: Game) -> str:
    """A hash of the blocks of a game: their names, sizes, bounds, meanings and rules."""
    config = game.configure(**game.simulation)
    said = [(block.name, block.size(config), block.low, block.high, block.chips, block.meaning)
            for block in about.blocks]  # fmt: skip
    rules = fingerprint([block.rule for block in about.blocks], [])
    return hashlib.blake2b(f"{said} {rules} {about.hand_by_hand}".encode(), digest_size=8).hexdigest()


OTHERS: dict[Path, Callable[[], str]] = {
    melds.FILE: melds.worked_out,
    ROOT / "docs/genome.schema.json": schema,
    ROOT / "docs/protocol.md": book,
    ROOT / "web/src/lib/wire.ts": typescript,
    ROOT / "web/src/lib/http.ts": http_types,
    ROOT / "web/src/host/structures.ts": structures,
    ROOT / "tests/fingerprints.txt": fingerprints,
    ROOT / "tests/observations.txt": observations,
}
"""Other golden files, and the functions that make their texts."""


def golden() -> Iterator[tuple[Path, str]]:
    """Every golden file and its contents."""
    yield TOYS / "kuhn/golden/three-hands.txt", random_match(KUHN, KUHN.configure(hands=3), 1)
    yield TOYS / "pennies/golden/three-rounds.txt", random_match(PENNIES, PENNIES.configure(rounds=3), 1)
    yield TOYS / "refill/golden/four-seats.txt", random_match(REFILL, REFILL.configure(seats=4, turns=3), 1)
    matches = {
        "heads-up": holdem.configure(2, 2_000, hands=4),
        "six-seats-with-antes": holdem.configure(6, 3_000, ante=10, hands=3),
        "short-stacks-and-a-dead-button": holdem.configure(
            stacks=[150, 900, 400, 60, 2_000], button_rule="dead", big_blind_ante=100, hands=6
        ),
        "straddle-pot-limit": holdem.configure(4, 5_000, straddles=[200], structure="pot_limit", hands=2),
        "fixed-limit": holdem.configure(3, 5_000, structure="fixed", hands=3),
    }
    for name, config in matches.items():
        yield GAMES / f"holdem/golden/{name}.txt", random_match(holdem.GAME, config, 1)
    for name, text in deal_golden().items():
        yield GAMES / "deal/golden" / name, text
    for name, text in battle_golden().items():
        yield GAMES / "battle/golden" / name, text
    for name, text in genome_golden().items():
        yield GAMES / "genome/golden" / name, text
    for path, made in OTHERS.items():
        yield path, made()


def rule_books() -> Iterator[tuple[Path, str]]:
    """The rule books of the champions in the docs, made on demand, as each takes time to play its example hand."""
    for file in sorted(CHAMPIONS.glob("*.json")):
        yield file.with_suffix(".md"), of(read(file)).words.rule_book()
