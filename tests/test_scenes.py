"""Scenes of every game: what they show is known to their eyes, and whatever may be done can be done from them alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from string import ascii_uppercase
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games import GAMES, classics, load
from croupier.games.genome import find
from croupier.games.genome.rulebook import chapters
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.decision import judge
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.draw import WIDTH, draw, draw_question
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.showing.questions import RESERVED, keys_of, move_from
from croupier.kernel.showing.scene import PILE, PLACES, Choice, Scene, Zone
from croupier.kernel.showing.scenes import scene, scene_face_up
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.menu import ALLOWED, GAP
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, SPECTATOR

TOYS = tuple(f"tests.toys.{name}" for name in ("kuhn", "leduc", "pennies", "refill"))
NAMES = (*GAMES, *classics(), *TOYS)
ANYTHING = "any genome"
DECISIONS = 20
"""How far into a match one looks."""
STEPS = 12
"""And how far where every moment of a step is drawn."""

SAME = {"CALL": "CHECK", "BET": "RAISE", "RAISE_TO": "RAISE"}
"""What is one thing under two names: going along, and raising the stakes."""

THIRDS = 3


def games(third: int) -> pytest.MarkDecorator:
    """Every game of the box, every toy, any genome, and a third of the classics, which all share the scenes of genomes:
    each property looks at other ones."""
    return pytest.mark.parametrize("name", [*GAMES, *classics()[third::THIRDS], *TOYS, ANYTHING])


some_matches = settings(max_examples=2, deadline=None)
keys = st.integers(0, 2**32)


def set_up(name: str, key: int) -> tuple[Game, Any]:
    """A game and one of its configs; for a game that Croupier ships, any config that can be made."""
    rng = random.Random(key)
    game = load("genome" if name == ANYTHING else name)
    any_config = game.any_config if name == ANYTHING or name in GAMES or name in TOYS else None
    config = any_config(rng) if any_config else game.configure()
    return game.for_config(config) if game.for_config else game, config


def walk(game: Game, config: Any, key: int) -> Iterator[tuple[State, tuple[Decision, ...]]]:
    """The states of a random match in which somebody decides, and the last one."""
    state, dealer, choose = game.start(config).state, RandomDealer(key), random_chooser(game, key)
    seen = 0
    while (pending := game.pending(state)) and seen < DECISIONS:
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        elif decision.seat == CLOCK:
            move = Move(decision.options[0].kind)
        else:
            yield state, pending
            seen += 1
            move = choose(state, decision)
        game.advance(state, decision.seat, move)
    yield state, ()


def scenes(game: Game, state: State) -> Iterator[Scene]:
    """The table with all eyes."""
    for eyes in (*range(state.table.seats), None):
        yield scene(game, state, cast_for(game, eyes))


def some_scenes(game: Game, state: State, rng: random.Random) -> Iterator[Scene]:
    """The table as a random seat sees it, and as a spectator does."""
    for eyes in (rng.randrange(state.table.seats), None):
        yield scene(game, state, cast_for(game, eyes))


def zone_of(shown: Scene, number: int) -> Zone:
    return next(zone for zone in shown.zones if zone.id == number)


@games(0)
@given(keys)
@some_matches
def test_a_scene_shows_no_card_that_its_eyes_may_not_know(name: str, key: int) -> None:
    game, config = set_up(name, key)
    for state, _ in walk(game, config, key):
        for shown in scenes(game, state):
            bit = SPECTATOR if shown.eyes < 0 else shown.eyes
            for zone in shown.zones:
                if zone.lies != PLACES:
                    ledger = state.table.cards
                    start = ledger.first[zone.id]
                    lying = [] if zone.lies == PILE else ledger.row[start : start + zone.count]
                    known = [card for card in lying if card != UNKNOWN and ledger.known[card] >> bit & 1]
                    assert (len(zone.cards), zone.count) == (len(lying), ledger.count[zone.id])
                    assert sum(card.name != "" for card in zone.cards) == len(known)


@games(1)
@given(keys)
@some_matches
def test_every_option_can_be_made_from_the_scene_alone(name: str, key: int) -> None:
    game, config = set_up(name, key)
    rng, choose = random.Random(key), random_chooser(game, key)
    for state, pending in walk(game, config, key):
        for decision in pending:
            question = scene(game, state, cast_for(game, decision.seat)).question
            assert question is not None and question.number == decision.number
            assert [choice.name for choice in question.options if not choice.unlisted] == list(decision.legal)
            assert [choice.name for choice in question.owed] == [option.name for option in decision.owed]
            letters = [choice.key for choice in question.options if choice.key]
            assert len(letters) == len(set(letters)) and all(choice.key for choice in question.owed)
            for choice in question.options:
                check_presets(choice, decision)
                move = move_from(decision, choice.name, *any_answer(choice, rng))
                assert judge(decision.options, move) == ALLOWED, game.describe(move)
            made = choose(state, decision)
            option = decision.option(made.kind)
            assert option is not None
            numbers = [None if card == GAP else option.cards.index(card) for card in made.cards]
            assert move_from(decision, option.name, made.amount, numbers) == made


@games(2)
@given(keys)
@some_matches
def test_a_key_means_one_thing_in_every_step_of_a_game(name: str, key: int) -> None:
    game, config = set_up(name, key)
    meant: dict[str, str] = {}
    for state, pending in walk(game, config, key):
        for decision in pending:
            question = scene(game, state, cast_for(game, decision.seat)).question
            for choice in question.owed if question else ():
                does = SAME.get(choice.name, choice.words if choice.name == "DISCARD" else choice.name).split()[0]
                assert meant.setdefault(choice.key, does) == does


def test_familiar_words_have_the_same_key_in_every_game() -> None:
    usual = {"PLAY": "p", "PASS": "s", "DRAW": "d", "DISCARD": "i", "FOLD": "f", "CHECK": "c", "CALL": "c"}
    for game in map(load, NAMES):
        given = keys_of(tuple(game.own_kinds.values()))
        assert {word: given[word] for word in usual if word in given}.items() <= usual.items()
        assert not set("".join(given.values())) & set(RESERVED)


def test_options_of_one_game_that_are_called_alike_have_different_keys() -> None:
    given = keys_of(("PASS", "PLAY", "PASS_LEFT", "PASS_RIGHT", "PAPA"))
    assert len(set(given.values())) == len(given) == 5
    alphabet = keys_of(tuple(f"{letter}{letter}" for letter in ascii_uppercase))
    assert len(alphabet) == len(ascii_uppercase) - len(RESERVED), "letters have run out"
    assert alphabet["CC"] == "c", "who has a letter of its name keeps it"


def check_presets(choice: Choice, decision: Decision) -> None:
    """Presets are legal, in order, and all different."""
    amounts = [preset.amount for preset in choice.presets]
    assert amounts == sorted(set(amounts))
    for amount in amounts:
        assert judge(decision.options, move_from(decision, choice.name, amount)) == ALLOWED


def any_answer(choice: Choice, rng: random.Random) -> tuple[int, list[int | None]]:
    """An amount and cards that a client could send if it knew nothing but the choice."""
    amount = rng.randrange(choice.low, choice.high + 1, choice.step) if choice.step else 0
    numbers: list[int | None] = list(range(len(choice.takes))) + [None] * (choice.most if choice.gaps else 0)
    most = min(choice.most, len(numbers))
    return amount, rng.sample(numbers, rng.randint(min(choice.fewest, most), most))


@games(0)
@given(keys)
@some_matches
def test_candidates_lie_where_the_scene_says(name: str, key: int) -> None:
    game, config = set_up(name, key)
    for state, pending in walk(game, config, key):
        for decision in pending:
            shown = scene(game, state, cast_for(game, decision.seat))
            assert shown.question is not None
            for choice in shown.question.options:
                for candidate in (*choice.takes, *choice.refuses):
                    assert zone_of(shown, candidate.zone).cards[candidate.slot].name == candidate.name
                taken = {(candidate.zone, candidate.slot) for candidate in choice.takes}
                refused = {(candidate.zone, candidate.slot) for candidate in choice.refuses}
                assert len(taken) == len(choice.takes) and not taken & refused
                assert all(candidate.why_not for candidate in choice.refuses)
                assert not any(candidate.why_not for candidate in choice.takes)


@cache
def headings(name: str) -> set[str]:
    """Of a classic without the example, which takes long to play and is no clause."""
    if name in classics():
        return {section.heading for section in chapters(find(name))}
    book = load(name).words.rule_book()
    return {line.removeprefix("## ") for line in book.splitlines() if line.startswith("## ")}


@pytest.mark.parametrize("name", [*GAMES, *classics()[::THIRDS]])
@given(keys)
@some_matches
def test_the_clause_is_a_heading_of_the_rule_book(name: str, key: int) -> None:
    game, config = set_up(name, key)
    rng = random.Random(key)
    for state, _ in walk(game, config, key):
        for shown in some_scenes(game, state, rng):
            assert shown.clause in headings(name)


@games(1)
@given(keys)
@some_matches
def test_every_scene_is_drawn_within_the_columns_and_survives_json(name: str, key: int) -> None:
    game, config = set_up(name, key)
    rng = random.Random(key)
    for state, _ in walk(game, config, key):
        for shown in (*some_scenes(game, state, rng), scene_face_up(game, state, cast_for(game))):
            text = draw(shown) + ("\n" + draw_question(shown.question) if shown.question else "")
            assert max(map(len, text.splitlines())) <= WIDTH
            assert msgspec.json.decode(msgspec.json.encode(shown), type=Scene) == shown


@games(2)
@given(keys)
@some_matches
def test_a_step_is_heard_and_seen_moment_by_moment(name: str, key: int) -> None:
    game, config = set_up(name, key)
    state, events = game.start(config)
    eyes = Onlooker(game, cast_for(game, 0, nameplates([f"player {seat}" for seat in range(state.table.seats)])))
    dealer, choose, told = RandomDealer(key), random_chooser(game, key), eyes.hear(eyes.facts(events))
    for _ in range(STEPS):
        if not (pending := game.pending(state)):
            break
        decision, before = pending[0], game.view(state, 0)
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        else:
            move = Move(decision.options[0].kind) if decision.seat == CLOCK else choose(state, decision)
        facts = eyes.facts(game.advance(state, decision.seat, move))
        shown = moments(eyes, before, facts, state)
        told += [moment.sentence for moment in shown if moment.sentence]
        assert eyes.see(state).sentence == (told[-1] if told else "")
        earlier = len(shown) - len(facts)
        assert [moment.fact for moment in shown[earlier:]] == facts
        assert all(isinstance(moment.fact, game.words.deals) for moment in shown[:earlier])
        assert not shown or shown[-1].scene == eyes.see(state)
        for moment in shown:
            assert max(map(len, draw(moment.scene).splitlines())) <= WIDTH
    assert not any("player 0" in sentence for sentence in told), "one is spoken to, not of"
    assert all(sentence[0].isupper() or sentence.startswith("player") or sentence[0].isdigit() for sentence in told)


def test_an_answer_names_an_option_and_cards_that_there_are() -> None:
    game = load("battle")
    decision = game.pending(game.start(game.configure()).state)[0]
    with pytest.raises(BadInput, match="There is no option 'ATTACK'; there are CONFIRM, DRAFT, TOUCH, LEAVE"):
        move_from(decision, "ATTACK")
    with pytest.raises(BadInput, match="CONFIRM has cards 0 to 3, not 4"):
        move_from(decision, "CONFIRM", 0, (0, None, 4))
    assert move_from(decision, "CONFIRM", 0, (0, None, 3)).cards == (0, GAP, 3)
