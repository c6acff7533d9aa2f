"""`croupier verify`: what a record's openings prove, and every way in which they can be wrong."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from croupier.arena.dealing import Drawn, FairDealer
from croupier.arena.fairness import WHOLE_DECKS, Report, Shuffled, shuffled, verify, verify_record
from croupier.arena.shuffle import Commitment, Deck, hash_of_secret
from croupier.games import load
from croupier.kernel.conformance.walk import random_move
from croupier.kernel.contract.record import Played, moved, series_of
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.menu import DRAWN, NEXT_HAND
from croupier.kernel.vocabulary.turns import HOUSE

from .fair_match import CONTEXT, HANDS, SECRET, Dealt, play

replace = msgspec.structs.replace
ANNOUNCED = hash_of_secret(SECRET, CONTEXT)


def hand(name: str = "holdem", seed: int = 5) -> Dealt:
    return play(name, FairDealer(SECRET, CONTEXT), choices=random.Random(seed), stay=True)


def as_seen(match: Dealt, line: Shuffled) -> list[list[int]]:
    """The draws of a match with only those cards that are opened to the record's reader."""
    opened = {(one.pool, one.epoch, one.position) for one in line.openings}
    return [
        [card if (draw.pool, draw.epoch, draw.first + at) in opened else UNKNOWN for at, card in enumerate(cards)]
        for draw, cards in zip(line.draws, match.drawn, strict=True)
    ]


def line_for(match: Dealt, reader: int | str | None) -> Shuffled:
    return shuffled(match.dealer, 0, 17, ANNOUNCED, reader)  # type: ignore[arg-type]


def wholly(line: Shuffled, match: Dealt) -> Report:
    return verify([line], match.drawn)


@pytest.mark.parametrize("name", ["holdem", "deal", "crazy_eights", "battle"])
def test_every_reader_can_verify_what_it_was_shown(name: str) -> None:
    match = hand(name)
    for reader in (*range(match.end.table.seats), None):
        line = line_for(match, reader)
        report = verify([line], as_seen(match, line))
        assert report.fair
        assert report.proved == len(line.openings)
        assert report.proved + report.closed == sum(map(len, match.drawn))


def test_a_line_survives_being_written() -> None:
    line = line_for(hand(), 0)
    written = msgspec.json.encode(line)
    assert written.startswith(b'{"croupier":"shuffle","deal":0,"hand":17,"context":"T-1/17","announced":')
    assert msgspec.json.decode(written, type=Shuffled) == line


def test_a_line_for_a_seat_has_no_secret_and_no_card_of_another() -> None:
    match = hand()
    line = line_for(match, 0)
    assert line.secret == ""
    assert {one.card for one in line.openings} == {
        card for card, known in enumerate(match.end.table.cards.known) if known & 1
    }


@pytest.mark.parametrize("name", ["holdem", "deal", "crazy_eights"])
def test_whole_decks_prove_every_card_and_the_shuffle_itself(name: str) -> None:
    match = hand(name)
    report = wholly(line_for(match, WHOLE_DECKS), match)
    assert report == Report(hands=1, whole=1, proved=sum(map(len, match.drawn)), closed=0, flaws=[])


def test_a_card_that_was_dealt_but_is_not_in_the_order_is_found() -> None:
    match = hand()
    drawn = [list(cards) for cards in match.drawn]
    drawn[0][0], drawn[0][1] = drawn[0][1], drawn[0][0]
    report = verify([line_for(match, WHOLE_DECKS)], drawn)
    assert not report.fair
    assert len(report.flaws) == 2, "of two that lie in each other's place"
    assert all("was dealt where the order has" in flaw for flaw in report.flaws)


def test_another_secret_than_the_announced_one_is_found() -> None:
    match = play("holdem", FairDealer(SECRET[::-1], CONTEXT), choices=random.Random(5))
    assert wholly(line_for(match, WHOLE_DECKS), match).flaws == ["Hand 17: its secret is not the announced one."]


def test_an_order_that_does_not_follow_from_the_secret_is_found() -> None:
    match = hand()
    other = SECRET[::-1].hex()
    line = replace(line_for(match, WHOLE_DECKS), secret=other, announced=hash_of_secret(bytes.fromhex(other), CONTEXT))
    assert wholly(line, match).flaws == ["Hand 17: the order of pool 0 does not follow from its secret."]
    for nonsense in ("zz", "00", other + "00"):
        assert not wholly(replace(line, secret=nonsense), match).fair


