"""A signed record: whatever is changed in it is found, with its hand; its heads are those that everybody was told."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from croupier.arena.fairness import read_record
from croupier.arena.room.transcripts import transcript
from croupier.arena.signing import Signer, is_signed
from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Attached, Ordered
from croupier.arena.tables.renewal import renew
from croupier.arena.verification import verified
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.cards import format_cards

from .room import Room
from .signed import SIGNER, Values, check, heads, opened, played, record, remarks, values_of
from .test_restarts import TABLES, back, play

OTHER = Signer(bytes(31) + b"1")


def holdem(**how: Any) -> Values:
    return values_of(record(played("holdem"), **how))


def flaws(values: Values) -> list[str]:
    found = check(values)
    assert not found.fair
    return found.flaws


def match_of(values: Values) -> Any:
    return next(value for value in values if "croupier" not in value)


def moves_of(values: Values, hand: int) -> Iterator[list[Any]]:
    """The moves of a hand of a record, to be changed."""
    signed = remarks(values, "signed")
    first = signed[hand - 2]["moves"] if hand > 1 else 0
    yield from match_of(values)["moves"][first : signed[hand - 1]["moves"]]


def find(values: Values, kind: str) -> tuple[int, list[Any]]:
    """The first move of a kind, and the number of its hand."""
    for hand in range(1, len(remarks(values, "signed"))):
        for move in moves_of(values, hand):
            if move[1] == kind:
                return hand, move
    raise AssertionError(f"nobody made {kind}")


READERS: list[dict[str, Any]] = [{}, {"whole": True}, {"whose": "p1"}]


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("how", READERS, ids=["everybody", "whole", "own"])
def test_every_reader_can_verify_the_whole_match(name: str, how: dict[str, Any]) -> None:
    report = verified(read_record(record(played(name), **how)))
    assert report.fair and not report.open and report.replayed == 1
    assert report.key == SIGNER.key and report.signed == len(report.heads) - 1


@pytest.mark.parametrize("name", TABLES)
def test_all_readers_and_listeners_are_told_the_same_heads(name: str) -> None:
    room = played(name)
    told = [check(values_of(record(room, **how))).heads for how in READERS]
    assert told[0] == told[1] == told[2]
    for seat in range(room.plan.seats):
        assert heads(room, f"p{seat}") == told[0]


def test_every_head_that_is_told_is_signed() -> None:
    for frame in played("holdem").inboxes["p0"]:
        if frame["type"] == "end_hand":
            assert is_signed(SIGNER.key, frame["hand_id"], bytes.fromhex(frame["head"]), frame["signature"])
        if frame["type"] == "match_end":
            id = f"{frame['match_id']}-end"
            assert is_signed(SIGNER.key, id, bytes.fromhex(frame["head"]), frame["signature"])
            assert not is_signed(OTHER.key, id, bytes.fromhex(frame["head"]), frame["signature"])


def test_a_record_for_a_player_has_its_own_cards_and_no_others() -> None:
    room = played("holdem")
    public, own, whole = holdem(), holdem(whose="p1"), holdem(whole=True)
    dealt = [frame["hole"] for frame in room.inboxes["p1"] if frame["type"] == "start_hand" and "hole" in frame]
    more = set()
    for less, mine, every in zip(*(match_of(one)["moves"] for one in (public, own, whole)), strict=True):
        for seen, known, card in zip(less[3], mine[3], every[3], strict=True):
            assert seen in (-1, known) and known in (-1, card)
            more |= {format_cards([card])} if known != seen else set()
    assert len(more) > 5 and more <= {card for hole in dealt for card in hole}
    assert any(-1 in move[3] for move in match_of(own)["moves"])
    assert (own[0]["seed"], own[0]["duplicate"], own[0]["deals"]) == (0, False, 1)
    assert record(room, whose="nobody") == record(room)


# Whatever is changed is found


def test_a_call_changed_into_a_fold_is_found() -> None:
    values = holdem()
    hand, move = find(values, "CALL")
    move[1] = "FOLD"
    assert f"Hand T-1-M1-H{hand}: its moves, or cards in them, are not what was signed." in flaws(values)


@pytest.mark.parametrize("how", READERS, ids=["everybody", "whole", "own"])
def test_a_raise_changed_by_one_is_found(how: dict[str, Any]) -> None:
    values = holdem(**how)
    hand, move = find(values, "RAISE_TO")
    move[2] += 1
    assert f"Hand T-1-M1-H{hand}: its moves, or cards in them, are not what was signed." in flaws(values)


def test_swapped_names_are_found() -> None:
    values = holdem()
    bots = values[0]["bots"]
    bots[0], bots[1] = bots[1], bots[0]
    [flaw] = flaws(values)
    assert flaw.startswith("The end of T-1-M1: the names of the players at the end")
    values = holdem()
    names = remarks(values, "signed")[0]["names"]
    names[0], names[1] = names[1], names[0]
    assert flaws(values)[0] == "Hand T-1-M1-H1: the names of its players are not what was signed."


def without_hand(values: Values, hand: int) -> Values:
    """A record without a hand, and with everything else as if it had never been played."""
    links, match = remarks(values, "signed"), match_of(values)
    gone = [*moves_of(values, hand)]
    first = links[hand - 2]["moves"]
    match["moves"][first : first + len(gone)] = []
    for link in links[hand:]:
        link["moves"] -= len(gone)
    id = links[hand - 1]["id"]
    kept = [value for value in values if id not in (value.get("id"), value.get("context"))]
    for number, shuffle in enumerate(remarks(kept, "shuffle"), 1):
        shuffle["hand"] = number
    return kept


def test_a_hand_that_is_dropped_is_found() -> None:
    assert any(flaw.startswith("Hand T-1-M1-H4: its signature is not one") for flaw in flaws(without_hand(holdem(), 3)))


def test_hands_in_another_order_are_found() -> None:
    values = holdem()
    links = [at for at, value in enumerate(values) if value.get("croupier") == "signed"]
    values[links[1]], values[links[2]] = values[links[2]], values[links[1]]
    assert "Its hands are not in order." in flaws(values)


def test_an_end_that_is_cut_off_is_found() -> None:
    values = holdem()
    assert flaws(values[:-1]) == ["The end of the match is missing: the last link is that of T-1-M1-H10."]
    match, links = match_of(values), remarks(values, "signed")
    last = links[-2]
    match["moves"] = match["moves"][: links[-3]["moves"]]
    cut = [value for value in values[:-1] if last["id"] not in (value.get("id"), value.get("context"))]
    match["scores"] = []
    assert flaws(cut) == ["The end of the match is missing: the last link is that of T-1-M1-H9."]


def test_a_signature_of_another_key_is_found() -> None:
    values = holdem()
    link = remarks(values, "signed")[2]
    link["signature"] = OTHER.sign(link["id"], bytes.fromhex(check(holdem()).heads[link["id"]]))
    [flaw] = flaws(values)
    assert flaw.startswith("Hand T-1-M1-H3: its signature is not one by ")
    values = holdem()
    remarks(values, "signed")[0]["key"] = OTHER.key
    assert len(flaws(values)) == 1 and OTHER.key in flaws(values)[0]


def test_a_record_without_its_signatures_is_called_unsigned() -> None:
    report = check([value for value in holdem() if value.get("croupier") != "signed"])
    assert report.fair and not report.key and report.replayed == 1
    assert "it is unsigned" in report.open[0]


def test_what_another_arena_signs_is_signed_by_its_own_key() -> None:
    """It is for the reader to know the key: `croupier verify` says that it is not confirmed."""
    room = played("leduc")
    room.session.signer = OTHER
    try:
        assert not remarks(values_of(record(room, signer=OTHER)), "signed"), "it was played under another key"
    finally:
        room.session.signer = SIGNER


@pytest.mark.parametrize("how", [{"whose": "p1"}, {"whole": True}], ids=["own", "whole"])
def test_a_hidden_card_opened_wrongly_is_found(how: dict[str, Any]) -> None:
    values = holdem(**how)
    hand, link = next((at, link) for at, link in enumerate(remarks(values, "signed"), 1)
                      if any(len(told) == 32 for *_, told in link.get("hidden", [])))  # fmt: skip
    at, place, salt = next(one for one in link["hidden"] if len(one[2]) == 32)
    cards = [*moves_of(values, hand)][at][3]
    for wrong in {0, 1, 51} - {cards[place]}:
        was, cards[place] = cards[place], wrong
        assert f"Hand T-1-M1-H{hand}: its moves, or cards in them, are not what was signed." in flaws(values)
        cards[place] = was
    link["hidden"][link["hidden"].index([at, place, salt])] = [at, place, salt[::-1]]
    assert f"Hand T-1-M1-H{hand}: its moves, or cards in them, are not what was signed." in flaws(values)


def test_a_card_cannot_be_closed_or_shown_without_its_proof() -> None:
    values = holdem(whole=True)
    hand, move = find(values, "DRAWN")
    move[3][0] = -1
    assert f"Hand T-1-M1-H{hand}: a card is shown that is closed, or closed that is shown." in flaws(values)


def with_orders() -> Room:
    """A match of hold'em with orders, and an end that the host gave it."""
    room = opened("holdem", seats=2, options={"stack": 1_000, "small_blind": 5, "big_blind": 10})
    room.put(Ordered("change", values={"big_blind": 40}, why="It is late."))
    room.act("p0", "FOLD")
    room.put(Ordered("pause"))
    room.act("p1", "FOLD")
    room.put(Ordered("end", why="Dinner."))
    room.wait(600_000)
    assert room.finished
    return room


