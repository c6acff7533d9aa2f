"""An example hand, played by the machine with a fixed seed and told in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.contract.record import replay
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.playthrough import Chooser, play_out
from croupier.kernel.showing.text import tell, told_face_up
from croupier.kernel.vocabulary.evaluate import add_card, hand_name
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import Action, Menu, choose_randomly, clear
from croupier.kernel.vocabulary.rng import Rng, seed

from ..machine import events
from ..machine.evaluation import poker_value
from ..machine.program import CHOOSE, CHOOSE_TO, OPERATION, TO_TRICK, instructions
from ..machine.records import HAND, View
from ..players.greedy import AT_A_GLANCE, CAREFULLY, play_greedily, play_hastily
from .english import listed
from .sentences import Paragraph, Section, Sentence, say

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ivy", "Jo")
SEEDS = range(1, 13)
SCOUTED = 150
"""After this many facts no further hands are looked at."""
CARE, GLANCES = 400_000, 200_000
"""How many cards may be imagined with care and at a glance, so that a long hand does not take too long to write."""
LENGTH = 24
"""About how many sentences an example should have."""
LONGEST = 24
"""The most scenes that are told; of a longer hand, the middle is left out."""
FIRST, LAST = 12, 6
SCENES: dict[str, tuple[type[Fact], ...]] = {
    "deal": (events.HandStarted, events.CardsDealt, events.CardsTurnedUp, events.DiscardsTurnedUp),
    "betting": (
        *(
            events.AntePosted,
            events.Posted,
            events.Checked,
            events.BetPlaced,
            events.Called,
            events.Raised,
            events.WentAllIn,
        ),
        *(events.Folded, events.BetReturned),
    ),
    "end": (events.HandShown, events.PotAwarded, events.PointsScored, events.HandWon, events.Eliminated),
}
"""Facts that are told together; all others belong to the players' turns."""


def example(game: Game, config: Any, ranks_poker_hands: bool, writes_points: bool) -> Section:
    """A hand between greedy players that shows more of the game than the other hands tried."""
    facts = [fact for fact in _best_hand(game, config) if writes_points or not isinstance(fact, events.PointsScored)]
    names = NAMES[: config.seats]
    cast = Cast(players=tuple(nameplates(names)))
    told = [
        say(f"{listed(names)} play a hand, each for what looks best at the moment"),
        say("Cards are written short: Th is the ten of hearts"),
    ]
    scenes = []
    for scene in _scenes(facts):
        scenes.append(" ".join(_in_words(game, fact, cast, facts, ranks_poker_hands) for fact in _gathered(scene)))
    if len(scenes) > LONGEST:
        scenes = [*scenes[:FIRST], "… and so it goes on, until in the end:", *scenes[-LAST:]]
    return Section("An example", [Paragraph(told), *(Paragraph([Sentence(scene)], "- ") for scene in scenes)])


def _best_hand(game: Game, config: Any) -> list[Fact]:
    """The facts of the hand that is the best example. Where cards are chosen, which takes long to do well, all hands
    are first played with little care to find the best, and that one is played again with care."""
    care = 0 if _chooses_cards(config) else CARE
    best, shown, most, told = SEEDS[0], list[Fact](), _worth([]), 0
    for key in SEEDS:
        facts = _facts(game, config, care, key)
        if not shown or _worth(facts) > most:
            best, shown, most = key, facts, max(_worth(facts), most)
        told += len(facts)
        if told > SCOUTED:
            break
    return shown if care == CARE else _facts(game, config, CARE, best)


def _chooses_cards(config: Any) -> bool:
    """Whether players choose cards to draw, to discard or to play, beyond those of a trick."""
    lines = instructions(config.code)
    return any(line[OPERATION] == CHOOSE and line[CHOOSE_TO] != TO_TRICK for line in lines)


def _facts(game: Game, config: Any, care: int, key: int) -> list[Fact]:
    """The facts of a hand that are worth a sentence."""
    record = play_out(game, config, greedy_player(game, care, key), key).record()
    return [fact for step in replay(game, *record) for fact in told_face_up(step.events) if tell(game, fact)]


