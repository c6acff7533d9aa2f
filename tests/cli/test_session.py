"""A person's match without a terminal: what is asked, what asks first, and when somebody is asked to go on."""

from __future__ import annotations

import pytest

from croupier.cli.terminal import keys
from croupier.cli.terminal.session import AT_ONCE, GO_ON, KEY, TIME, Leaf, Page, TerminalSession
from croupier.cli.verbs.play import summary
from croupier.games import classics
from croupier.kernel.showing.draw import WIDTH, draw, draw_question
from tests.cli.table import last, session, show


def bust() -> TerminalSession:
    """A match whose person loses everything at once, and in which others go on."""
    return session("holdem", 11, bots="station,shark,shark", seats=4, hands=6)


def words(page: Page) -> str:
    return f"{page.note} {page.prompt}"


def test_the_first_page_tells_what_is_played_and_against_whom() -> None:
    first = show(session("deal", 3))[0]
    assert isinstance(first, Leaf) and max(map(len, first.lines)) <= WIDTH
    text = " ".join(first.lines)
    assert text.startswith("The Deal: Narc, Customer and Player")
    assert "You are the Player, against house (the Narc) and house (the Customer)." in text


def test_news_are_what_happened_since_the_last_decision() -> None:
    page = last(session("holdem", 3, seats=4), "c")
    assert page.news[0] == "You call 100." and "Flop: 9s Ac 6d." in page.news
    assert not any(line.startswith("Hand 1") for line in page.news)


def test_a_fold_where_checking_is_free_asks_first() -> None:
    asked = last(session("holdem", 3, seats=4), "c", "f")
    assert "Checking is free. Fold? y yes, n no" in words(asked)
    kept = last(session("holdem", 3, seats=4), "c", "f", "n")
    assert kept.asks and kept.scene.question == asked.scene.question
    folded = last(session("holdem", 3, seats=4), "c", "f", "y")
    assert folded.scene.phase.startswith("Hand 2")


def test_a_fold_where_checking_is_free_is_taken_by_key_and_by_name_and_shown_nowhere() -> None:
    free = last(session("holdem", 3, seats=4), "c")
    assert free.scene.question is not None
    shown = draw_question(free.scene.question)
    assert "Check" in shown and "fold" not in shown.lower()
    wrong = last(session("holdem", 3, seats=4), "c", "x")
    assert "'x' is none of the keys: c r, or ? for help." in words(wrong)
    unknown = last(session("holdem", 3, seats=4), "c", ":", "flod")
    assert "is none of the options" in words(unknown) and "Did you mean" not in words(unknown)
    for typed in (("f", "y"), (":", "fold", "y")):
        assert last(session("holdem", 3, seats=4), "c", *typed).scene.phase.startswith("Hand 2")


def test_going_home_asks_first() -> None:
    assert "That ends the run. Go home with 0? y yes, n no" in words(last(session("deal", 3), "f", "y", "g"))


def test_giving_up_a_battle_takes_its_whole_word_and_a_yes() -> None:
    assert "'l'" not in words(last(session("battle", 3), "l"))
    asked = last(session("battle", 3), ":", "leave")
    assert "Leaving loses the match. Leave the match? y yes, n no" in words(asked)
    assert last(session("battle", 3), ":", "leave", "n").scene.over == ""


def test_l_shows_what_happened_and_b_the_rules() -> None:
    shown = [page for page in show(session("battle", 3), "l", "b") if isinstance(page, Leaf)]
    assert shown[1].title == "What happened" and "Round 1." in shown[1].lines
    assert shown[2].title == "The rules of The Battle" and any("counter" in line for line in shown[2].lines)


def test_help_has_the_clause_of_this_decision() -> None:
    shown = [page for page in show(session("battle", 3), "?") if isinstance(page, Leaf)]
    assert "A round" in shown[1].lines and "The end" not in shown[1].lines
    shown = [page for page in show(session("hearts", 3), "?") if isinstance(page, Leaf)]
    assert "A hand" in shown[1].lines


@pytest.mark.parametrize(("game", "says"), [("holdem", "Against any hands"), ("kuhn", "Against hands that fit")])
def test_a_hint_is_the_move_of_a_house_bot_with_its_reasons(game: str, says: str) -> None:
    shown = [page for page in show(session(game, 3), "!") if isinstance(page, Leaf)]
    told = " ".join(shown[1].lines)
    assert shown[1].title == "What the house would do" and told.startswith("house:") and says in told


