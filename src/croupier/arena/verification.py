"""Verification of a record: its deals, its moves by the rules, and its chain with the signatures.

    record = read_record(text)
    report = verified(record)           report.flaws: what is wrong, each with its hand; report.open: what is not proved

It needs the record and nothing else. A record of the arena leads, link by link, to the heads that everybody was told
when each hand ended (`chain`); everything that stands in it is in a link, but for proofs that lead to what is in one. A
record without signatures is checked as far as it goes, and called unsigned.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import pairwise, zip_longest
from typing import Any

import msgspec
from msgspec.structs import replace

from ..games import GAMES, load
from ..kernel.contract.game import Game
from ..kernel.contract.record import Played, Series, config_of
from ..kernel.contract.record import replay as replayed
from ..kernel.errors import BadInput, CroupierError, Diverged
from ..kernel.vocabulary.cards import UNKNOWN
from .chain import (
    DEAL_OMITS,
    END_PARTS,
    HAND_PARTS,
    MATCH_OMITS,
    RESULT_OMITS,
    SALT_BYTES,
    START,
    Signed,
    digests,
    next_head,
    seal,
    without,
)
from .fairness import Record, Report, verify_matches
from .signing import is_signed

WORDS = {
    "players": "the names of its players are",
    "rules": "its game, or the settings that it was played with, are",
    "moves": "its moves, or cards in them, are",
    "deal": "its shuffle is",
    "orders": "the orders of the host are",
    "match": "the names of the players at the end, or another field of the record's first line, are",
    "result": "the scores, or another field of the match, are",
}
"""What each part of a link is, in words."""
WRONG = (CroupierError, ArithmeticError, LookupError, TypeError, ValueError)
"""How rules fail over configs and moves that no game ever made."""
NUMBER = re.compile("[1-9][0-9]{0,8}")
"""The number of a hand in the id of its link."""
REMARKS = ("shuffle", "order", "signed")
"""The tags of the remarks of a signed record."""


def verified(record: Record) -> Report:
    """Check all of a record."""
    report = verify_matches(record)
    _Chain(record).check(report)
    _replay(record, report)
    if (position := record.series.position) is not None:
        report.open.append(
            f"what happened before: the match took up hand {position.hand} of {position.match} after {position.made} "
            f"moves, for seat {position.seat}, with all cards dealt anew that this seat had not seen"
        )
    return report


# The rules


def _replay(record: Record, report: Report) -> None:
    """Check that every move follows the rules, and that scores follow from the moves."""
    series = record.series
    try:
        if series.game not in GAMES:
            raise BadInput(f"it is of {series.game!r}, which is not a game of Croupier")
        game = load(series.game)
        game = game.for_config(config_of(game, series)) if game.for_config else game
    except WRONG as error:
        report.open.append(f"that moves follow the rules: {error}")
        return
    for played in record.matches:
        try:
            _play(game, series, played)
            report.replayed += 1
        except Diverged as error:
            if series.fingerprint in ("", game.fingerprint):
                _tell_divergence(played, error, report)
            else:
                report.open.append("that moves follow the rules: the rules of this release are others")
        except WRONG as error:
            report.flaws.append(f"It cannot be played again by the rules: {error}")


def _play(game: Game, series: Series, played: Played) -> None:
    """Play a match again. One that the host ended early has no outcome by the rules, but scores all the same."""
    [last] = deque(replayed(game, series, replace(played, scores=[])), maxlen=1)
    if not played.scores:
        return
    state = last.state
    ended = game.over(state) or game.between_hands(state)
    if not ended or any(one != other for one, other in zip_longest(game.scores(state), played.scores, fillvalue=0)):
        raise Diverged(len(played.moves), f"{game.title}: its moves lead to other scores than {played.scores}.")


def _tell_divergence(played: Played, error: Diverged, report: Report) -> None:
    """A match that cannot be played again is wrong, unless cards are missing that its reader was not shown."""
    hand = 1 + sum(kind == "NEXT_HAND" for _, kind, _, _ in played.moves[: error.step])
    if any(UNKNOWN in cards for *_, cards in played.moves[: error.step]):
        why = "cards are missing that its reader was not shown"
        report.open.append(f"that moves follow the rules, from hand {hand} on: {why}")
    else:
        report.flaws.append(f"Hand {hand}: it cannot be played again by the rules: {error}")


# The chain


class _Chain:
    """Walks along the chain of a record, from its first link to its last."""

    def __init__(self, record: Record) -> None:
        self.head_line, *others = record.values
        tagged = [(one.get("croupier") if isinstance(one, dict) else "", one) for one in others]
        self.matches = [one for tag, one in tagged if tag is None]
        self.shuffles = [one for tag, one in tagged if tag == "shuffle"]
        self.orders = [one for tag, one in tagged if tag == "order"]
        self.others = [str(tag) for tag, _ in tagged if tag is not None and tag not in REMARKS]
        self.links = [_link(one) for tag, one in tagged if tag == "signed"]
        self.head, self.names = START, list[str]()
        self.moves_before = self.orders_before = self.legs_before = 0
        self.broken = False
        """Whether a signature was wrong: all later ones are wrong then, as they follow from it."""

    def check(self, report: Report) -> None:
        """Check all links, and that nothing in the record stands outside of them."""
        if not self.links:
            report.open.append("that moves, names, settings, orders and scores are those of the match: it is unsigned")
            return
        if len(self.matches) != 1:
            report.flaws.append(f"It is signed as a record of one match, and has {len(self.matches)}.")
            return
        report.key = self.links[0].key
        for link in self.links:
            report.flaws += [f"{_called(link.id)}: {flaw}." for flaw in self._flaws_of(link, report)]
        report.flaws += self._flaws_of_the_whole(report)

    def _flaws_of(self, link: Signed, report: Report) -> Iterator[str]:
        is_end = link.id.endswith("-end")
        if problem := self._misfit(link, END_PARTS if is_end else HAND_PARTS):
            yield problem
            self.broken = True
            return
        parts: dict[str, Any] = {"orders": self.orders[self.orders_before : link.orders]}
        moves, problem = self._moves_of(link)
        parts["moves"] = moves
        if problem:
            yield problem
        self.names = link.names or self.names
        if is_end:
            if link.names and link.names != self.head_line.get("bots"):
                yield "the names of the players in it are not those of the record's first line"
            parts["match"] = without(self.head_line, MATCH_OMITS)
            parts["result"] = without(self.matches[0], RESULT_OMITS)
        else:
            parts |= {"players": self.names, "rules": self._rules_of(link), "deal": self._deal_of(link)}
        computed = digests(_bytes(link.salt), link.id, parts)
        wrong = [name for name in sorted(parts) if computed[name].hex() != link.parts[name]]
        for name in wrong:
            yield f"{WORDS[name]} not what was signed"
        self.moves_before, self.orders_before = link.moves, link.orders
        self.head = next_head(self.head, {name: _bytes(digest) for name, digest in link.parts.items()})
        report.heads[link.id] = self.head.hex()
        if self.broken:
            return
        if is_signed(report.key, link.id, self.head, link.signature):
            report.signed += not (is_end or problem or wrong)
        else:
            self.broken = True
            yield (
                f"its signature is not one by {report.key or 'any key'} after the hands before it: something is "
                "missing, was moved or was changed"
            )

    def _misfit(self, link: Signed, parts: tuple[str, ...]) -> str:
        """Why a link does not fit the record at all; "" if it does."""
        if sorted(link.parts) != [*parts]:
            return "its link has not the parts that it must have"
        if not self.moves_before <= link.moves <= len(self.matches[0]["moves"]):
            return f"its link ends with move {link.moves}, which is not among those that follow"
        if not self.orders_before <= link.orders <= len(self.orders):
            return f"its link ends with order {link.orders} of the host, which is not among those that follow"
        return ""

    def _moves_of(self, link: Signed) -> tuple[list[Any], str]:
        """The moves of a link as they stand in the chain, and what is wrong with the cards that are hidden in it."""
        moves = [[*step[:3], [*step[3]]] for step in self.matches[0]["moves"][self.moves_before : link.moves]]
        for at, place, told in link.hidden:
            if not (0 <= at < len(moves) and 0 <= place < len(moves[at][3])):
                return moves, "it hides a card that it does not have"
            card, is_open = moves[at][3][place], len(told) == 2 * SALT_BYTES
            if (card == UNKNOWN) == is_open:
                return moves, "a card is shown that is closed, or closed that is shown"
            moves[at][3][place] = seal(_bytes(told), card).hex() if is_open else told
        return moves, ""

    def _rules_of(self, link: Signed) -> Any:
        """The game and the config of the first hand; the config of a leg that begins with a later one."""
        if self.moves_before == self.legs_before == 0 and self.head == START:
            return {name: self.head_line.get(name) for name in sorted(MATCH_OMITS)}
        legs = self.matches[0].get("legs", [])[self.legs_before :]
        if legs and self.moves_before < legs[0]["step"] <= link.moves:
            self.legs_before += 1
            return legs[0]
        return None

    def _deal_of(self, link: Signed) -> Any:
        """How the hand was shuffled; None if nothing was dealt."""
        found = next((one for one in self.shuffles if one.get("context") == link.id), None)
        return found and without(found, DEAL_OMITS)

    def _flaws_of_the_whole(self, report: Report) -> Iterator[str]:
        match, last = self.matches[0], self.links[-1]
        ids = [link.id for link in self.links]
        if not last.id.endswith("-end"):
            yield f"The end of the match is missing: the last link is that of {last.id}."
        name = last.id.removesuffix("-end") if last.id.endswith("-end") else last.id.rpartition("-H")[0]
        texts = [id.removeprefix(f"{name}-H") for id in ids if id != f"{name}-end"]
        if not all(map(NUMBER.fullmatch, texts)) or ids.count(f"{name}-end") > 1:
            yield "Its links are not those of one match."
        elif (numbers := [*map(int, texts)]) != sorted(set(numbers)):
            yield "Its hands are not in order."
        else:
            report.open += _given_up(name, numbers)
        if self.moves_before != len(match["moves"]) or self.orders_before != len(self.orders):
            yield "It has moves, or orders of the host, that no link is about."
        if self.legs_before != len(match.get("legs", [])):
            yield "It has a config that no link is about."
        dealt = [one.get("context") for one in self.shuffles]
        if dealt != [id for id in ids if id in dealt] or [one.get("hand") for one in self.shuffles] != [
            *range(1, len(dealt) + 1)
        ]:
            yield "Its shuffles are not in order, or are of other hands."
        for tag in dict.fromkeys(self.others):
            yield f"It has a remark {tag!r}, which nobody has signed."


def _given_up(match: str, numbers: list[int]) -> Iterator[str]:
    """What is not proved of the hands whose numbers are missing."""
    for before, number in pairwise([0, *numbers]):
        first, last = before + 1, number - 1
        if first == last:
            yield f"what happened in hand {match}-H{first}: it was given up at a restart, and is not in the record"
        elif first < last:
            hands = f"hands {match}-H{first} to {match}-H{last}"
            yield f"what happened in {hands}: they were given up at restarts, and are not in the record"


def _link(value: Any) -> Signed:
    try:
        return msgspec.convert(value, type=Signed)
    except msgspec.MsgspecError as error:
        raise BadInput(f"It is no record of a match: {error}.") from error


def _bytes(digits: str) -> bytes:
    """The bytes of hexadecimal digits; none if they are something else, which then fits nothing."""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return b""


def _called(id: str) -> str:
    """A link in words."""
    return f"The end of {id.removesuffix('-end')}" if id.endswith("-end") else f"Hand {id}"
