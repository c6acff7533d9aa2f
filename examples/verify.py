"""Verifies the signatures of a record without Croupier: `python verify.py match.jsonl [KEY]` (docs/fairness.md).

Needs `pip install cryptography` for Ed25519; everything else is SHA-256 over JSON.
"""

import json
import sys
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def seal(salt, value):
    """A salted hash of a value: SHA-256 of the salt and the value's JSON, with sorted keys and without spaces."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(bytes.fromhex(salt) + text.encode()).digest()


def without(value, *names):
    """An object without some of its fields."""
    return {name: field for name, field in value.items() if name not in names}


def check(lines, key=None):
    """Yield the id and the head of each link; an exception if something is not what was signed."""
    first, *rest = map(json.loads, lines)
    [match] = [line for line in rest if "croupier" not in line]
    of = {tag: [line for line in rest if line.get("croupier") == tag] for tag in ("shuffle", "order", "signed")}
    assert len(rest) == 1 + sum(map(len, of.values())), "a line that nobody signed"
    key = key or of["signed"][0]["key"]
    head, moved, ordered, names, legs, dealt = bytes(32), 0, 0, [], list(match.get("legs", [])), list(of["shuffle"])
    for link in of["signed"]:
        moves = [[*move[:3], [*move[3]]] for move in match["moves"][moved : link["moves"]]]
        for move, place, told in link.get("hidden", []):  # 32 digits are the salt of a card, 64 are its salted hash
            cards = moves[move][3]
            assert (cards[place] < 0) == (len(told) == 64), "a card without its proof"
            cards[place] = told if len(told) == 64 else seal(told, cards[place]).hex()
        parts = {"moves": moves, "orders": of["order"][ordered : link["orders"]]}
        if link["id"].endswith("-end"):
            parts["match"] = without(first, "game", "version", "config", "fingerprint")
            parts["result"] = without(match, "moves", "legs")
        else:
            parts["players"] = names = link.get("names", names)
            parts["rules"] = legs.pop(0) if legs and legs[0]["step"] <= link["moves"] else None
            if head == bytes(32):
                parts["rules"] = {name: first[name] for name in ("game", "version", "config", "fingerprint")}
            parts["deal"] = None
            if dealt and dealt[0]["context"] == link["id"]:
                parts["deal"] = without(dealt.pop(0), "croupier", "deal", "hand", "openings", "secret")
        digests = [seal(link["salt"], [link["id"], name, parts[name]]) for name in sorted(parts)]
        head = sha256(head + b"".join(digests)).digest()
        text = f"croupier {link['id']} {head.hex()}".encode()
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(link["signature"]), text)
        moved, ordered = link["moves"], link["orders"]
        yield link["id"], head.hex()
    assert link["id"].endswith("-end") and not legs and not dealt, "the end is missing, or something too much is there"
    assert moved == len(match["moves"]) and ordered == len(of["order"]), "moves or orders that nobody signed"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        for id, head in check(file, *sys.argv[2:]):
            print(f"{id}: {head}")