def greedy_player(game: Game, care: int, key: int) -> Chooser:
    """A chooser that decides for every seat like the house's greedy bot, always the same for a key: with care as long
    as `care` lasts, then with few imagined deals, and at random once those are used up, too."""
    rng, m, a, glances = Rng(), Menu(), Action(), GLANCES
    seed(rng, key, 1)

    def choose(state: State, decision: Decision) -> Move:
        nonlocal care, glances
        clear(m)
        game.core.menu(state.table, decision.seat, m)
        view = game.view(state, decision.seat)
        imagined = _imagined(view, decision)
        if CAREFULLY * imagined <= care:
            care -= CAREFULLY * imagined
            play_greedily(view, m, rng, a)
        elif AT_A_GLANCE * imagined <= glances:
            glances -= AT_A_GLANCE * imagined
            play_hastily(view, m, rng, a)
        else:
            choose_randomly(m, rng, a)
        return Move(a.kind, a.amount, tuple(a.cards[: a.count]))

    return choose


def _imagined(view: View, decision: Decision) -> int:
    """About how many cards a greedy bot imagines for a decision in each deal: all hands, for every choice."""
    choices = sum(len(option.cards) * option.most for option in decision.options)
    return max(1, choices) * view.seats * (1 + view.cards.count[HAND + view.seat] + view.prospects.draws)


def _worth(facts: list[Fact]) -> tuple[bool, bool, int, int]:
    """The quality of a hand as an example: it has a showdown and one winner, shows many things, and is not too long."""
    kinds = {type(fact) for fact in facts}
    winners = sum(isinstance(fact, events.PotAwarded | events.HandWon) for fact in facts)
    length = len(facts)
    return (
        events.HandShown in kinds,
        winners == 1,
        len(kinds) - max(0, length - LENGTH) // LENGTH,
        -abs(length - LENGTH),
    )


def _scenes(facts: list[Fact]) -> Iterator[list[Fact]]:
    """Facts that belong together: a deal, a round of betting, a turn of each player, the end."""
    scene, kind = list[Fact](), ""
    for fact in facts:
        new = next((name for name, kinds in SCENES.items() if isinstance(fact, kinds)), "turns")
        if kind == "turns" and _is_drawn(fact, scene[-1]):
            new = kind
        if scene and (new != kind or (kind == "turns" and _is_another_go(fact, scene))):
            yield scene
            scene = []
        scene.append(fact)
        kind = new
    yield scene


def _is_drawn(fact: Fact, before: Fact) -> bool:
    """Whether cards are dealt because of their owner's last action."""
    drawing = isinstance(fact, events.CardsDealt) and not isinstance(before, events.TrickWon)
    return drawing and _seat(fact) == _seat(before)


def _is_another_go(fact: Fact, scene: list[Fact]) -> bool:
    """Whether a player has another turn, or another trick begins."""
    if isinstance(fact, events.TrickWon):
        return False
    again = _seat(fact) in map(_seat, scene) and _seat(fact) != _seat(scene[-1])
    return again or isinstance(scene[-1], events.TrickWon)


def _seat(fact: Fact) -> int:
    return int(getattr(fact, "seat", -1))


def _gathered(scene: list[Fact]) -> list[Fact]:
    """A scene with the cards of each hand in one fact; the machine tells many cards in several."""
    if any(isinstance(fact, events.Drew) for fact in scene):
        return scene  # here one card after the other is what matters
    made = dict[object, Fact]()
    for number, fact in enumerate(scene):
        if isinstance(fact, events.CardsDealt | events.HandShown):
            before = made.get((type(fact), fact.seat))
            cards = before.cards if isinstance(before, events.CardsDealt | events.HandShown) else ()
            made[type(fact), fact.seat] = msgspec.structs.replace(fact, cards=cards + fact.cards)
        else:
            made[number] = fact
    return list(made.values())


def _in_words(game: Game, fact: Fact, cast: Cast, facts: list[Fact], ranks_poker_hands: bool) -> str:
    if isinstance(fact, events.HandStarted):
        return cast.sentence(cast.does(fact.seat, "be", "the starter"))
    words = tell(game, fact, cast)
    if isinstance(fact, events.HandShown) and ranks_poker_hands:
        hand = 0
        for card in [*fact.cards, *(card for up in facts if isinstance(up, events.CardsTurnedUp) for card in up.cards)]:
            hand = add_card(hand, card)
        return cast.sentence(f"{words.removesuffix('.')}: {hand_name(poker_value(hand))}")
    return words
