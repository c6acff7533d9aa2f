"""What `croupier models` is asked to do: the values of its TOML file, checked."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from croupier.agents.loading import OF_THE_HOUSE
from croupier.agents.models.bot import ATTEMPTS
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming, read_toml
from croupier.kernel.showing.spelling import meant

from .journal import Limits

Count = Annotated[int, Meta(ge=1)]
Amount = Annotated[float, Meta(ge=0)]
NEWER_LIMIT = "max_completion_tokens"
KEYS = ("key", "api_key", "token", "authorization")


class Contender(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of those that are compared: a model behind an endpoint, or a house bot as a baseline."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._+-]{0,59}$")]
    endpoint: str = ""
    """The URL of a chat-completions endpoint."""
    model: str = ""
    """The model, as the endpoint calls it."""
    bot: str = ""
    """A house bot, such as "house:tight", in place of an endpoint."""
    key_env: str = ""
    """The environment variable that has the key."""
    key_file: str = ""
    """The file that has the key."""
    tables: Count | None = None
    """How many matches it plays at once; by default as many as the plan says."""
    most_tokens: Count | None = None
    most_cost: Amount | None = None
    input_price: Amount = 0.0
    """For a million tokens, in the currency of `most_cost`; for endpoints that do not tell the cost of an answer."""
    output_price: Amount = 0.0
    max_output: Count = 1000
    """The most tokens of an answer, sent as `max_tokens` unless `request` has `max_completion_tokens`."""
    request: dict[str, Any] = {}
    """Further fields of every request, such as a temperature."""

    @property
    def file(self) -> str:
        """Its name as that of files."""
        return re.sub(r"\W+", "-", self.name).strip("-").lower()

    @property
    def limits(self) -> Limits:
        """Its budget and prices."""
        return Limits(self.most_tokens, self.most_cost, self.input_price, self.output_price, self.max_output)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of every request but the messages. Some endpoints know the limit by its newer name alone."""
        limit = {} if NEWER_LIMIT in self.request else {"max_tokens": self.max_output}
        return {"model": self.model, **limit, **self.request}

    def key(self, environment: Mapping[str, str] = os.environ) -> str:
        """The key, from the environment or a file; "" if none is needed. It is in no message of an error."""
        key, where = "", ""
        if self.key_env:
            key, where = environment.get(self.key_env, "").strip(), f"The environment variable {self.key_env}"
        elif self.key_file:
            with naming(self.key_file, "read"):
                key, where = Path(self.key_file).read_bytes().decode("latin-1").strip(), self.key_file
        if where and not (key and key.isascii() and key.isprintable()):
            raise BadInput(f"{where} has no key for {self.name}: one line of plain characters is wanted.")
        return key


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A benchmark."""

    models: Annotated[list[Contender], Meta(min_length=1)]
    game: str = "holdem"
    options: dict[str, Any] = {}
    """Options of the game."""
    against: str = ""
    """The house bot in all other seats; by default the strongest policy of the game."""
    hands: Count = 100
    """How many matches each plays; a match of hold'em is one hand unless the options say otherwise."""
    seed: Annotated[int, Meta(ge=0, lt=10**18)]
    tables: Count = 8
    """How many matches each model plays at once."""
    words: Literal["brief", "full"] = "full"
    answer_s: Annotated[float, Meta(gt=0)] = 120.0
    """How many seconds a model has for an answer."""
    attempts: Count = ATTEMPTS
    """How many answers to one decision may be refused."""

    @property
    def opponent(self) -> str:
        """The house bot in all other seats."""
        return OF_THE_HOUSE + (self.against or strongest(load(self.game))).removeprefix(OF_THE_HOUSE)


def strongest(game: Game) -> str:
    """The strongest policy of a game; where it has a solver, the one that the solver builds on."""
    bots = game.house_bots
    return bots.solving.policy if bots.solving is not None else bots.adviser


def read_plan(path: Path) -> Plan:
    """The plan in a file; BadInput says what is wrong with it, and never quotes a key."""
    values = read_toml(path)
    for one in values.get("models", []) if isinstance(values.get("models"), list) else ():
        if isinstance(one, dict) and (found := [name for name in one if name.lower() in KEYS]):
            raise BadInput(
                f"{path}: {found[0]!r} does not belong in a file that others may see. Name the environment variable "
                "that has the key with key_env, or a file with key_file."
            )
    try:
        plan = msgspec.convert(values, Plan)
    except msgspec.ValidationError as error:
        raise BadInput(f"{path}: {error}.{_meant(str(error))}") from None
    files = dict[str, str]()
    for one in plan.models:
        if one.file in files:
            raise BadInput(f"{path}: each of the models needs a name of its own; {files[one.file]} and {one.name} "
                           f"would have the same file, {one.file}.jsonl.")  # fmt: skip
        files[one.file] = one.name
    for one in plan.models:
        if bool(one.bot) == bool(one.endpoint) or bool(one.endpoint) != bool(one.model):
            raise BadInput(f"{path}: {one.name} is an endpoint with a model, or a bot such as house:tight.")
        if one.endpoint and urlsplit(one.endpoint).scheme not in ("http", "https"):
            raise BadInput(f"{path}: the endpoint of {one.name} is an address that begins with http:// or https://.")
        if one.bot and not one.bot.startswith(OF_THE_HOUSE):
            raise BadInput(f"{path}: the bot of {one.name} is one of the house, such as house:tight.")
    return plan


def _meant(error: str) -> str:
    """The field that was probably meant by an unknown one."""
    unknown = error.partition("unknown field `")[2].partition("`")[0]
    known = [*Plan.__struct_fields__, *Contender.__struct_fields__]
    return meant(unknown, known) if unknown else ""
