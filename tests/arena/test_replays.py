"""Looking back at a match: moments are what their eyes were told, and nobody is told more."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from croupier.arena.house import Explained
from croupier.arena.replay.advice import Asked, advice
from croupier.arena.replay.files import match_of_file
from croupier.arena.replay.hands import PlayedHand, PlayedMatch
from croupier.arena.replay.pages import OPEN, PAGE, SAME, WATCHING, PointOfView, Shown, delta, shown, view_of
from croupier.arena.replay.shelf import FORGOTTEN, KEEPS, Flaw, Job, Shelf
from croupier.arena.replay.telling import AskHouse, Forbidden, ListHands, OfTable, Permit, ShowHand, match_from, tell
from croupier.arena.tables import lines
from croupier.games import load
from croupier.games.holdem import deal
from croupier.history import read_phh
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.playthrough import play_out, random_chooser

from .room import Room

pytestmark = pytest.mark.usefixtures("rough_odds")
ANYBODY, HOST = Permit(), Permit(open=True)
GAMES = ("holdem", "deal", "battle", "five_card_draw", "hearts", "crazy_eights")


def patched(before: Any, change: Any) -> Any:
    """The value that a delta leads to."""
    if isinstance(before, dict) and isinstance(change, dict):
        kept = {key: value for key, value in before.items() if key not in change}
        new = {key: patched(before.get(key), value) for key, value in change.items() if value is not None}
        return {**kept, **new}
    if isinstance(before, list) and isinstance(change, dict):
        return [patched(item, change[str(place)]) if str(place) in change else item
                for place, item in enumerate(before)]  # fmt: skip
    return change


def recorded(deck: str, *, showdown: bool = False) -> str:
    """The record of a hand of three: one folds, two see the board; the last bet is called, or not."""
    hand = deal(stacks=[1000] * 3, blinds=(5, 10), button=0, deck=deck)
    hand.raise_to(30)
    hand.call()
    hand.fold()
    for _ in range(2):
        hand.check()
        hand.check()
    hand.check()
    hand.bet(50)
    if showdown:
        hand.call()
    else:
        hand.fold()
    return hand.to_json()


BOARD = "Qh8h3s 9s 4c"
FIRST = f"2c7d Ah 2d7h Kd {BOARD}"
"""Seat 0, on the button, has the ace and the king."""
OTHERS = f"TcJd Ah ThJs Kd {BOARD}"
"""The same but for what the others hold."""


def hand_of(text: str) -> tuple[Game, PlayedHand]:
    match = match_of_file(text)
    return match.game, match.hands[0]


def scenes(page: list[Shown]) -> list[Any]:
    """The whole Scenes of a page, as a client puts them together."""
    made: list[Any] = []
    for moment in page:
        made.append(patched(made[-1] if made else None, moment.scene) if moment.scene else made[-1])
    return made


def sent(game: Game, hand: PlayedHand, eyes: PointOfView) -> bytes:
    return msgspec.json.encode(shown(game, hand, eyes)[0])


def test_a_spectator_sees_the_same_whatever_the_cards_are_that_nobody_showed() -> None:
    one, other = hand_of(recorded(FIRST)), hand_of(recorded(OTHERS))
    assert sent(*one, WATCHING) == sent(*other, WATCHING)
    assert sent(*one, OPEN) != sent(*other, OPEN)


def test_a_seat_sees_the_same_whatever_the_others_hold() -> None:
    one, other = hand_of(recorded(FIRST)), hand_of(recorded(OTHERS))
    assert sent(*one, 0) == sent(*other, 0)
    assert b"Ah" in sent(*one, 0)
    assert sent(*one, 1) != sent(*other, 1)


def test_a_spectator_is_told_no_odds_until_a_hand_is_shown() -> None:
    game, hand = hand_of(recorded(FIRST))
    assert all(moment.shares in (None, msgspec.UNSET) for moment in shown(game, hand, WATCHING)[0][:-1])


def test_odds_add_up_and_end_with_the_winner() -> None:
    game, hand = hand_of(recorded(f"2c7d Ah 2d7h Kd {BOARD}", showdown=True))
    told = [moment.shares for moment in shown(game, hand, OPEN)[0] if moment.shares is not msgspec.UNSET]
    for shares in told:
        if shares is not None:
            assert sum(share or 0 for share in shares) == pytest.approx(1, abs=0.001)
    assert told[-1] == (0.0, 1.0, None)


def test_a_seat_knows_its_share_against_hands_that_it_has_not_seen() -> None:
    game, hand = hand_of(recorded(FIRST))
    dealt = next(moment for moment in shown(game, hand, 0)[0] if moment.shares)
    assert dealt.shares is not msgspec.UNSET and dealt.shares is not None
    assert 0.4 < (dealt.shares[0] or 0) < 0.6


@pytest.mark.parametrize("name", GAMES)
def test_moments_say_what_their_eyes_were_told_in_every_game(name: str) -> None:
    game = load(name)
    game = game.for_config(game.configure()) if game.for_config else game
    record = play_out(game, game.configure(), random_chooser(game, 3), 3).record()
    match = match_of_file(record.to_json().decode())
    seats = match.hands[0].opening.state.table.seats
    for hand in match.hands[:2]:
        for eyes in (OPEN, WATCHING, 0, seats - 1):
            page, many = shown(match.game, hand, eyes)
            assert many >= len(page) > 0
            seat = eyes if isinstance(eyes, int) else None
            onlooker = Onlooker(
                match.game, cast_for(match.game, seat, hand.players, spoken_to=False), all_cards=eyes == OPEN
            )
            heard = []
            for step in hand.steps(match.game):
                before = None if step.before is None else view_of(match.game, step.before, eyes)
                told = moments(onlooker, before, onlooker.facts(step.events), step.after)
                heard += [moment.sentence for moment in told if moment.sentence]
            assert [moment.said for moment in page if moment.said] == heard[:PAGE]
            whole = [*hand.steps(match.game)][-1].after
            last = msgspec.structs.replace(onlooker.see(whole), question=None)
            if many <= PAGE:
                assert scenes(page)[-1] == msgspec.json.decode(msgspec.json.encode(last))


def test_a_hand_of_many_moments_comes_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    game, hand = hand_of(recorded(FIRST))
    whole, many = shown(game, hand, WATCHING)
    monkeypatch.setattr("croupier.arena.replay.pages.PAGE", 5)
    pages = [shown(game, hand, WATCHING, first) for first in range(0, many, 5)]
    assert [moment.said for page, _ in pages for moment in page] == [moment.said for moment in whole]
    assert [scene for page, _ in pages for scene in scenes(page)] == scenes(whole)


def test_the_pages_of_moments_have_what_changed_only() -> None:
    game, hand = hand_of(recorded(FIRST))
    page, _ = shown(game, hand, OPEN)
    whole = sum(len(msgspec.json.encode(scene)) for scene in scenes(page))
    assert len(msgspec.json.encode(page)) < whole / 3


def like_a_scene(rng: random.Random) -> Any:
    """The same shape every time: what is a list stays a list."""
    return {
        "seats": [{"seat": seat, "chips": rng.randrange(3)} for seat in range(rng.choice([2, 2, 3]))],
        **({"sentence": rng.choice("xyz")} if rng.random() < 0.7 else {}),
        "zones": [{"cards": [{"name": rng.choice("abc")} for _ in range(rng.randrange(3))]} for _ in range(2)],
    }


def test_the_changes_lead_from_one_scene_to_the_next() -> None:
    rng = random.Random(2)
    for _ in range(500):
        before, after = like_a_scene(rng), like_a_scene(rng)
        change = delta(before, after)
        assert (before if change is SAME else patched(before, change)) == after


# From a table's lines


def played(game: str = "holdem", **options: Any) -> tuple[Room, PlayedMatch]:
    """A match of a table, everybody choosing at random."""
    seats = load(game).start(load(game).configure(**options)).state.table.seats
    room = Room(game, options=options, seats=seats, least=seats)
    for seat in range(room.plan.seats):
        room.join(f"team{seat}")
    choose, rng = random_chooser(room.game, 5), 0
    while not room.finished:
        rng += 1
        assert rng < 5_000
        state = room.table.state
        assert state is not None
        question = next(one for one in room.session.clocks.running() if state.owed >> one.decision.seat & 1)
        room.table_move(question.decision.seat, choose(state, question.decision))
    source = OfTable(room.plan, 1, [lines.encode(line) for line in room.log])
    return room, match_from(source)


def test_a_match_of_a_table_has_the_hands_that_were_played() -> None:
    _, match = played(hands=6, seats=3)
    listed = tell(match, ListHands(), ANYBODY)
    assert isinstance(listed, dict)
    numbers = [one["hand"] for one in listed["hands"]]
    assert numbers == [*range(1, listed["many"] + 1)] and listed["many"] > 2
    assert listed["hands"][0]["players"] == ["team0", "team1", "team2"]
    assert all(one["ended"] for one in listed["hands"])
    later = tell(match, ListHands(first=2), ANYBODY)
    assert isinstance(later, dict)
    assert [one["hand"] for one in later["hands"]] == numbers[1:]


def test_a_match_with_cards_that_were_thrown_away_unseen_is_shown_to_everybody() -> None:
    _, match = played("five_card_draw")
    told = tell(match, ShowHand(1), ANYBODY)
    assert isinstance(told, dict)
    assert told["eyes"] == WATCHING and told["may"] == [WATCHING]
    assert told["moments"]


def test_eyes_are_those_that_somebody_may_have() -> None:
    _, match = played(hands=2, seats=3)
    own = Permit(player="team1")
    assert tell(match, ShowHand(1), own)["eyes"] == 1  # type: ignore[index]
    assert tell(match, ShowHand(1), own)["may"] == [1, WATCHING]  # type: ignore[index]
    assert tell(match, ShowHand(1), HOST)["may"] == [OPEN, 0, 1, 2, WATCHING]  # type: ignore[index]
    for permit, eyes in ((ANYBODY, OPEN), (ANYBODY, 0), (own, OPEN), (own, 0), (Permit(player="nobody"), 1)):
        with pytest.raises(Forbidden):
            tell(match, ShowHand(1, eyes), permit)


def test_a_client_that_takes_over_a_chair_does_not_see_what_was_dealt_to_it_before() -> None:
    _, match = played(hands=2, seats=2)
    first, second = match.hands
    second.players = (second.players[0], msgspec.structs.replace(second.players[1], id="late"))
    late = Permit(player="late")
    assert late.eyes(first) == [WATCHING]
    assert late.eyes(second) == [1, WATCHING]


def test_advice_is_for_whom_the_cards_are() -> None:
    _, match = played(hands=1, seats=2)
    page, _ = shown(match.game, match.hands[0], OPEN)
    moment = next(one for one in page if one.asks)
    wish = AskHouse(1, moment.made, moment.asks[0])
    with pytest.raises(Forbidden):
        tell(match, wish, ANYBODY)
    with pytest.raises(Forbidden):
        tell(match, wish, Permit(player=f"team{1 - moment.asks[0]}"))
    about = tell(match, wish, Permit(player=f"team{moment.asks[0]}"))
    assert isinstance(about, Asked)
    assert about.played is not None
    said = advice(about, Explained(about.played, ("It wins.",)))
    assert said.reasons == ("It wins.",)
    assert said.same and said.advised == said.played != "" and said.bot == "house:oracle"
    assert said.share is not None and 0 < said.share < 1


def test_only_eyes_that_may_ask_are_told_who_can_be_advised() -> None:
    game, hand = hand_of(recorded(FIRST))
    assert not any(moment.asks for moment in shown(game, hand, WATCHING)[0])
    assert {seat for moment in shown(game, hand, 1)[0] for seat in moment.asks} == {1}


@pytest.mark.parametrize("wish", [ShowHand(0), ShowHand(9), ShowHand(1, 7), AskHouse(1, 999, 0), AskHouse(1, 0, 9)])
def test_missing_matches_and_hands_are_refused(wish: Any) -> None:
    _, match = played(hands=1, seats=2)
    with pytest.raises(BadInput):
        tell(match, wish, HOST)


# Files


PHH = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
players = ["Ann", "Bob"]
actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 cbr 6", "p1 cc", "d db 2h7h9c", "p1 cbr 10", "p2 f"]
"""


