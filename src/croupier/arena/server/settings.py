"""The keys of a config file. Every key has a default, and an unknown key is refused.

port = 8000
[limits]
origins = ["https://cards.example"]
[[tables]]
id = "final"
game = "holdem"
seats = 8
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin

import msgspec
from msgspec import Meta

from croupier.games import GAMES, classics
from croupier.games.genome import checked, read, to_json
from croupier.kernel.errors import BadInput
from croupier.kernel.files import read_toml
from croupier.kernel.showing.spelling import meant
from croupier.kernel.showing.validation import flaw_of

from ..events.event import Event
from ..room.offers import Offer
from ..tables.plan import FOREVER

PREFIX, LIMITS = "CROUPIER_", "CROUPIER_LIMITS_"
"""Every key can also be set in the environment: CROUPIER_PORT, CROUPIER_LIMITS_ORIGINS."""
OTHER_NAME = "CROUPIER_DB"
"""Another name of CROUPIER_STORE."""
OPEN_GENOME = "five_card_draw"
"""The classic that is offered for genomes, if one table of each game is open."""
GRACE_MS = 60_000
"""How long a player may be disconnected from a Battle against the house, in milliseconds."""
ANY_HOST = "*"
IPV6 = r"[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*"
Count = Annotated[int, Meta(ge=1)]
HostName = Annotated[
    str,
    Meta(
        pattern=rf"^(\*|[\w.-]+|{IPV6})$",
        description="a name or an address without scheme and port, such as cards.example",
    ),
]
Origin = Annotated[
    str,
    Meta(pattern=r"^https?://[^/\s]+$", description="an address without a path, such as https://cards.example"),
]
Proxy = Annotated[
    str,
    Meta(
        pattern=rf"^(\*|([\d.]+|{IPV6})(/\d+)?)$",
        description="an address or a network in digits, such as 10.0.0.2 or 10.0.0.0/8",
    ),
]


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits on clients."""

    connections: Count = 10_000
    per_address: Count = 2_000
    """A classroom is one address."""
    hello_ms: Count = 10_000
    """The timeout for an accepted `hello` on a new connection."""
    gets_per_second: Count = 200
    """The rate limit on GET requests of one address, per second; ten times as many at once."""
    hosts: list[HostName] = []
    """Host names of the arena, such as "cards.example", besides those that it knows itself: localhost, and the
    addresses that it listens at. "*" is any name."""
    origins: list[Origin] = []
    """Pages of other sites that may connect, such as "https://cards.example"."""
    trusted_proxies: list[Proxy] = []
    """Addresses of proxies that are trusted to name the address of a client."""
    private_tables: Annotated[int, Meta(ge=0)] = 200
    """The largest number of private tables at the same time; 0 for none."""
    private_per_address: Count = 20


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of an arena."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    store: str = "croupier.db"
    """A file, or the address of a database of PostgreSQL. `db` is its other name."""
    key: str = ""
    """The file with the key of the store, or the key in hexadecimal digits; by default a file beside the store."""
    lost_key: bool = False
    """Whether to give up what was sealed under a key that is lost."""
    bus: str = ""
    """The address of a NATS server, by which this process and others are nodes of one arena; "" for a process alone."""
    node: str = ""
    """The name of this node; by default that of the machine with the port."""
    lend_from: Annotated[int, Meta(ge=0)] = 200
    """Of several nodes, the number of decisions a second at tables of the node with the room, from which on it lends
    tables to other nodes."""
    log: Literal["warning", "info"] = "warning"
    """What is written to standard error: warnings, or also which node plays which table."""
    games: str = ""
    """A folder with genome files, each of which is offered."""
    open: bool = True
    """Whether one table of each game is open to everybody, with house bots, and a queue for Battles."""
    move_time_ms: Annotated[int, Meta(ge=1)] | None = None
    """The time for a decision at the open tables against the house; by default the game's own."""
    strict: bool = False
    """Whether commits survive a power cut, too: every commit then waits for the disk."""
    workers: Count = 1
    """The number of worker processes for house bots."""
    budget_ms: Count = 5_000
    """The timeout of a house bot's decision."""
    prune_days: Annotated[int, Meta(ge=0)] = 0
    """The number of days after which played matches are removed; 0 for never."""
    limits: Limits = Limits()
    tables: list[Offer] = []
    events: list[Event] = []