def test_orders_and_legs_have_their_places() -> None:
    room = with_orders()
    values = values_of(record(room))
    report = check(values)
    assert report.fair and report.replayed == 1 and report.heads == heads(room, "p0")
    assert [order["order"] for order in remarks(values, "order")] == ["change", "pause", "end"]
    assert match_of(values)["legs"], "the change began a leg"
    assert [link["orders"] for link in remarks(values, "signed")] == [1, 2, 3]


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        (lambda order: order.update(why="It is early."), "the orders of the host are not what was signed"),
        (lambda order: order.update(croupier="ordered"), "the orders of the host are not what was signed"),
        (lambda order: order["values"].update(big_blind=41), "the orders of the host are not what was signed"),
        (lambda order: order.update(more=1), "the orders of the host are not what was signed"),
    ],
)
def test_an_edited_order_is_found(change: Callable[[Any], Any], flaw: str) -> None:
    values = values_of(record(with_orders()))
    change(remarks(values, "order")[0])
    assert any(flaw in one for one in flaws(values))


def test_a_remark_that_nobody_signed_is_found() -> None:
    assert flaws([*holdem(), {"croupier": "praise", "text": "The host is fair."}]) == [
        "It has a remark 'praise', which nobody has signed."
    ]


def test_a_config_that_nobody_signed_is_found() -> None:
    values = values_of(record(with_orders()))
    match_of(values)["legs"][0]["config"]["big_blind"] += 1
    assert any("the settings that it was played with, are not what was signed" in one for one in flaws(values))
    values = values_of(record(with_orders()))
    values[0]["config"]["big_blind"] += 1
    assert any("H1: its game, or the settings" in one for one in flaws(values))


