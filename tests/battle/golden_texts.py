"""The golden playthroughs of the Battle: every interaction, every end, and the layouts that count at the deadline."""

from __future__ import annotations

from collections.abc import Callable

from croupier.agents.loading import house_bot
from croupier.games.battle import GAME, configure
from croupier.games.battle.layouts import NAMES
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.showing.playthrough import play_out, playthrough

from .table import Match

NOTHING = "- - -"
CANONICAL = {"reveal_when_confirmed": False}


def golden() -> dict[str, str]:
    """File names and what the files must contain."""
    texts = {f"{name}.txt": _text(play()) for name, play in SCENES.items()}
    return {**texts, "house-bots.txt": _house_bots()}


def _text(match: Match) -> str:
    return playthrough(GAME, match.recorder.record())


def _house_bots() -> str:
    bots = [house_bot(GAME, "equilibrium", 1, 0), house_bot(GAME, "reader", 1, 1)]

    def choose(state: State, decision: Decision) -> Move:
        return bots[decision.seat].act(GAME.view(state, decision.seat), decision)

    return playthrough(GAME, play_out(GAME, configure(), choose, 1).record())


def every_interaction() -> Match:
    """All 25 pairs of faces, three places at a time."""
    faces = [*NAMES, "-"]
    match = Match(start_hp=100, max_hp=200, rounds=10, max_rounds=10)
    for shift in range(len(faces)):
        pairs = [(face, faces[(at + shift) % len(faces)]) for at, face in enumerate(faces)] + [("-", "-")]
        for three in (pairs[:3], pairs[3:]):
            match.round(*(" ".join(pair[seat] for pair in three) for seat in range(2)))
    return match


def heal_before_attack() -> Match:
    match = Match(rounds=2)
    match.round("heal - -", "attack - -")
    match.round("- heal -", "attack - -")
    return match


def knock_out() -> Match:
    match = Match(start_hp=(4, 10))
    match.round("attack - heal", "counter attack -")
    return match


def points_after_three_rounds() -> Match:
    match = Match()
    match.round("attack defense counter", "heal counter attack")
    match.round("counter attack heal", "attack defense -")
    match.round("defense counter heal", "heal attack defense")
    return match


def both_at_zero() -> Match:
    match = Match(start_hp=2)
    match.round("attack - -", "attack - -")
    return match


def sudden_death() -> Match:
    match = Match(rounds=1)
    match.round("attack - -", "attack - -")
    match.round(NOTHING, NOTHING)
    match.round("attack - -", "- heal -")
    return match


def max_rounds() -> Match:
    match = Match(rounds=1, max_rounds=2)
    match.round(NOTHING, NOTHING)
    match.round(NOTHING, NOTHING)
    return match


def one_absent() -> Match:
    match = Match(**CANONICAL)
    for _ in range(2):
        match.confirm(1, "attack - -")
        match.deadline()
    return match


def both_absent() -> Match:
    match = Match(**CANONICAL)
    match.deadline()
    match.deadline()
    return match


def disconnect() -> Match:
    match = Match()
    match.confirm(0, "attack - -")
    match.leave(1)
    return match


def drafts_and_confirms() -> Match:
    """A draft, an empty draft, a sign of life, a second confirm; the deadline decides."""
    match = Match(**CANONICAL, hand="attack,attack,heal,counter", rounds=3)
    match.draft(0, "attack - -")
    match.draft(0, "attack attack -")
    match.draft(1, NOTHING)
    match.deadline()
    match.confirm(0, "heal - -")
    match.confirm(1, "counter - -")
    match.confirm(0, "- attack heal")
    match.draft(0, NOTHING)
    match.deadline()
    match.touch(0)
    match.touch(1)
    match.deadline()
    return match


SCENES: dict[str, Callable[[], Match]] = {
    "every-interaction": every_interaction,
    "heal-before-attack": heal_before_attack,
    "knock-out": knock_out,
    "points-after-three-rounds": points_after_three_rounds,
    "both-at-zero": both_at_zero,
    "sudden-death": sudden_death,
    "max-rounds": max_rounds,
    "one-absent": one_absent,
    "both-absent": both_absent,
    "disconnect": disconnect,
    "drafts-and-confirms": drafts_and_confirms,
}
