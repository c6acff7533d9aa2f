"""How a hand of hold'em ends, as Scenes tell it: who won what, with which cards, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from croupier import holdem
from croupier.games.holdem.hand import Hand
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import Moment, moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import BLUFF, COMPARED, UNCONTESTED, Scene
from croupier.kernel.vocabulary.turns import HOUSE

GAME = holdem.GAME
Acts = Sequence[tuple[str, int] | tuple[str]]


def shown(hand: Hand, acts: Acts, eyes: int | None = 0, **more: Any) -> list[Moment]:
    """What somebody is shown while a hand goes on as given."""
    players = nameplates(["Ada", "Bob", "Cid", "Dot"][: hand.table.seats])
    onlooker = Onlooker(GAME, cast_for(GAME, eyes, players), **more)
    for events in hand._told:
        onlooker.hear(onlooker.facts(events))
    made, known = [], len(hand._told)
    for act, *amount in acts:
        before = GAME.view(hand._state, eyes)
        getattr(hand, act)(*amount)
        facts = [fact for events in hand._told[known:] for fact in onlooker.facts(events)]
        made += moments(onlooker, before, facts, hand._state)
        known = len(hand._told)
    return made


def last(hand: Hand, acts: Acts, eyes: int | None = 0) -> Scene:
    return shown(hand, acts, eyes)[-1].scene


def winning(scene: Scene) -> set[str]:
    return {card.name for zone in scene.zones for card in zone.cards if "winning" in card.marks}


def won(scene: Scene) -> dict[int, int]:
    return {seat.seat: seat.won for seat in scene.seats if seat.wins}


def all_in(deck: str, stacks: Sequence[int] = (1_000, 1_000)) -> Hand:
    return holdem.deal(stacks, (10, 20), deck=deck, seed=1)


DECK = "Kh Ac Kd Qc  As 7h 2d 9s 3c"
"""Bob has kings, Ada ace and queen; the board gives her a pair of aces."""
SHOVE: Acts = (("raise_to", 1_000), ("call",))


def test_the_five_cards_that_win_are_marked_for_all_eyes_alike() -> None:
    for eyes in (None, 0, 1):
        scene = last(all_in(DECK), SHOVE, eyes)
        assert winning(scene) == {"As", "Ac", "Qc", "9s", "7h"}
        assert scene.result is not None and (scene.result.kind, scene.result.words) == (COMPARED, "Pair of aces")


def test_a_gain_is_what_was_won_less_what_was_put_in() -> None:
    scene = last(all_in(DECK), SHOVE)
    assert won(scene) == {0: 1_000} and scene.seats[0].chips == 2_000
    assert scene.result is not None and scene.result.weight == 2


def test_nobody_has_won_before_the_pot_is_awarded_and_the_pot_is_gone_afterwards() -> None:
    seen = [moment.scene for moment in shown(all_in(DECK), SHOVE)]
    first = next(at for at, scene in enumerate(seen) if scene.result)
    assert not any(winning(scene) or won(scene) for scene in seen[:first])
    assert [sum(pot.chips for pot in scene.pots) for scene in seen[first - 1 : first + 1]] == [2_000, 0]


def test_shares_are_told_while_open_hands_wait_for_cards_to_everybody_alike() -> None:
    told = []
    for eyes in (None, 0, 1):
        seen = [moment.scene for moment in shown(all_in(DECK), SHOVE, eyes)]
        shares = [[seat.share for seat in scene.seats] for scene in seen if scene.seats[0].share is not None]
        told.append([share for share, _ in groupby(shares)])  # a player knows its own hand before it is turned up
        assert not any(scene.seats[0].share is not None for scene in seen if scene.result)
    assert told[0] == told[1] == told[2]
    assert told[0][-1] == [1.0, 0.0], "on the river there is nothing more to come"
    assert all(abs(sum(share or 0 for share in shares) - 1) < 0.01 for shares in told[0])


def test_a_folded_card_that_only_its_owner_knows_changes_no_share() -> None:
    acts: Acts = (("fold",), ("raise_to", 1_000), ("call",))
    deck = "Kh Ac 7d  Kd Qc 7c  As 7h 2d 9s 3c"
    told = []
    for eyes in (None, 0):
        seen = [moment.scene for moment in shown(all_in(deck, [1_000] * 3), acts, eyes)]
        told.append([scene.seats[1].share for scene in seen])
    assert told[0] == told[1] and any(told[0])


def test_a_hand_shared_by_two_is_said_to_be_both_theirs() -> None:
    scene = last(all_in("Kh Kc Qd Qc  As Ah Ad 9s 3c"), SHOVE)
    assert scene.result is not None and scene.result.words == "Three of a kind, aces: both"
    assert won(scene) == {0: 0, 1: 0}


def test_a_hand_to_which_all_folded_shows_nothing() -> None:
    scene = last(all_in(DECK), [("raise_to", 60), ("fold",)])
    assert scene.result is not None and (scene.result.kind, scene.result.words) == (UNCONTESTED, "")
    assert won(scene) == {0: 20} and not winning(scene)


def test_a_bluff_that_got_through_is_told_to_eyes_that_know_the_hand_and_to_no_other() -> None:
    acts: Acts = (("call",), ("check",), ("bet", 20), ("fold",))
    deck = "5h Kc 4d Jd  As 7h 2d 9s 3c"
    kinds = {}
    for eyes in (None, 0, 1):
        scene = last(all_in(deck), acts, eyes)
        assert scene.result is not None
        kinds[eyes] = scene.result.kind, scene.result.words
    assert kinds == {None: (UNCONTESTED, ""), 0: (UNCONTESTED, ""), 1: (BLUFF, "Ace high: a bluff")}


def test_a_player_who_has_lost_the_last_chips_is_told_so_with_the_place() -> None:
    acts: Acts = (("fold",), ("raise_to", 1_000), ("call",))
    hand = all_in("Kh Ac 7d  Kd Qc 7c  As 7h 2d 9s 3c", [1_000] * 3)
    scene = last(hand, acts, 1)
    assert scene.result is not None and scene.result.out == "You are out, in third place"
    other = last(all_in("Kh Ac 7d  Kd Qc 7c  As 7h 2d 9s 3c", [1_000] * 3), acts, 2)
    assert other.result is not None and other.result.out == ""


def test_the_winners_of_a_match_are_told_when_it_is_over() -> None:
    seen = [moment.scene for moment in shown(all_in(DECK), SHOVE)]
    assert seen[-1].winners == (0,) and not any(scene.winners for scene in seen[:-1])


def test_the_next_hand_begins_without_the_result_of_the_last() -> None:
    state, events = GAME.start(GAME.configure(seats=2, hands=2))
    onlooker, view, told = Onlooker(GAME, cast_for(GAME, 0)), None, []
    dealer = RandomDealer(1)
    while pending := GAME.pending(state):
        told += moments(onlooker, view, onlooker.facts(events), state)
        view = GAME.view(state, 0)
        move = dealer.deal(state, pending[0]) if pending[0].seat == HOUSE else Move(pending[0].options[0].kind)
        events = GAME.advance(state, pending[0].seat, move)
    begins = next(at for at, moment in enumerate(told) if moment.sentence.startswith("Hand 2"))
    assert told[begins - 1].scene.result is not None and told[begins].scene.result is None
    assert not won(told[begins].scene)


def test_players_may_choose_before_their_first_decision() -> None:
    scene = last(all_in(DECK), [("call",)])
    assert set(scene.in_advance) == {"FOLD", "CHECK", "CALL", "RAISE_TO"}
    assert last(all_in(DECK), [("call",)], None).in_advance == ()