def test_a_shuffle_of_another_hand_is_found() -> None:
    values = holdem()
    shuffles = remarks(values, "shuffle")
    shuffles[0]["context"], shuffles[1]["context"] = shuffles[1]["context"], shuffles[0]["context"]
    assert any("its shuffle is not what was signed" in one for one in flaws(values))


# Any change of any field


def mutated(value: Any, rng: random.Random) -> Any:
    """A value with one change at a random place."""
    if isinstance(value, dict) and value:
        name = rng.choice([*value])
        if rng.random() < 0.15:
            renamed = name + "x" if rng.random() < 0.5 else name[:-1]
            return {renamed if key == name else key: one for key, one in value.items()}
        return {**value, name: mutated(value[name], rng)}
    if isinstance(value, list) and value:
        at, what = rng.randrange(len(value)), rng.random()
        if what < 0.1:
            return value[:at] + value[at + 1 :]
        if what < 0.2:
            return [*value[:at], value[at], *value[at:]]
        return [*value[:at], mutated(value[at], rng), *value[at + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-1, 1])
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice([one for one in "0aZ" if one != value[at].lower()]) + value[at + 1 :]
    return [value]


def is_about_openings(values: Values, changed: Values) -> bool:
    """Whether only proofs of single cards were left out or repeated: then fewer cards are proved, and it says so."""
    if len(values) != len(changed):
        return False
    for one, other in zip(values, changed, strict=True):
        if one != other:
            openings = one.get("openings", [])
            rest = {**one, "openings": 0} == {**other, "openings": 0}
            return rest and all(opening in openings for opening in other["openings"])
    return False


@pytest.mark.parametrize("name", ["leduc", "holdem", "battle", "crazy_eights"])
def test_any_change_of_a_field_is_found(name: str) -> None:
    rng, room = random.Random(name), played(name)
    for how in READERS[: 1 if name != "leduc" else 3]:
        values = values_of(record(room, **how))
        for _ in range(60):
            changed = mutated(values, rng)
            assert changed != values
            if not is_about_openings(values, changed):
                assert is_found(changed), [pair for pair in zip(values, changed, strict=False) if pair[0] != pair[1]]


def is_found(values: Values) -> bool:
    """Whether a record is refused, is wrong, or is called unsigned."""
    try:
        report = check(values)
    except BadInput:
        return True
    return not report.fair


def test_any_changed_byte_is_found() -> None:
    rng, text = random.Random(7), record(played("leduc"))
    values = values_of(text)
    found = 0
    for _ in range(150):
        at = rng.randrange(len(text))
        changed = text[:at] + bytes([rng.choice(b'09azAZ"{[,:-')]) + text[at + 1 :]
        try:
            if (now := read_record(changed).values) == values or is_about_openings(values, now):
                continue
            if changed.lower() == text.lower():  # a capital is the same hexadecimal digit
                continue
            assert not verified(read_record(changed)).fair, (at, text[at - 20 : at + 20])
        except BadInput:
            pass
        found += 1
    assert found > 100


