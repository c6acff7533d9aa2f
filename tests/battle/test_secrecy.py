"""Neither seat learns anything of the other's layout before it is revealed, nor of its hand but what was shown."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from croupier.agents.search import blindfolded
from croupier.games.battle import GAME
from croupier.games.battle.records import ATTACK, HAND, HAND_SIZE, HEAL, KINDS, SEATS
from croupier.games.battle.rules import CONFIRM
from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.ledger import disorder, imagine
from croupier.kernel.vocabulary.menu import GAP
from croupier.kernel.vocabulary.rng import Rng, seed

from .table import Match

SENDS: dict[str, Callable[[Match], object]] = {
    "draft": lambda match: match.draft(1, "attack - -"),
    "empty draft": lambda match: match.draft(1, "- - -"),
    "touch": lambda match: match.touch(1),
    "confirm": lambda match: match.confirm(1, "attack heal -"),
    "another confirm": lambda match: (match.confirm(1, "- - -"), match.confirm(1, "counter - -")),
    "draft after confirm": lambda match: (match.confirm(1, "- - -"), match.draft(1, "attack - -")),
}


def sent(match: Match, observer: int | None) -> tuple[object, ...]:
    """All that an observer is sent of a state."""
    menu = None if observer is None else GAME.decision(match.state, observer)
    return GAME.view(match.state, observer).flat(), menu


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("mine", ["nothing", "draft", "confirm"])
@pytest.mark.parametrize("what", SENDS)
def test_nothing_shows_what_the_other_has_sent_or_whether(what: str, mine: str, early: bool) -> None:
    if mine == "confirm" and early and "confirm" in what:
        return  # the second confirm reveals: now it may be seen
    match = Match(reveal_when_confirmed=early)
    match.round("heal - -", "- attack -")
    if mine == "draft":
        match.draft(0, "attack - -")
    elif mine == "confirm":
        match.confirm(0, "attack - -")
    before = {observer: sent(match, observer) for observer in (0, None)}
    already = len(match.facts)
    trace = match.state.trace[0]
    SENDS[what](match)
    assert {observer: sent(match, observer) for observer in (0, None)} == before
    assert match.state.trace[0] == trace
    for fact in match.facts[already:]:
        assert getattr(fact, "seat", None) == 1
    for observer in (0, None):
        assert match.recorder.events.seen_by(observer) == []


def test_absence_is_not_shown_to_the_other() -> None:
    """Three empty places look the same, whether nobody was there or somebody laid nothing."""
    there, absent = Match(reveal_when_confirmed=False), Match(reveal_when_confirmed=False)
    for match in (there, absent):
        match.confirm(0, "attack - -")
    there.draft(1, "- - -")
    for match in (there, absent):
        match.deadline()
    assert sent(there, 0) == sent(absent, 0)
    assert there.state.trace[0] == absent.state.trace[0]
    assert GAME.view(absent.state, 1).absent == 1


def hand_seen(match: Match, observer: int | None, seat: int) -> list[int]:
    cards = GAME.view(match.state, observer).cards
    start: int = cards.first[HAND + seat]
    return cards.row[start : start + HAND_SIZE]  # type: ignore[no-any-return]


def test_a_seat_sees_its_own_hand_and_not_the_others() -> None:
    match = Match(hand="attack,attack,heal,counter", opponent_hand="heal,defense,defense,counter")
    assert [card % KINDS for card in hand_seen(match, 0, 0)] == [0, 0, 2, 3]
    assert [card % KINDS for card in hand_seen(match, 1, 1)] == [2, 1, 1, 3]
    for observer, seat in ((0, 1), (1, 0), (None, 0), (None, 1)):
        assert hand_seen(match, observer, seat) == [UNKNOWN] * HAND_SIZE
    assert len(GAME.start(match.table.config).events.seen_by(0)) == 4, "two stakes, one hand, one round"


def test_revealed_cards_of_a_hand_are_known_from_then_on() -> None:
    match = Match(hand="heal,attack,attack,counter")
    match.round("attack - heal", "- - -")
    seen = hand_seen(match, 1, 0)
    assert [card if card == UNKNOWN else card % KINDS for card in seen] == [ATTACK, HEAL, UNKNOWN, UNKNOWN]
    match.round("attack attack -", "- - -")
    assert [card % KINDS for card in hand_seen(match, None, 0)[:3]] == [ATTACK, ATTACK, HEAL]
    assert hand_seen(match, None, 0)[3] == UNKNOWN


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_kind_proves_as_many_cards_as_lay_in_one_round(seat: int) -> None:
    match = Match(hand="attack,attack,attack,heal", rounds=9, start_hp=30, max_hp=30)
    shown = []
    for layout in ("heal attack -", "- - attack", "attack - attack", "heal attack attack", "attack attack attack"):
        match.lay(seat, layout, "- - -")
        known = [card % KINDS for card in hand_seen(match, 1 - seat, seat) if card != UNKNOWN]
        shown.append((known.count(ATTACK), known.count(HEAL)))
        assert match.table.most_shown[seat] == [known.count(kind) for kind in range(KINDS)]
    assert shown == [(1, 1), (1, 1), (2, 1), (2, 1), (3, 1)]
    assert match.table.most_shown[1 - seat] == [0] * KINDS


def test_which_of_two_equal_cards_was_laid_is_not_shown() -> None:
    first, second = (Match(hand="attack,heal,attack,counter") for _ in range(2))
    for match, card in ((first, 0), (second, 4)):
        match.make(0, Move(CONFIRM, 0, (card, GAP, GAP)))
        match.confirm(1, "- - -")
    assert sent(first, 1) == sent(second, 1)
    assert first.state.trace[1] == second.state.trace[1]


def test_the_rest_of_a_hand_cannot_be_told_from_what_is_sent() -> None:
    """Every order and every rest of a hand of which the same cards are laid: the other seat is sent the same."""
    seen = set()
    for rest in ("defense", "heal", "counter", "attack"):
        for hand in itertools.permutations(["attack", "heal", "counter", rest]):
            match = Match(hand=hand, opponent_hand="attack,defense,heal,counter")
            match.round("attack - heal", "- attack -")
            match.round("counter - -", "defense - -")
            seen.add((*sent(match, 1)[0], match.state.trace[1]))
    assert len(seen) == 1


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_search_is_given_the_same_whatever_the_rest_of_the_hand_is(seat: int) -> None:
    """Also the order of the hand, the config and what was sent in this round: whatever the seat has not been shown."""
    given = set()
    for rest in ("defense", "attack"):
        for hand in itertools.permutations(["attack", "heal", "counter", rest]):
            hands = ["attack,defense,heal,counter", ",".join(hand)]
            match = Match(hand=hands[seat], opponent_hand=hands[1 - seat])
            layouts = ["- attack -", "counter - heal"]
            match.round(layouts[seat], layouts[1 - seat])
            match.draft(1 - seat, f"{rest} - -")
            given.add(tuple(blindfolded(match.state, seat).table.flat()))
    assert len(given) == 1


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_search_is_given_the_cards_as_its_view_shows_them(seat: int) -> None:
    match = Match(hand="counter,heal,attack,attack")
    match.round("attack - heal", "attack - heal")
    blind = blindfolded(match.state, seat)
    shown = hand_seen(match, seat, 1 - seat)
    start = blind.table.cards.first[HAND + 1 - seat]
    assert [card % KINDS for card in shown[:2]] == [ATTACK, HEAL]
    assert blind.table.cards.row[start : start + 2] == shown[:2]
    assert disorder(blind.table.cards) == 0


def test_a_view_names_the_cards_that_the_ledger_knows_also_in_imagined_worlds() -> None:
    """Where another hand is imagined and laid, the view tells of that hand and of no other."""
    match, rng = Match(rounds=5), Rng()
    seed(rng, 1, 1)
    match.round("- - -", "heal - -")
    blind = blindfolded(match.state, 0)
    imagine(blind.table.cards, 0, rng)
    start = blind.table.cards.first[HAND + 1]
    laid = tuple(blind.table.cards.row[start + 1 : start + HAND_SIZE])
    GAME.advance(blind, 0, Move(CONFIRM, 0, (GAP, GAP, GAP)))
    GAME.advance(blind, 1, Move(CONFIRM, 0, laid))
    hand = blind.table.cards.row[start : start + HAND_SIZE]
    assert HEAL not in [card % KINDS for card in laid], "otherwise one heal would prove nothing new"
    assert sorted(GAME.view(blind, 0).cards.row[start : start + HAND_SIZE]) == sorted(hand)


def test_imagined_worlds_look_the_same_and_keep_what_was_shown() -> None:
    match = Match(hand="attack,defense,heal,counter", opponent_hand="heal,heal,counter,attack")
    match.round("attack - -", "heal heal -")
    match.confirm(1, "counter - -")
    before = sent(match, 0)
    blind, rng = blindfolded(match.state, 0), Rng()
    seed(rng, 1, 1)
    hands = set()
    for _ in range(50):
        imagine(blind.table.cards, 0, rng)
        assert (GAME.view(blind, 0).flat(), GAME.decision(blind, 0)) == before
        kinds = [card % KINDS for card in blind.table.cards.row[HAND_SIZE : SEATS * HAND_SIZE]]
        assert kinds.count(HEAL) >= 2
        hands.add(tuple(sorted(kinds)))
    assert len(hands) > 3
    assert blind.table.confirmed == [0, 0], "what the other has confirmed is taken back"
