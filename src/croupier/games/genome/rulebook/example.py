"""An example hand, played by the machine with a fixed seed and told in sentences, with what speaks for each choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.contract.record import MatchRecord, move_of, replay
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.playthrough import Chooser, play_out
from croupier.kernel.showing.text import tell, told_face_up
from croupier.kernel.vocabulary.evaluate import add_card, hand_name
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import Action, Menu, choose_randomly, clear
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import HOUSE

from ..language.genome import BestHand, GameGenome
from ..machine import events
from ..machine.evaluation import poker_value
from ..machine.program import CHOOSE, CHOOSE_TO, OPERATION, TO_TRICK, instructions
from ..machine.records import HAND, View
from ..machine.translate import comparisons
from ..players.greedy import AT_A_GLANCE, CAREFULLY, play_greedily, play_hastily
from ..players.imagined import row, share_beaten
from ..showing.worth import is_betting
from .english import listed
from .sentences import Paragraph, Section, Sentence, say

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ivy", "Jo")
SEEDS = range(1, 13)
SCOUTED = 150
"""After this many facts no further hands are looked at."""
CARE, GLANCES = 400_000, 200_000
"""How many cards may be imagined with care and at a glance, so that a long hand does not take too long to write."""
EXPLAINED = (
    "The figure in brackets says how good the player's cards are, before a bet or after a choice of cards: the share "
    "of the hands that another player may hold that they beat, as far as the player can know"
)
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


class Worked(NamedTuple):
    """A fact of an example hand, and what a player's hand was worth before a bet, or after cards were chosen: of the
    hands that another player may hold, the share that it beats, in thousandths, as far as the player can know. Else
    None."""

    fact: Fact
    share: int | None


def example(game: Game, config: Any, genome: GameGenome, writes_points: bool) -> Section:
    """A hand between greedy players that shows more of the game than the other hands tried."""
    deciding = comparisons(genome)
    ranks_poker_hands = any(isinstance(one, BestHand) and one.evaluation == "poker" for one in deciding)
    worked = _worked(game, _best_hand(game, config), explained=isinstance(deciding[0], BestHand))
    worked = [one for one in worked if writes_points or not isinstance(one.fact, events.PointsScored)]
    facts, shares = [one.fact for one in worked], {id(one.fact): one.share for one in worked if one.share is not None}
    names = NAMES[: config.seats]
    cast = Cast(players=tuple(nameplates(names)))
    told = [
        say(f"{listed(names)} play a hand, each for what looks best at the moment"),
        say("Cards are written short: Th is the ten of hearts"),
    ]
    if shares:
        told.append(say(EXPLAINED))
    scenes = []
    for scene in _scenes(facts):
        words = [(fact, _in_words(game, fact, cast, facts, ranks_poker_hands)) for fact in _gathered(scene)]
        scenes.append(" ".join(_with_share(text, shares.get(id(fact))) for fact, text in words))
    if len(scenes) > LONGEST:
        scenes = [*scenes[:FIRST], "… and so it goes on, until in the end:", *scenes[-LAST:]]
    return Section("An example", [Paragraph(told), *(Paragraph([Sentence(scene)], "- ") for scene in scenes)])


def _best_hand(game: Game, config: Any) -> MatchRecord:
    """The record of the hand that is the best example. Where cards are chosen, which takes long to do well, all hands
    are first played with little care to find the best, and that one is played again with care."""
    care = 0 if _chooses_cards(config) else CARE
    shown, best, most, told = None, SEEDS[0], _worth([]), 0
    for key in SEEDS:
        record = _played(game, config, care, key)
        facts = _facts(game, record)
        if shown is None or _worth(facts) > most:
            best, shown, most = key, record, max(_worth(facts), most)
        told += len(facts)
        if told > SCOUTED:
            break
    return shown if shown is not None and care == CARE else _played(game, config, CARE, best)


def _chooses_cards(config: Any) -> bool:
    """Whether players choose cards to draw, to discard or to play, beyond those of a trick."""
    lines = instructions(config.code)
    return any(line[OPERATION] == CHOOSE and line[CHOOSE_TO] != TO_TRICK for line in lines)


def _played(game: Game, config: Any, care: int, key: int) -> MatchRecord:
    return play_out(game, config, greedy_player(game, care, key), key).record()


def _facts(game: Game, record: MatchRecord) -> list[Fact]:
    """The facts of a hand that are worth a sentence."""
    return [one.fact for one in _worked(game, record, explained=False)]


def _worked(game: Game, record: MatchRecord, *, explained: bool) -> list[Worked]:
    """The facts of a hand that are worth a sentence; if it is to be explained, with what the hands are worth."""
    worked, before, actors = list[Worked](), None, [HOUSE, *(move_of(game, line)[0] for line in record.played.moves)]
    for seat, step in zip(actors, replay(game, *record), strict=True):
        told = [fact for fact in told_face_up(step.events) if tell(game, fact)]
        share = (
            _share(game, before, step.state, seat)
            if explained and before is not None and seat < before.table.seats
            else None
        )
        own = next((fact for fact in told if _seat(fact) == seat), None)
        worked += [Worked(fact, share if fact is own else None) for fact in told]
        before = step.state
    return worked


def _share(game: Game, before: State, after: State, seat: int) -> int | None:
    """The worth of a seat's hand at a decision; None if it had no choice, or is out."""
    decision = next(one for one in game.pending(before) if one.seat == seat)
    if len(decision.options) == 1 and not decision.options[0].most:
        return None
    view = game.view(before if is_betting(decision) else after, seat)
    if not view.live & (1 << seat) or not view.live & ~(1 << seat):
        return None
    rng = Rng()
    seed(rng, 1, 0)
    return share_beaten(view, row(view, HAND + seat, 0), 0, view.prospects.draws, CAREFULLY, rng)


def _with_share(text: str, share: int | None) -> str:
    return text if share is None else f"{text.removesuffix('.')} ({share // 10} %)."


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