# The same heads, whatever happens to the arena


@pytest.mark.parametrize("name", TABLES)
def test_heads_are_the_same_after_restarts_at_any_time(name: str) -> None:
    for key in (1, 2):
        room = opened(name)
        play(room, key, 0.2)
        report = check(values_of(record(room)))
        assert report.fair
        told = [heads(room, chair.id) for chair in room.table.chairs]
        assert all(one.items() <= report.heads.items() for one in told) and any(told)


def test_a_transcript_has_the_heads_that_were_told() -> None:
    room = played("holdem")
    rows = map(json.loads, transcript(room.plan, room.game, 1, room.log, "p0", SIGNER).splitlines())
    told = {row["frame"]["head"] for row in rows if "head" in row.get("frame", {})}
    assert told == set(heads(room, "p0").values())


def test_every_match_of_a_table_has_a_chain_of_its_own() -> None:
    room = opened("leduc", again=True)
    for match in (1, 2):
        play(room, match, 0.1)
        room.finished.clear()
        if match == 1:
            room.wait(60_000)
    for match in (1, 2):
        report = check(values_of(record(room, number=match)))
        assert report.fair and report.signed == len(report.heads) - 1 > 1
        assert all(id.startswith(f"T-1-M{match}-") for id in report.heads)


def test_a_match_that_began_before_matches_were_signed_stays_unsigned() -> None:
    room = Room("holdem", **TABLES["holdem"])
    for seat in range(4):
        room.join(f"p{seat}")
    room.signer = SIGNER
    back(room, 0)
    play(room, 1, 0.1)
    assert not any("head" in frame for frame in room.inboxes["p0"])
    report = check(values_of(record(room)))
    assert report.fair and not report.signed and "unsigned" in report.open[0]


def renewed(name: str, lost_key: bool) -> Room:
    """A match that went on from its last boundary in the middle of its third hand, and was played to its end."""
    room = opened(name)
    choose = random_chooser(room.game, 1)
    while room.table.hand < 3 or len(room.table.chain.moves) < 9:
        state = room.table.state
        assert state is not None
        decision = next(one for one in room.game.pending(state) if one.seat < room.plan.seats)
        room.table_move(decision.seat, choose(state, decision))
    start = max(number for number, line in enumerate(room.log) if isinstance(line, lines.Snapshot))
    kept = [line for line in room.log[start:] if not (lost_key and lines.is_secret(line, False))]
    room.signer = OTHER if lost_key else SIGNER
    room.start_again(lambda session: renew(session, kept, len(room.log), room.now))
    back_at(room)
    play(room, 2, 0.1)
    return room


def back_at(room: Room) -> None:
    for chair in room.table.chairs:
        room.put(Attached(chair.id, chair.seat))


def test_a_match_that_went_on_under_other_rules_has_one_chain_without_the_hand_that_was_given_up() -> None:
    room = renewed("holdem", lost_key=False)
    report = check(values_of(record(room)))
    assert report.fair and report.replayed == 1 and report.heads == heads(room, "p0")
    assert "T-1-M1-H3" not in report.heads and "hand T-1-M1-H3: it was given up at a restart" in report.open[0]


def test_a_match_whose_key_was_lost_goes_on_in_one_chain_under_two_keys_and_its_record_is_not_signed() -> None:
    room = renewed("holdem", lost_key=True)
    frames = [frame for frame in room.inboxes["p0"] if frame["type"] == "end_hand"]
    keys = [SIGNER.key] * 2 + [OTHER.key] * (len(frames) - 2)
    for frame, key in zip(frames, keys, strict=True):
        assert is_signed(key, frame["hand_id"], bytes.fromhex(frame["head"]), frame["signature"])
    assert [frame["head"] for frame in frames] == [
        frame["head"] for frame in renewed("holdem", lost_key=False).inboxes["p0"] if frame["type"] == "end_hand"
    ]
    for signer in (SIGNER, OTHER):
        assert not check(values_of(record(room, signer=signer))).key


def test_welcome_has_the_key() -> None:
    room = opened("holdem")
    room.put(Attached("late", 0))
    assert room.last("late", "welcome")["key"] == SIGNER.key


def test_a_salted_hash_does_not_tell_equal_cards() -> None:
    hidden = [told for link in remarks(holdem(), "signed") for *_, told in link.get("hidden", [])]
    assert len(hidden) > 40 and len({*hidden}) == len(hidden)
