"""`croupier replay RECORD --with BOT`: where another bot would have done something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.draw import draw
from croupier.kernel.showing.scenes import scene
from croupier.simulate.record.record_file import RecordFile
from croupier.simulate.record.second_opinion import Opinion

from .numbers import counted


class Agreement:
    """How often a bot would have done the same, by part of the hand and by what was played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.decisions = self.same = self.same_kind = 0
        self.phases: dict[str, Counter[bool]] = {}
        self.kinds: dict[str, Counter[bool]] = {}

    def count(self, opinions: Iterable[Opinion]) -> Iterator[Opinion]:
        """Count opinions on their way to somebody else."""
        for opinion in opinions:
            self.decisions += 1
            self.same += opinion.same
            self.same_kind += opinion.same_kind
            self.phases.setdefault(opinion.phase, Counter())[opinion.same] += 1
            self.kinds.setdefault(self.game.kinds[opinion.played.kind], Counter())[opinion.same] += 1
            yield opinion

    def as_text(self, name: str) -> list[str]:
        """The summary for people."""
        if not self.decisions:
            return ["Nobody had anything to decide."]
        lines = [
            f"{name} was asked at {counted(self.decisions, 'decision')}: the same in {self.same / self.decisions:.1%}, "
            f"the same kind of action in {self.same_kind / self.decisions:.1%}."
        ]
        for counters in (self.phases, self.kinds):
            for label, seen in counters.items():
                if label:
                    lines.append(f"  {label:20} {seen[True] / seen.total():>7.1%} of {seen.total():,}")
        return lines

    def as_json(self) -> dict[str, Any]:
        """The summary for programs."""
        return {
            "decisions": self.decisions,
            "same": self.same,
            "same_kind": self.same_kind,
            "phases": {label: _shares(seen) for label, seen in self.phases.items() if label},
            "kinds": {label: _shares(seen) for label, seen in self.kinds.items()},
        }


def _shares(seen: Counter[bool]) -> dict[str, int]:
    return {"decisions": seen.total(), "same": seen[True]}


def difference_as_text(record: RecordFile, opinion: Opinion) -> list[str]:
    """One difference, with the table as the player saw it."""
    entry, game = record.entries[opinion.number], record.game
    phase = f", {opinion.phase.lower()}" if opinion.phase else ""
    other = game.describe(opinion.advised) if opinion.advised else "no legal move"
    head = (
        f"{entry.title}, step {opinion.step}{phase}: {entry.names[opinion.seat]} played "
        f"{game.describe(opinion.played)}, not {other}"
    )
    wrong = [f"    {line}" for line in opinion.wrong.splitlines()]
    return [head, *wrong, *(f"    {line}" for line in _seen(record, opinion).splitlines()), ""]


def difference_as_json(record: RecordFile, opinion: Opinion) -> dict[str, Any]:
    """One difference for programs."""
    entry, game = record.entries[opinion.number], record.game
    return {
        "deal": entry.deal,
        "rotation": entry.rotation,
        "step": opinion.step,
        "seat": opinion.seat,
        "player": entry.names[opinion.seat],
        "phase": opinion.phase,
        "played": game.describe(opinion.played),
        "advised": game.describe(opinion.advised) if opinion.advised else None,
        "wrong": opinion.wrong,
        "table": _seen(record, opinion),
    }


def _seen(record: RecordFile, opinion: Opinion) -> str:
    players = nameplates(record.entries[opinion.number].names)
    cast = cast_for(record.game, opinion.seat, players, spoken_to=False)
    return draw(scene(record.game, opinion.state, cast))
