"""Statements for the host: changes of chips at a table, hand by hand, and of tokens in the accounts, line by line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from croupier.kernel.contract.game import Game, State

from .. import accounts
from ..accounts import Charged, Granted, Settled, TakenBack
from ..store import Line
from ..tables import lines
from ..tables.plan import Plan
from .memory import Result, number_of
from .records import Teller

HANDS = ("match", "hand", "seat", "player", "name", "change", "score", "counts")
TOKENS = ("line", "what", "match", "account", "tokens", "why")
Row = dict[str, Any]


class _Counting(Teller):
    """Keeps the score of every seat after every hand."""

    def __init__(self, plan: Plan, game: Game, number: int) -> None:
        super().__init__(plan, game, number, whole=False)
        self.scores: list[list[int]] = []

    def hand_over(self, state: State) -> None:
        """Note the scores."""
        self.scores.append([*self.game.scores(state)])


def of_table(plan: Plan, game: Game, kept: Sequence[lines.Lines], played: Iterable[Result]) -> Iterator[Row]:
    """A row for every hand and seat of a table's matches, with the change of its score. Void matches are marked."""
    for result in played:
        teller = _Counting(plan, game, number_of(result.match))
        teller.follow_all(kept)
        before = [0] * len(result.ids)
        counts = f"void: {result.void}" if result.void else "yes"
        for hand, scores in enumerate(teller.scores, 1):
            for seat, score in enumerate(scores[: len(result.ids)]):
                if result.ids[seat]:
                    row = result.match, hand, seat, result.ids[seat], result.names[seat], score - before[seat]
                    yield dict(zip(HANDS, (*row, score, counts), strict=True))
            before = [*scores, *before[len(scores) :]]


def of_accounts(kept: Iterable[Line]) -> Iterator[Row]:
    """A row for every change of an account."""
    for line in kept:
        written = accounts.decode(line.body)
        for what, match, account, tokens, why in _changes(written):
            yield dict(zip(TOKENS, (line.number, what, match, account, tokens, why), strict=True))


def _changes(line: accounts.AccountLine) -> Iterator[tuple[str, str, str, int, str]]:
    match line:
        case Charged(match=match, accounts=who, stake=stake):
            yield from (("stake", match, account, -stake, "") for account in who)
        case Settled(match=match, paid=paid):
            yield from (("paid", match, account, tokens, "") for account, tokens in paid.items())
        case TakenBack(match=match, won=won):
            yield from (("taken back", match, account, -tokens, "void") for account, tokens in won.items())
        case Granted(account=account, tokens=tokens, by=by, why=why):
            yield "grant", "", account, tokens, f"{by}: {why}"
        case accounts.Summary(balances=balances):
            yield from (
                ("balance", "", account, tokens, "all before is summed up") for account, tokens in balances.items()
            )


def as_csv(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Rows as CSV. No name can be a spreadsheet formula, as names begin with a letter or a digit."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_jsonl(rows: Iterable[Row]) -> bytes:
    """Rows as JSON Lines."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