def test_a_published_secret_needs_every_position() -> None:
    match = hand()
    line = line_for(match, WHOLE_DECKS)
    assert not wholly(replace(line, openings=line.openings[:-1]), match).fair


def test_an_opening_under_no_root_or_another_is_found() -> None:
    match = hand()
    line = line_for(match, None)
    root = Commitment(0, 0, 52, 64 * "0")
    for commitments in ([root], []):
        assert not wholly(replace(line, commitments=commitments), match).fair


def test_a_root_told_twice_for_one_order_is_found() -> None:
    match = hand()
    line = line_for(match, WHOLE_DECKS)
    twice = replace(line, commitments=[Commitment(0, 0, 52, 64 * "0"), *line.commitments])
    assert "Hand 17: an order was committed to twice." in wholly(twice, match).flaws


def test_a_card_that_lies_twice_in_an_order_is_found_whichever_place_is_opened_first() -> None:
    deck = Deck(SECRET, CONTEXT, 0, 0, [1, 1, 2, 3])
    line = Shuffled(0, 17, CONTEXT, ANNOUNCED, [deck.commitment], [Drawn(0, 0, 0, 4)], [])
    openings = [deck.opening(position) for position in range(4)]
    for told in (openings, openings[::-1]):
        report = verify([replace(line, openings=told)], [deck.order])
        assert report.flaws == ["Hand 17: card 1 lies twice in pool 0."]
    again = replace(line, openings=[*openings[:1], *openings[:1]])
    assert verify([again], [deck.order]).fair, "one place may be opened twice"


def test_cards_that_were_skipped_are_found() -> None:
    match = hand()
    line = line_for(match, WHOLE_DECKS)
    later = [draw._replace(first=draw.first + 1) for draw in line.draws]
    assert "were not the next of a committed order" in wholly(replace(line, draws=later), match).flaws[0]


def test_cards_beyond_a_committed_order_or_of_none_are_found() -> None:
    deck = Deck(SECRET, CONTEXT, 0, 0, range(4))
    line = Shuffled(0, 17, CONTEXT, ANNOUNCED, [deck.commitment], [Drawn(0, 0, 0, 4), Drawn(0, 0, 4, 1)], [])
    late = "Hand 17: cards 4 to 4 of pool 0 were not the next of a committed order."
    assert verify([line], [deck.order, [4]]).flaws == [late]
    unheard_of = replace(line, draws=[Drawn(1, 0, 0, 1)])
    assert "cards 0 to 0 of pool 1 were not" in verify([unheard_of], [[4]]).flaws[0]


def test_draws_that_the_record_does_not_account_for_are_found() -> None:
    match = hand()
    line = line_for(match, WHOLE_DECKS)
    assert "belong to no shuffle" in verify([line], [*match.drawn, (3,)]).flaws[0]
    assert "are not those of the match" in verify([line], match.drawn[:-1]).flaws[0]
    for cards in ([cards[1:] for cards in match.drawn], [(*cards, 3) for cards in match.drawn]):
        assert "are not those of the match" in verify([line], cards).flaws[0]


def test_hands_are_checked_one_after_the_other() -> None:
    one, two = hand(seed=5), hand(seed=6)
    lines = [line_for(one, WHOLE_DECKS), replace(line_for(two, WHOLE_DECKS), hand=18)]
    assert verify(lines, [*one.drawn, *two.drawn]).hands == 2
    assert verify(lines, [*one.drawn, *two.drawn]).fair


@pytest.mark.parametrize("name", ["deal", "five_card_draw", "gin_rummy"])
def test_a_match_of_several_hands_has_a_dealer_and_a_line_for_each(name: str) -> None:
    game, rng = load(name), random.Random(4)
    state, lines, drawn = game.start().state, list[Shuffled](), list[tuple[int, ...]]()
    dealer = FairDealer(SECRET, "T-1/1")
    while pending := game.pending(state):
        decision = pending[0]
        if decision.seat != HOUSE:
            move = random_move(game, state, rng.choice(decision.owed), rng)
        else:
            move = dealer.deal(state, decision)
            drawn += [move.cards] if move.kind == DRAWN else []
            if move.kind == NEXT_HAND:
                hand = len(lines) + 1
                announced = hash_of_secret(dealer.secret, dealer.context)
                lines.append(shuffled(dealer, 0, hand, announced, WHOLE_DECKS))
                dealer = FairDealer(hand.to_bytes(32), f"T-1/{hand + 1}")
        game.advance(state, decision.seat, move)
        dealer.follow(state)
    lines.append(shuffled(dealer, 0, len(lines) + 1, hash_of_secret(dealer.secret, dealer.context), WHOLE_DECKS))
    report = verify(lines, drawn)
    assert report.flaws == []
    assert (report.hands, report.whole) == (len(lines), len(lines))
    assert report.proved == sum(map(len, drawn))


