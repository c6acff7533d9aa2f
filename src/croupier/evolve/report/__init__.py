"""A page about a run: one HTML file, made from the run's folder.

`games` collects what is shown of a game, `page` makes the HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from croupier.kernel.errors import BadInput
from croupier.kernel.files import write_file

from ..champions import saved_champions
from ..folder import Folder
from ..people import Opinions, agreement
from .games import story_of
from .page import page

TOLD_IN_FULL = 30
"""How many of the best games are shown with an example hand, which takes long to make."""


def write_report(
    folder: Folder,
    out: Path,
    tell: Callable[[int], None] = lambda done: None,
    opinions: Mapping[str, Opinions] | None = None,
) -> None:
    """Write the page. `tell` gets the number of games described so far; `opinions` are those of people, by the keys of
    canonical forms."""
    if not out.parent.is_dir():  # before the work, not after it
        raise BadInput(f"{out} cannot be written: there is no folder {out.parent}.")
    kept, ancestors = folder.checkpoint().search, folder.ancestors()
    champions = {champion.number: champion for champion in saved_champions(folder).champions}
    quality = {elite.number: elite.quality for elite in kept.elites}
    quality |= {number: 1 + champion.evaluation.quality for number, champion in champions.items()}
    ranked = sorted(kept.elites, key=lambda elite: (-quality[elite.number], elite.number))
    stories, rated = [], list[tuple[Opinions, Mapping[str, float]]]()
    for place, elite in enumerate(ranked):
        champion = champions.get(elite.number)
        given = (opinions or {}).get(champion.evaluation.key if champion else elite.key, ())
        stories.append(story_of(elite, champion, ancestors, given, in_full=place < TOLD_IN_FULL))
        measures = champion.evaluation.measures if champion else elite.measures
        means = {name: figure.mean for name, figure in measures.items()}
        rated.append((given, means | {"quality": champion.evaluation.quality if champion else elite.quality}))
        tell(place + 1)
    write_file(out, page(folder.path.name, kept, folder.rows(), stories, ancestors, agreement(rated)))
