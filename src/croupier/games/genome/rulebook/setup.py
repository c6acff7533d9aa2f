"""The aim of the game, what players need, and the deal."""

from __future__ import annotations

from croupier.kernel.vocabulary.cards import RANKS

from ..language.genome import BestHand, EmptyHand, GameGenome, HighScore, LowScore
from ..machine.translate import DECKS, SUITS, comparisons, written_down
from .english import FACES, chips, counted, listed, number, plural, rank_name
from .sentences import Paragraph, Reader, Section, Sentence, say


def aim(reader: Reader) -> Section:
    """What every player tries to achieve."""
    return Section("The aim", [Paragraph([say(_aim(reader.genome))])])


def _aim(genome: GameGenome) -> str:
    deciding, score = comparisons(genome), written_down(genome)
    if genome.setup.starting_chips:
        return "Win the chips of the others"
    if isinstance(score, HighScore):
        return "Collect points, as many as you can"
    if isinstance(score, LowScore):
        return "Points are bad: collect as few as you can"
    if isinstance(deciding[0], EmptyHand):
        return "Be rid of your cards before the others, and so win as many hands as you can"
    if isinstance(deciding[0], BestHand):
        return "End with better cards than the others, and so win as many hands as you can"
    return "Capture more cards than the others, and so win as many hands as you can"


def needs(reader: Reader) -> Section:
    """Players, cards, chips."""
    genome, top, setup = reader.genome, reader.at(()), reader.at(("setup",))
    items = [
        say(f"{number(genome.player_count)} players", top("player_count")),
        say(deck_in_words(genome), setup("initial_deck")),
    ]
    if setup("starting_chips"):
        items.append(say(f"{chips(genome.setup.starting_chips)} for everybody", setup("starting_chips")))
    if not genome.setup.starting_chips or any(
        place("threshold") for place in top.items("win_conditions") if isinstance(place.part, HighScore | LowScore)
    ):
        items.append(say("paper and pencil, to keep the score"))
    return Section("What you need", [Paragraph([item], "- ") for item in items])


def deck_in_words(genome: GameGenome) -> str:
    """The cards of a genome's deck."""
    ranks, suits = DECKS[genome.setup.initial_deck]
    cards = counted(len(ranks) * suits, "card")
    if ranks == RANKS:
        return f"a deck of {cards}"
    if len(ranks) > 3:
        return f"{cards}: the {plural(rank_name(ranks[0]))} to the aces of all four suits"
    names = listed([rank_name(rank) for rank in ranks])
    return f"{cards}: {names} of {listed(SUITS[:suits])}"


def deal(reader: Reader) -> Section:
    """Who starts, and what is dealt."""
    genome = reader.genome
    start = [say("Anybody may start, and is called the starter")]
    if genome.session.hands > 1:
        left = " who has chips" if genome.setup.starting_chips else ""
        start.append(say(f"With every hand the start moves on to the next player on the left{left}"))
    start.append(say("Everything goes round the table to the left"))
    if genome.session.hands > 1 and genome.setup.starting_chips:
        start.append(say("A player without chips is not dealt in"))
    return Section("The deal", [Paragraph(start), Paragraph([say("Shuffle all the cards"), *_first_cards(reader)])])


def _first_cards(reader: Reader) -> list[Sentence]:
    setup, rules = reader.at(("setup",)), reader.genome.setup
    told, count = list[Sentence](), rules.cards_per_player
    if count:
        text = f"Deal {counted(count, 'card')} to everybody" + (", one at a time" if count > 1 else "")
        if setup("face"):
            text += f", {FACES[rules.face]}" + (": look only at your own" if rules.face == "down" else "")
        told.append(say(text, setup("cards_per_player", "face")))
    else:
        told.append(say("Nobody gets cards yet", setup("cards_per_player")))
    if setup("initial_discard_count"):
        count, more = rules.initial_discard_count, "more " if rules.cards_per_player else ""
        starts = "this is" if count == 1 else "these are"
        turned_up = f"Turn up {counted(count, more + 'card')}: {starts} the start of the discard pile"
        told.append(say(turned_up, setup("initial_discard_count")))
    if setup("trump_suit"):
        told.append(say(f"{rules.trump_suit} are trumps: in a trick they beat all other suits", setup("trump_suit")))
    return told
