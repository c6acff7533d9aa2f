"""Fair shuffles: unbiased, from the secret alone, bound before the first card, opened position by position."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.arena.shuffle import (
    BLANK_LEAF,
    SALT_BYTES,
    WORDS,
    Commitment,
    Deck,
    Opening,
    _tree,
    below,
    common_secret,
    hash_of_secret,
    leaf_of,
    new_secret,
    order_of,
    verify_opening,
    words_of,
)
from croupier.kernel.errors import BadInput

from .fair_match import CONTEXT, SECRET

replace = msgspec.structs.replace
secrets_ = st.binary(min_size=32, max_size=32)


def deck(cards: int = 52, secret: bytes = SECRET, context: str = CONTEXT) -> Deck:
    return Deck(secret, context, 0, 0, range(cards))


def test_a_secret_has_256_bits_and_is_another_for_each_hand() -> None:
    assert len({new_secret() for _ in range(100)}) == 100
    assert {len(new_secret()) for _ in range(10)} == {32}
    with pytest.raises(BadInput, match="32 bytes"):
        order_of(b"short", 0, 0, range(52))


@given(secrets_, st.sets(st.integers(0, 300), max_size=80))
def test_an_order_has_every_card_once(secret: bytes, cards: set[int]) -> None:
    assert sorted(order_of(secret, 0, 0, cards)) == sorted(cards)


def test_an_order_does_not_depend_on_the_order_in_which_cards_are_named() -> None:
    assert order_of(SECRET, 0, 0, range(52)) == order_of(SECRET, 0, 0, reversed(range(52)))


def test_secret_pool_and_epoch_each_give_another_order() -> None:
    orders = [order_of(SECRET, 0, 0, range(52)), order_of(SECRET, 1, 0, range(52)), order_of(SECRET, 0, 1, range(52)),
              order_of(SECRET[::-1], 0, 0, range(52))]  # fmt: skip
    assert len({tuple(order) for order in orders}) == 4


def test_every_order_is_equally_likely() -> None:
    trials = 24 * 200
    seen = Counter(tuple(order_of(n.to_bytes(32), 0, 0, range(4))) for n in range(trials))
    assert set(seen) == set(itertools.permutations(range(4)))
    chi_square = sum((count - 200) ** 2 / 200 for count in seen.values())
    assert chi_square < 49.7, "beyond what chance does once in a thousand times, with 23 degrees of freedom"


def test_a_word_that_would_favour_some_cards_is_thrown_away() -> None:
    assert below(iter([WORDS - 1, 5]), 3) == 2, "2^64 - 1 is no part of a whole multiple of 3"
    assert below(iter([WORDS - 2, 5]), 3) == (WORDS - 2) % 3
    assert below(iter([WORDS - 1]), 2) == 1


def test_words_go_on_beyond_a_block() -> None:
    words = list(itertools.islice(words_of(b"key"), 200))
    assert len(set(words)) == 200
    assert max(words) >= WORDS // 2


def test_a_restart_deals_the_same() -> None:
    assert deck().order == deck().order
    assert deck().commitment == deck().commitment


def test_the_same_secret_at_two_tables_has_one_order_but_other_salts_roots_and_hashes() -> None:
    one, other = deck(context="T-1/17"), deck(context="T-2/17")
    assert one.order == other.order
    assert one.commitment.root != other.commitment.root
    assert not {one.salt(at) for at in range(52)} & {other.salt(at) for at in range(52)}
    assert hash_of_secret(SECRET, "T-1/17") != hash_of_secret(SECRET, "T-2/17")


def test_the_seed_of_003_is_the_leading_53_bits_of_the_root() -> None:
    commitment = Commitment(0, 0, 52, "80" + 62 * "0")
    assert commitment.seed == 1 << 52
    assert Commitment(0, 0, 52, 64 * "f").seed == (1 << 53) - 1
    assert deck().commitment.seed == int(deck().commitment.root, 16) >> (256 - 53)


@pytest.mark.parametrize("cards", [1, 2, 3, 20, 25, 52, 64, 65])
def test_every_position_can_be_opened_and_verified(cards: int) -> None:
    shuffled = deck(cards)
    for position in range(cards):
        opening = shuffled.opening(position)
        assert (opening.position, opening.card) == (position, shuffled.order[position])
        assert verify_opening(shuffled.commitment, opening)


def test_there_is_no_opening_beyond_the_order() -> None:
    for position in (-1, 52):
        with pytest.raises(BadInput, match="no position"):
            deck().opening(position)


@given(st.integers(0, 51), st.data())
def test_no_opening_verifies_for_another_card_position_salt_or_path(position: int, data: st.DataObject) -> None:
    shuffled = deck()
    opening = shuffled.opening(position)
    others = st.integers(0, 60).filter(lambda one: one not in (opening.card, position))
    wrong = data.draw(
        st.one_of(
            others.map(lambda card: replace(opening, card=card)),
            others.map(lambda at: replace(opening, position=at)),
            st.just(replace(opening, salt=opening.salt[2:] + opening.salt[:2])),
            st.just(replace(opening, path=opening.path[:-1])),
            st.just(replace(opening, path=(*opening.path, opening.path[0]))),
            st.just(replace(opening, path=opening.path[1:] + opening.path[:1])),
            st.just(replace(opening, pool=1)),
            st.just(replace(opening, epoch=1)),
        )
    )
    assert not verify_opening(shuffled.commitment, wrong)


@pytest.mark.parametrize(
    "wrong", [{"salt": "no digits"}, {"path": ("xy",) * 6}, {"card": -1}, {"card": 1 << 40}, {"position": -1}]
)
def test_an_opening_that_is_nonsense_is_refused_without_an_error(wrong: dict[str, object]) -> None:
    assert not verify_opening(deck().commitment, replace(deck().opening(0), **wrong))


def test_a_blank_leaf_opens_no_card() -> None:
    path = deck(3).opening(2).path
    assert path[0] == BLANK_LEAF.hex()
    assert not verify_opening(deck(3).commitment, Opening(0, 0, 3, 0, "", path))


def test_a_secret_cannot_change_once_its_hash_is_out() -> None:
    told = hash_of_secret(SECRET, CONTEXT)
    assert hash_of_secret(SECRET, CONTEXT) == told
    assert hash_of_secret(SECRET[:-1] + b"\x00", CONTEXT) != told
    assert hash_of_secret(SECRET, "T-1/18") != told


def test_an_opening_is_verified_by_sha_256_alone_as_the_page_for_sceptics_says() -> None:
    opening = deck().opening(11)
    node = hashlib.sha256(
        b"\x00" + (11).to_bytes(4, "big") + opening.card.to_bytes(4, "big") + bytes.fromhex(opening.salt)
    ).digest()
    assert node == leaf_of(11, opening.card, deck().salt(11))
    position = 11
    for other in opening.path:
        pair = bytes.fromhex(other) + node if position % 2 else node + bytes.fromhex(other)
        node, position = hashlib.sha256(b"\x01" + pair).digest(), position // 2
    assert node.hex() == deck().commitment.root


def test_a_card_that_a_crooked_house_hides_behind_the_last_one_is_no_card_of_the_order() -> None:
    """A tree has room for 64 leaves where 52 cards are: one more in there would fit its root."""
    honest, salt = deck(), bytes(16)
    leaves = [leaf_of(at, card, honest.salt(at)) for at, card in enumerate(honest.order)]
    levels = _tree([*leaves, leaf_of(52, 7, salt)])
    forged = Commitment(honest.commitment.pool, honest.commitment.epoch, 52, levels[-1][0].hex())

    def opening(position: int, card: int, salt: bytes) -> Opening:
        path = tuple(nodes[position >> level ^ 1].hex() for level, nodes in enumerate(levels[:-1]))
        return Opening(forged.pool, forged.epoch, position, card, salt.hex(), path)

    assert verify_opening(forged, opening(51, honest.order[51], honest.salt(51)))
    assert not verify_opening(forged, opening(52, 7, salt))
    assert verify_opening(replace(forged, cards=53), opening(52, 7, salt))


def test_an_order_of_one_card_is_its_own_root() -> None:
    one = deck(1)
    opening = one.opening(0)
    assert opening.path == () and one.commitment.root == leaf_of(0, 0, one.salt(0)).hex()
    assert verify_opening(one.commitment, opening)
    assert not verify_opening(one.commitment, replace(opening, path=(BLANK_LEAF.hex(),)))


def test_tables_that_have_their_cards_in_common_have_the_same_secret_for_each_hand_and_nobody_else() -> None:
    dealt = [("cup", 1, 1), ("cup", 1, 2), ("cup", 2, 1), ("cup 1", 1, 1), ("final", 1, 1)]
    secrets = [common_secret(bytes(32), *one) for one in dealt]
    assert len(set(secrets)) == len(dealt) and {len(one) for one in secrets} == {32}
    assert secrets == [common_secret(bytes(32), *one) for one in dealt]
    assert common_secret(b"x" * 32, *dealt[0]) not in secrets


def test_an_opening_tells_the_salt_of_its_own_position_and_of_no_other() -> None:
    salts = [bytes.fromhex(deck().opening(position).salt) for position in range(52)]
    assert {len(salt) for salt in salts} == {SALT_BYTES} and len(set(salts)) == 52
