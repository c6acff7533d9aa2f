"""What each is shown, offered and told: all that is public, and of what is secret only its own."""

from __future__ import annotations

import pytest

from croupier.agents.search import blindfolded
from croupier.games.battle import GAME
from croupier.games.battle.events import HandTaken, LayoutConfirmed, LayoutDrafted, RoundStarted, StakePaid
from croupier.games.battle.records import ATTACK, COUNTER, DEFENSE, DISCONNECT, EMPTY, FACES, HAND, HEAL, NORMAL, PLACES
from croupier.games.battle.rules import CONFIRM, DRAFT, TOUCH
from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.menu import GAP, LEAVE, NEXT_HAND, TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, NOBODY, SPECTATOR
from tests.audiences import check_audiences

from .table import Match

NOTHING = "- - -"
BLANK = [GAP] * PLACES
EITHER = pytest.mark.parametrize("seat", [0, 1])
EVERYBODY = pytest.mark.parametrize("observer", [0, 1, None])


def canonical(**options: object) -> Match:
    """A match whose rounds last until the deadline, as the specification has it."""
    return Match(reveal_when_confirmed=False, **options)


@EVERYBODY
def test_everybody_sees_how_the_match_stands(observer: int | None) -> None:
    match = canonical(start_hp=(7, 5), max_hp=9, rounds=4, max_rounds=6, stake=3)
    for _ in range(2):
        match.round("attack - -", "- attack -")
    view = GAME.view(match.state, observer)
    assert view.seat == (SPECTATOR if observer is None else observer)
    assert (view.hands, view.round, view.rounds, view.max_rounds, view.sudden_death) == (2, 3, 4, 6, 0)
    assert (view.hp, view.max_hp) == ([3, 1], 9)
    assert (view.pot, view.stake, view.tokens) == (6, 3, [0, 0])
    assert (view.winner, view.reason, view.over) == (NOBODY, NORMAL, 0)


@EVERYBODY
@EITHER
def test_everybody_sees_how_the_match_ended(seat: int, observer: int | None) -> None:
    match = canonical(stake=3)
    match.leave(1 - seat)
    view = GAME.view(match.state, observer)
    assert (view.winner, view.reason, view.over) == (seat, DISCONNECT, 1)
    assert (view.pot, view.tokens[seat], view.tokens[1 - seat]) == (0, 6, 0)


@EITHER
def test_a_seat_alone_sees_its_draft_its_layout_and_that_it_was_absent(seat: int) -> None:
    match = canonical()
    match.touch(1 - seat)
    match.deadline()
    draft, layout = list(match.layout(seat, "attack - heal")), list(match.layout(seat, "- counter -"))

    def seen() -> tuple[object, ...]:
        view = GAME.view(match.state, seat)
        return view.touched, view.confirmed, view.absent, view.draft, view.layout

    assert seen() == (0, 0, 1, BLANK, BLANK)
    match.draft(seat, "attack - heal")
    assert seen() == (1, 0, 1, draft, BLANK)
    match.confirm(seat, "- counter -")
    assert seen() == (1, 1, 1, draft, layout)
    for observer in (1 - seat, None):
        view = GAME.view(match.state, observer)
        assert (view.touched, view.confirmed, view.absent, view.draft, view.layout) == (0, 0, 0, BLANK, BLANK)


@EVERYBODY
def test_the_cards_of_each_place_are_counted_for_everybody(observer: int | None) -> None:
    match = Match()
    view = GAME.view(match.state, observer)
    assert view.last == [BLANK, BLANK]
    assert view.shown == [[[0] * FACES] * PLACES] * 2
    match.round("attack - heal", "- counter -")
    match.round("attack defense -", NOTHING)
    view = GAME.view(match.state, observer)
    assert view.last == [[ATTACK, DEFENSE, GAP], BLANK]
    expected = [
        [{ATTACK: 2}, {DEFENSE: 1, EMPTY: 1}, {HEAL: 1, EMPTY: 1}],
        [{EMPTY: 2}, {COUNTER: 1, EMPTY: 1}, {EMPTY: 2}],
    ]
    assert view.shown == [[[faces.get(face, 0) for face in range(FACES)] for faces in places] for places in expected]


