"""The chain for programs of others: its form, pinned, and a verifier that knows nothing of Croupier."""

from __future__ import annotations

import json
import random
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature

from croupier.arena.chain import START, canonical, digests, next_head, salts_of, seal
from croupier.arena.signing import is_signed, signed_text

from .signed import SIGNER, check, played, record, values_of
from .test_restarts import TABLES
from .test_signed import with_orders

EXAMPLE = Path(__file__).parents[2] / "examples" / "verify.py"
UNSIGNED = dict.fromkeys(("openings", "secret", "deal", "hand", "parts"))
"""Fields that the example leaves alone: proofs of cards, numbers of shuffles, and the digests that it computes."""
READERS: list[dict[str, Any]] = [{}, {"whole": True}, {"whose": "p1"}]


@pytest.fixture(scope="module")
def elsewhere() -> Callable[..., Any]:
    found: Callable[..., Any] = runpy.run_path(str(EXAMPLE))["check"]
    return found


def test_the_example_knows_nothing_of_croupier() -> None:
    assert not any("croupier" in line for line in EXAMPLE.read_text().splitlines() if "import" in line)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("how", READERS, ids=["everybody", "whole", "own"])
def test_a_program_of_another_finds_the_same_heads(
    name: str, how: dict[str, Any], elsewhere: Callable[..., Any]
) -> None:
    text = record(played(name), **how)
    assert dict(elsewhere(text.decode().splitlines(), SIGNER.key)) == check(values_of(text)).heads


def test_a_program_of_another_reads_orders_and_legs(elsewhere: Callable[..., Any]) -> None:
    text = record(with_orders())
    assert dict(elsewhere(text.decode().splitlines())) == check(values_of(text)).heads


def test_a_program_of_another_finds_what_was_changed(elsewhere: Callable[..., Any]) -> None:
    rng, text = random.Random(1), record(played("leduc")).decode()
    values, found = values_of(text.encode()), 0
    for at in rng.sample(range(len(text)), 150):
        changed = text[:at] + ("1" if text[at] != "1" else "2") + text[at + 1 :]
        try:
            now = values_of(changed.encode())
        except ValueError:
            continue
        if any({**one, **UNSIGNED} != {**other, **UNSIGNED} for one, other in zip(values, now, strict=True)):
            with pytest.raises((AssertionError, InvalidSignature, KeyError, ValueError, TypeError, IndexError)):
                [*elsewhere(changed.splitlines())]
            found += 1
    assert found > 40


def test_canonical_json_is_what_other_languages_write() -> None:
    value = {"b": [1, "é\n\x1f\x7f \u2028😀"], "a": None, "ä": True}
    assert canonical(value) == '{"a":null,"b":[1,"é\\n\\u001f\x7f \u2028😀"],"ä":true}'.encode()
    every = "".join(map(chr, range(0x3000)))
    assert canonical(every) == json.dumps(every, ensure_ascii=False).encode()


def test_the_form_of_a_link_does_not_change() -> None:
    """Records are verified for years, by programs that others have written."""
    secret, id = bytes(range(32)), "T-1-M1-H1"
    link, card = salts_of(secret, id, 1)
    assert (link.hex(), card.hex()) == ("3b13978082a7c5793115d19bb62a0e38", "aaa787c5b1ba7931e350a44446bf7ce3")
    hidden = seal(card, 51).hex()
    assert hidden == "e39218c83ff1d4a16aaf5c6dd1aa1748d39fa8e446e904271beb489422d8d8a5"
    parts = {
        "players": ["Ann", "Bo"],
        "rules": {"game": "holdem", "version": 5, "fingerprint": "f00d", "config": {"seats": 2}},
        "moves": [["house", "DRAWN", 0, [hidden, 12]], [0, "RAISE_TO", 40, []]],
        "deal": None,
        "orders": [],
    }
    head = next_head(START, digests(link, id, parts))
    assert head.hex() == "6eb01d0bde5d366a90e409d9100a491afcfcd083b4d8bf488c49a9edeffddd30"
    assert signed_text(id, head) == f"croupier T-1-M1-H1 {head.hex()}".encode()
    assert is_signed(SIGNER.key, id, head, SIGNER.sign(id, head))
    assert not is_signed(SIGNER.key, "T-1-M1-H2", head, SIGNER.sign(id, head))
    assert not is_signed("zz", id, head, "zz") and not is_signed(SIGNER.key, id, head, "00")