def read_settings(path: Path | None, **given: Any) -> Settings:
    """The settings of a file, overridden by the environment and then by options of the command line."""
    values = _with_store(read_toml(path) if path is not None else {}, str(path))
    variables, limits = _with_store(_said(Settings, PREFIX), "The environment"), _said(Limits, LIMITS)
    options = {key: value for key, value in given.items() if value is not None}
    values |= variables | options
    if limits and isinstance(values.get("limits", {}), dict):
        values["limits"] = {**values.get("limits", {}), **limits}
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        flaw = flaw_of(error, Settings, values)
        key, inner = (*flaw.path, "", "")[:2]
        if key in options:
            told = flaw.under(f"--{key}", 1)
        elif key in variables:
            told = flaw.under(f"{PREFIX}{key}".upper(), 1)
        elif key == "limits" and inner in limits:
            told = flaw.under(f"{LIMITS}{inner}".upper(), 2)
        else:
            told = f"{path or 'The settings'}: {flaw}"
        raise BadInput(f"{told}.") from error


def _with_store(values: dict[str, Any], where: str) -> dict[str, Any]:
    """Settings with the store under its own name."""
    if "db" not in values:
        return values
    if "store" in values:
        raise BadInput(f"{where}: store and db are two names of one setting; name one of them.")
    return {("store" if name == "db" else name): value for name, value in values.items()}


def _said(kind: type[msgspec.Struct], prefix: str) -> dict[str, Any]:
    """The settings from the environment: lists separated by commas, tables and events as JSON."""
    said: dict[str, Any] = {"db": os.environ[OTHER_NAME]} if kind is Settings and OTHER_NAME in os.environ else {}
    keys = {field.name.upper() for field in msgspec.structs.fields(kind)}
    for name in os.environ:
        if name.startswith(prefix) and kind is Limits and name.removeprefix(prefix) not in keys:
            known = sorted(prefix + key for key in keys)
            raise BadInput(f"{name} is no setting.{meant(name, known)} There are {', '.join(known)}.")
    for field in msgspec.structs.fields(kind):
        text = os.environ.get(prefix + field.name.upper())
        if text is None or field.type is Limits:
            continue
        if field.name in ("tables", "events"):
            try:
                said[field.name] = msgspec.json.decode(text)
            except msgspec.DecodeError as error:
                example = '[{"game": "holdem"}]' if field.name == "tables" else '[{"kind": "robin"}]'
                raise BadInput(
                    f"{prefix}{field.name.upper()} is a list in JSON, such as {example}: {error}."
                ) from error
        elif get_origin(field.type) is list:
            said[field.name] = [part.strip() for part in text.split(",") if part.strip()]
        else:
            said[field.name] = text
    return said


def offers(settings: Settings) -> list[Offer]:
    """All offers: those of the settings, and those that are open to everybody."""
    named = [
        offer if offer.id else msgspec.structs.replace(offer, id=f"table-{number}")
        for number, offer in enumerate(settings.tables, 1)
    ]
    house = [_against_house(id, "genome", source) for id, source in _genomes(settings.games)]
    opened = (_open_to_all() if settings.open else []) + house
    timed = [
        msgspec.structs.replace(offer, move_time_ms=settings.move_time_ms) if offer.kind == "house" else offer
        for offer in opened
    ]
    return named + timed


def _open_to_all() -> list[Offer]:
    games = [_against_house(name, name) for name in GAMES if name != "genome"]
    more = [_against_house(name, name) for name in sorted(classics(), key=lambda name: (name != OPEN_GENOME, name))]
    queue = Offer(id="queue", game="battle", kind="queue", code="QUEUE", public=True, title="The Battle: the queue")
    return [Offer(id="table", game="holdem", again=True), *games, *more, queue]


def _against_house(id: str, game: str, genome: str = "") -> Offer:
    grace = GRACE_MS if game == "battle" else FOREVER
    code = re.sub(r"[^A-Z0-9]", "_", id.upper())[:32]
    return Offer(id=id, game=game, genome=genome, kind="house", code=code.ljust(4, "_"), public=True, grace_ms=grace)


def _genomes(folder: str) -> list[tuple[str, str]]:
    """The genomes of a folder by the names of their files, as text."""
    if not folder:
        return []
    if not Path(folder).is_dir():
        raise BadInput(f"There is no folder {folder}.")
    found = []
    for path in sorted(Path(folder).glob("*.json")):
        id = re.sub(r"[^A-Za-z0-9_.-]", "_", path.stem).lstrip("_.-")[:40] or "genome"
        found.append((f"g-{id}", to_json(checked(read(path), str(path)))))
    return found
