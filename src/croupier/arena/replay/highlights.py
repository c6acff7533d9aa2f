"""The hands of a match in which a player won or lost most, as a spectator saw them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from croupier.kernel.contract.game import Game
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import ROW, Card, Scene

from .hands import PlayedHand, PlayedMatch

FEW = 3
"""The most hands of a match that are picked for each end of the list."""


class NotableHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand with what it won or lost for a player, and what everybody saw of it at its end."""

    match: str
    hand: int
    net: int
    words: str
    """The name of the player's hand if it was shown, otherwise how the hand ended."""
    held: list[str] = []
    """The player's cards, if they were shown."""
    board: list[str] = []
    """The cards in the middle."""


class Picked(msgspec.Struct, frozen=True):
    """The hands of one player in a match: how many there were, and those that won and lost most."""

    hands: int
    best: list[NotableHand]
    worst: list[NotableHand]


def picked(match: PlayedMatch, name: str, players: Collection[str]) -> dict[str, Picked]:
    """The hands of some players of a match, by their ids; `name` is that of the match."""
    nets: dict[str, list[tuple[int, int, int]]] = {id: [] for id in players}
    before: Sequence[int] = ()
    for number, hand in enumerate(match.hands, 1):
        scores = match.game.scores(hand.after(match.game, len(hand.moves)))
        for seat, score in enumerate(scores):
            id = hand.players[seat].id if seat < len(hand.players) else ""
            if id in nets:
                nets[id].append((score - (before[seat] if seat < len(before) else 0), number, seat))
        before = scores
    return {id: _of_player(match, name, played) for id, played in nets.items()}


def _of_player(match: PlayedMatch, name: str, played: list[tuple[int, int, int]]) -> Picked:
    won = sorted((one for one in played if one[0] > 0), key=lambda one: (-one[0], one[1]))[:FEW]
    lost = sorted(one for one in played if one[0] < 0)[:FEW]
    told = [[_notable(match, name, *one) for one in some] for some in (won, lost)]
    return Picked(len(played), *told)


def _notable(match: PlayedMatch, name: str, net: int, number: int, seat: int) -> NotableHand:
    hand = match.hands[number - 1]
    scene, sentence = _seen_at_end(match.game, hand)
    holds = next((one.holds for one in scene.seats if one.seat == seat), "")
    zones = [zone for zone in scene.zones if zone.lies == ROW]
    held = [card for zone in zones if zone.owner == seat for card in zone.cards]
    board = [card for zone in zones if zone.owner < 0 for card in zone.cards]
    words = holds[:1].upper() + holds[1:] or sentence
    return NotableHand(name, number, net, words, _faces(held), _faces(board))


def _seen_at_end(game: Game, hand: PlayedHand) -> tuple[Scene, str]:
    """The table at the end of a hand, and the last sentence that everybody was told."""
    watching = Onlooker(game, cast_for(game, None, hand.players))
    sentences = [""]
    state = hand.opening.state
    for step in hand.steps(game):
        sentences += watching.hear(watching.facts(step.events))
        state = step.after
    return watching.see(state), sentences[-1]


def _faces(cards: Sequence[Card]) -> list[str]:
    """The names of cards whose faces everybody saw; none if one of them stayed hidden."""
    names = [card.name for card in cards if card.name != "-"]
    return names if all(names) else []