def record(match: Dealt, *lines: Shuffled, deals: int = 2) -> bytes:
    """A record file in which a match was played `deals` times, with the given lines about its shuffles."""
    moves = [moved(match.game, seat, move) for seat, move in match.moves]
    head = series_of(match.game, match.game.configure(**HANDS.get(match.game.name, {})), [], deals=deals)
    played = [Played(deal, [], moves, []) for deal in range(deals)]
    return b"\n".join(msgspec.json.encode(line) for line in (head, *lines, *played))


def test_a_record_has_each_of_its_matches_checked_by_its_own_lines() -> None:
    match = hand()
    whole, seen = line_for(match, WHOLE_DECKS), line_for(match, None)
    fewer = replace(seen, deal=1, openings=seen.openings[2:])
    report = verify_record(record(match, whole, fewer))
    dealt = sum(map(len, match.drawn))
    assert report == Report(hands=2, whole=1, proved=2 * dealt - 2, closed=2, flaws=[])


def test_a_flaw_of_any_match_is_one_of_the_record() -> None:
    match = hand()
    good = line_for(match, WHOLE_DECKS)
    bad = replace(good, announced=64 * "0")
    for lines in ([good, replace(bad, deal=1)], [bad, replace(good, deal=1)]):
        assert verify_record(record(match, *lines)).flaws == ["Hand 17: its secret is not the announced one."]


def test_a_match_without_its_shuffles_is_found_and_so_are_shuffles_without_their_match() -> None:
    match = hand()
    line = line_for(match, WHOLE_DECKS)
    assert "belong to no shuffle" in verify_record(record(match, line)).flaws[0]
    lines = [replace(line, deal=deal) for deal in range(4)]
    told = ["It tells of shuffles of deal 2, which it does not have."]
    assert verify_record(record(match, *lines)).flaws == told


def test_a_record_that_tells_of_no_shuffle_or_is_none_is_refused() -> None:
    text = record(hand())
    with pytest.raises(BadInput, match="does not tell how it was shuffled"):
        verify_record(text)
    for nonsense in (b"", b"{}", text + b"\nnonsense", text + b'\n{"croupier":"shuffle"}'):
        with pytest.raises(BadInput, match="no record of a match"):
            verify_record(nonsense)


def test_a_record_is_read_whatever_its_spaces_line_breaks_and_order_of_keys() -> None:
    match = hand()
    written = record(match, line_for(match, WHOLE_DECKS), replace(line_for(match, None), deal=1))
    values = [json.loads(line) for line in written.splitlines()]
    turned = [dict(reversed(value.items())) for value in values]
    forms = {
        "spaces": "\n".join(map(json.dumps, values)),
        "other keys first": "\n".join(map(json.dumps, turned)),
        "several lines each": "\r\n".join(json.dumps(value, indent=2) for value in turned),
        "no line break": "".join(map(json.dumps, values)),
        "a list": json.dumps(turned, indent=1),
        "a mark of the byte order, and blank lines": "\ufeff\n" + "\n\n".join(map(json.dumps, values)) + "\n\n",
    }
    report = verify_record(written)
    assert report.fair and report.hands == 2
    assert {form: verify_record(text.encode()) for form, text in forms.items()} == dict.fromkeys(forms, report)
    values[1]["commitments"][0]["root"] = "0" * 64
    assert not verify_record(json.dumps(values, indent=2).encode()).fair


@pytest.mark.parametrize("nonsense", [b"[" * 100_000, b"[]", b"3", b'"\xff"', b"[[]]", b"{}{", b"\xef\xbb\xbf"])
def test_json_that_is_no_record_is_refused(nonsense: bytes) -> None:
    with pytest.raises(BadInput, match="no record of a match"):
        verify_record(nonsense)