def test_leaving_asks_first() -> None:
    asked = session("holdem", 3)
    assert "Leave the table?" in words(last(asked, "q"))
    assert last(session("holdem", 3), "q", "n").asks
    left = show(session("holdem", 3), "q", "y")
    assert isinstance(left[-1], Page) and left[-1].wants == KEY, "nothing comes after it"


def test_a_player_who_is_out_is_asked_once_whether_to_watch() -> None:
    pages = show(bust(), "r", "a", "y")
    asked = pages[-1]
    assert isinstance(asked, Page) and asked.prompt == "You are out. w watch · e see how it ends · q leave"
    assert asked.scene.seats[0].gone and "You are out." in asked.news
    watched = show(bust(), "r", "a", "y", "w")
    assert sum("You are out" in page.prompt for page in watched if isinstance(page, Page)) == 1


def test_a_player_who_is_out_can_see_the_end_and_nothing_else() -> None:
    pages = show(bust(), "r", "a", "y", "e")
    assert isinstance(pages[-1], Page) and pages[-1].wants == AT_ONCE
    played = bust()
    show(played, "r", "a", "y", "e")
    assert played.game.over(played.match.state)


def test_nobody_is_told_more_than_a_screenful_without_being_asked() -> None:
    played, unread = bust(), 0
    for page in show(played, "r", "a", "y", "w"):
        if isinstance(page, Page) and page.wants in (GO_ON, KEY):
            unread = 0
        elif isinstance(page, Page) and page.wants == TIME:
            unread += 1
        assert unread <= 24


def test_a_hand_that_is_over_waits_until_it_is_read() -> None:
    pages = show(session("holdem", 3, seats=4), "f")
    read = [page for page in pages if isinstance(page, Page) and page.wants == GO_ON]
    assert read and ("Showdown" in read[0].scene.phase or "The end" in read[0].scene.phase)


def test_keys_on_the_way_hurry_only_until_the_next_question() -> None:
    played = session("holdem", 3, seats=4)
    pages = played.play()
    page = next(pages)
    seen = 0
    while not (isinstance(page, Page) and page.wants == KEY):
        page = pages.send("x")
        seen += isinstance(page, Page) and page.wants == TIME
    assert seen == 1, "after a key the rest comes at once"


def test_numbers_that_nobody_sees_do_nothing() -> None:
    page = last(session("deal", 3), "9")
    assert page.note == "No card has the number 9; there are 1, 2, 3." and page.asks
    assert last(session("hearts", 3), keys.ESCAPE).note == ""


def test_a_typed_answer_works_among_keys() -> None:
    page = last(session("deal", 3), ":", "raise false t")
    assert "You raise with False Trail" in page.news[0]


def test_a_layout_is_drawn_while_it_is_made() -> None:
    page = last(session("battle", 3), "3", "-")
    assert any("lays" in line and "heal  -" in line for line in draw(page.scene).splitlines())
    assert page.prompt.startswith("Confirm a layout: heal - _")


def test_a_draft_is_shown() -> None:
    page = last(session("battle", 3), ":", "draft attack - heal")
    assert any("drafted" in line and "attack" in line for line in draw(page.scene).splitlines())


@pytest.mark.parametrize("name", ["holdem", "deal", "battle", *classics()])
def test_the_first_decision_fits_on_a_small_screen(name: str) -> None:
    page = last(session(name, 5))
    assert page.scene.question is not None
    lines = [
        *draw(page.scene, numbered=True, brief=True).splitlines(),
        *draw_question(page.scene.question).splitlines(),
    ]
    assert len(lines) <= 22 and max(map(len, lines)) <= WIDTH


def test_the_summary_has_every_seat_best_first() -> None:
    played = bust()
    show(played, "r", "a", "y", "e")
    over = played.eyes.see(played.match.state).over
    lines = summary(played.match, played.cast, over, played.biggest_pot)
    assert lines[0] == "No-limit hold'em · 6 hands · biggest pot 20,100" and lines[1] == "shark 3 wins the match."
    scores = [int(line.split()[-1].replace(",", "").replace("−", "-")) for line in lines[2:]]
    assert len(scores) == 4 and scores == sorted(scores, reverse=True) and sum(scores) == 0
    assert lines[-1].split() == ["you", "−10,000"]