@EITHER
def test_a_seat_is_offered_a_confirm_and_besides_a_draft_a_sign_of_life_and_to_leave(seat: int) -> None:
    match = canonical(prep_ms=5_000)
    decision = GAME.decision(match.state, seat)
    assert (decision.limit_ms, decision.shared_clock) == (5_000, True)
    assert [(option.kind, option.aside) for option in decision.options] == [
        (CONFIRM, False),
        (DRAFT, True),
        (TOUCH, True),
        (LEAVE, True),
    ]
    for option in decision.options[:2]:
        assert (option.zone, option.fewest, option.most) == (HAND + seat, PLACES, PLACES)
        assert (option.ordered, option.gaps) == (True, True)
    match.confirm(seat, NOTHING)
    assert all(option.aside for option in GAME.decision(match.state, seat).options)


def test_the_deadline_is_owed_only_when_nobody_else_owes() -> None:
    match = canonical()
    for confirmed in (0, 1):
        (timeout,) = GAME.decision(match.state, CLOCK).options
        assert (timeout.kind, timeout.aside) == (TIMEOUT, True)
        match.confirm(confirmed, NOTHING)
    (timeout,) = GAME.decision(match.state, CLOCK).options
    assert (timeout.kind, timeout.aside) == (TIMEOUT, False)


@pytest.mark.parametrize("stranger", [2, HOUSE, SPECTATOR])
def test_nobody_but_the_seats_and_the_clock_may_do_anything(stranger: int) -> None:
    assert GAME.decision(Match().state, stranger).options == ()


@EITHER
def test_a_seat_is_told_of_the_stakes_and_of_its_own_hand(seat: int) -> None:
    match = Match(hand="attack,defense,heal,counter", opponent_hand="heal,heal,attack,counter", stake=2)
    events = GAME.start(match.table.config).events
    stakes, hand = [StakePaid(0, 2), StakePaid(1, 2)], [(0, 1, 2, 3), (18, 22, 16, 19)][seat]
    assert events.seen_by(seat) == [*stakes, HandTaken(seat, hand), RoundStarted(1)]
    assert events.seen_by(None) == [*stakes, RoundStarted(1)]


@EITHER
def test_only_the_seat_itself_is_told_of_its_draft_and_its_confirm(seat: int) -> None:
    match = Match()
    laid = match.layout(seat, "attack heal -")
    for events, fact in (
        (match.draft(seat, "attack heal -"), LayoutDrafted(seat, laid)),
        (match.confirm(seat, "attack heal -"), LayoutConfirmed(seat, laid)),
    ):
        assert events.seen_by(seat) == [fact]
        assert events.seen_by(1 - seat) == events.seen_by(None) == []


def test_every_card_is_told_to_the_audience_of_its_event() -> None:
    match = canonical()
    sent = [(seat, Move(kind, 0, match.layout(seat, "attack - heal"))) for kind in (DRAFT, CONFIRM) for seat in (0, 1)]
    check_audiences(
        GAME,
        match.table.config,
        [*sent, (0, Move(TOUCH)), (CLOCK, Move(TIMEOUT)), (HOUSE, Move(NEXT_HAND)), (1, Move(LEAVE))],
    )


@EITHER
@pytest.mark.parametrize("sent", ["nothing", "draft", "touch", "confirm"])
def test_a_search_is_not_given_what_the_other_has_sent_nor_whether_it_was_absent(sent: str, seat: int) -> None:
    """Three empty places look the same, whether nobody was there or somebody laid nothing."""
    there, absent = canonical(), canonical()
    there.draft(1 - seat, NOTHING)
    for match in (there, absent):
        match.deadline()
    if sent == "draft":
        there.draft(1 - seat, "attack - -")
    elif sent == "touch":
        there.touch(1 - seat)
    elif sent == "confirm":
        there.confirm(1 - seat, "- heal -")
    assert blindfolded(there.state, seat).table == blindfolded(absent.state, seat).table
    given = blindfolded(there.state, seat).table
    assert (given.touched, given.confirmed, given.absent[1 - seat], given.both_absent) == ([0, 0], [0, 0], 0, 0)
    assert given.draft == given.layout == [BLANK, BLANK]


@EITHER
def test_a_search_is_given_what_its_own_seat_has_sent(seat: int) -> None:
    match = canonical()
    match.draft(seat, "heal - -")
    match.confirm(seat, "attack - -")
    given = blindfolded(match.state, seat).table
    assert (given.touched[seat], given.confirmed[seat]) == (1, 1)
    assert (given.draft[seat], given.layout[seat]) == (match.table.draft[seat], match.table.layout[seat])