def test_a_hand_history_is_shown_with_all_its_cards() -> None:
    match = match_of_file(PHH)
    told = tell(match, ShowHand(1), HOST)
    assert isinstance(told, dict)
    assert [seat["name"] for seat in told["moments"][0]["scene"]["seats"]] == ["Ann", "Bob"]
    assert read_phh(PHH)[0].actions[-1] == "p2 f"
    assert "Bob folds." in [moment.get("said") for moment in told["moments"]]
    shares = [moment["shares"] for moment in told["moments"] if moment.get("shares")]
    assert shares[1] == (0.5414, 0.4586)


def test_hands_of_a_file_that_cannot_be_read_are_named() -> None:
    other = PHH.replace('"NT"', '"PO"')
    both = f"[1]\n{PHH}\n[2]\n{other}"
    match = match_of_file(both)
    assert len(match.hands) == 1
    assert "PO" in match.left_out[0]


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "{", '{"croupier":"match"}', PHH.replace('"NT"', '"PO"'), "[1]\nx = 1", '{"croupier":"shuffle"}'],
)
def test_a_file_that_is_none_is_refused_in_words(text: str) -> None:
    answer = Shelf().answer(Job("file", ListHands(), HOST, text))
    assert isinstance(answer, Flaw) and answer.words


@pytest.mark.parametrize("cut", range(20, 400, 60))
def test_a_damaged_record_is_refused_and_nothing_worse(cut: int) -> None:
    text = recorded(FIRST)
    answer = Shelf().answer(Job("file", ListHands(), HOST, text[:cut] + text[cut + 7 :]))
    assert isinstance(answer, Flaw | dict)


def test_the_worker_remembers_the_matches_that_were_asked_about_last() -> None:
    shelf = Shelf()
    assert shelf.answer(Job("one", ListHands(), HOST)) == FORGOTTEN
    assert shelf.answer(Job("one", ListHands(), HOST, PHH))["many"] == 1
    assert shelf.answer(Job("one", ListHands(), HOST))["many"] == 1
    for number in range(KEEPS):
        shelf.answer(Job(f"other {number}", ListHands(), HOST, PHH))
    assert shelf.answer(Job("one", ListHands(), HOST)) == FORGOTTEN


def test_with_all_cards_a_battle_is_turned_up_step_by_step() -> None:
    """What was laid in secret shows nowhere before it is turned up, and HP fall when it is told."""
    game = load("battle")
    match = match_of_file(play_out(game, game.configure(), random_chooser(game, 3), 3).record().to_json().decode())
    page, _ = shown(match.game, match.hands[0], OPEN)
    drawn = scenes(page)
    health = [[meter["value"] for meter in scene["meters"] if meter["label"] == "HP"] for scene in drawn]
    struck = [at for at, moment in enumerate(page) if "is struck" in moment.said]
    assert len(struck) > 1
    assert all(health[at] != health[at - 1] for at in struck)
