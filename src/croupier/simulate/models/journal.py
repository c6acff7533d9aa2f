"""Every answer of a model, kept before it is used: nothing is asked, or paid, twice.

A journal is a file of JSON Lines. An answer is found again by its place (the match, the decision, the attempt), and
counts only for the very request that it answered, whose hash it has. A run that was ended in any way begins its
unfinished matches again, and gets the same answers from here. Only requests that were under way when the process was
killed are asked once more.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import NamedTuple

import msgspec

from croupier.agents.models.endpoint import Endpoint, Failed, Late, Message, Said
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming

from ..record.storage import cut_torn_line

MILLION = 1_000_000
BYTES_PER_TOKEN = 3
"""Fewer than a token of prose has, so that a request is not guessed too small."""


Place = tuple[int, int, int]
"""The match, by the key of its seat (`seat_key`); the decision in it, and the attempt, both from 1."""


class Answered(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer of a model, or that it was late."""

    match: int
    decision: int
    attempt: int
    asked: str
    """The hash of the request."""
    said: str = ""
    late: bool = False
    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    ms: int = 0


class Limits(NamedTuple):
    """The budget of a model, and its prices."""

    most_tokens: int | None = None
    most_cost: float | None = None
    input_price: float = 0.0
    """For a million tokens of requests; used where the endpoint does not tell a cost."""
    output_price: float = 0.0
    max_output: int = 1000
    """The tokens that an answer may have."""

    def cost(self, input_tokens: int, output_tokens: int) -> float:
        """What a request costs."""
        return (input_tokens * self.input_price + output_tokens * self.output_price) / MILLION


class Stopped(KeyboardInterrupt):
    """No more is asked: the budget is spent, the endpoint fails, or the user wants to stop. Like Ctrl-C, it ends a
    match without an error of its bot."""


class Journal:
    """The answers of one model, and what they have cost. It may be used from several threads."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.limits, self._path = limits, path
        self.answers: dict[Place, Answered] = {}
        self._by_match: dict[int, list[Answered]] = {}
        self.tokens, self.cost = 0, 0.0
        self._tokens_under_way, self._cost_under_way = 0, 0.0
        """What the requests under way may cost."""
        self._lock = threading.Lock()
        with naming(path, "written"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "ab", 0)  # noqa: SIM115
            cut_torn_line(path)
            for line in path.read_bytes().splitlines():
                self._count(_decoded(path, line))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def of(self, match: int) -> list[Answered]:
        """The answers of a match, in order."""
        return self._by_match.get(match, [])

    def ask(self, place: Place, endpoint: Endpoint, messages: list[Message], seconds: float) -> str:
        """The answer to a conversation: the one that is kept, else the endpoint's. Late if the time was up, Stopped if
        the budget could be exceeded, the endpoint fails, or the place has the answer to another request."""
        asked = endpoint.hash_of(messages)
        answered = self.answers.get(place)
        if answered is None:
            answered = self._ask(place, asked, endpoint, messages, seconds)
        elif answered.asked != asked:
            raise Stopped(
                f"{self._path} has answers to other requests: the rules, the words, the model or its settings have "
                "changed since; begin in another folder"
            )
        if answered.late:
            raise Late(f"no answer within {seconds:g} s")
        return answered.said

    def _ask(self, place: Place, asked: str, endpoint: Endpoint, messages: list[Message], seconds: float) -> Answered:
        """Ask the endpoint, and keep the answer."""
        written = sum(len(message["content"].encode()) for message in messages)
        most = written // BYTES_PER_TOKEN, self.limits.max_output
        tokens, cost = sum(most), self.limits.cost(*most)
        self._reserve(tokens, cost)
        try:
            try:
                answered = self._of(endpoint.ask(messages, seconds), place, asked)
            except Late:  # nobody knows whether it was computed: what it may have cost counts
                answered = Answered(*place, asked, late=True, input_tokens=tokens, cost=cost, ms=int(1000 * seconds))
            except Failed as error:
                raise Stopped(f"its endpoint fails ({error})") from error
            with self._lock:
                try:
                    self._file.write(msgspec.json.encode(answered) + b"\n")
                except OSError as error:
                    raise Stopped(f"{self._path} cannot be written: {error.strerror}") from error
                self._count(answered)
            return answered
        finally:
            with self._lock:
                self._tokens_under_way -= tokens
                self._cost_under_way -= cost

    def _reserve(self, tokens: int, cost: float) -> None:
        """Set aside what a request may cost; Stopped if the budget has too little left."""
        limits = self.limits
        with self._lock:
            if limits.most_tokens is not None and self.tokens + self._tokens_under_way + tokens > limits.most_tokens:
                raise Stopped(f"its budget of {limits.most_tokens:,} tokens is spent")
            if limits.most_cost is not None and self.cost + self._cost_under_way + cost > limits.most_cost:
                raise Stopped(f"its budget of {limits.most_cost:,.2f} is spent")
            self._tokens_under_way += tokens
            self._cost_under_way += cost

    def _of(self, said: Said, place: Place, asked: str) -> Answered:
        cost = self.limits.cost(said.input_tokens, said.output_tokens) if said.cost is None else said.cost
        return Answered(
            *place,
            asked,
            said.text,
            model=said.model,
            input_tokens=said.input_tokens,
            output_tokens=said.output_tokens,
            cost=cost,
            ms=int(1000 * said.seconds),
        )

    def _count(self, answered: Answered) -> None:
        self.answers[answered.match, answered.decision, answered.attempt] = answered
        self._by_match.setdefault(answered.match, []).append(answered)
        self.tokens += answered.input_tokens + answered.output_tokens
        self.cost += answered.cost


def _decoded(path: Path, line: bytes) -> Answered:
    try:
        return msgspec.json.decode(line, type=Answered)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} is no journal of a model: {error}.") from error
