"""Generates `web/src/lib/http.ts`: the requests and answers of the JSON API in TypeScript, from the server's types."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import Any, get_args

import msgspec
from msgspec import inspect as kinds

from croupier.arena.events import answers as event_answers
from croupier.arena.events.event import Event
from croupier.arena.replay.advice import Advice
from croupier.arena.replay.solution import Solution, Unsolved
from croupier.arena.replay.telling import HandOutlooks, ReplayHands, ReplayPage
from croupier.arena.room import answers, host_orders
from croupier.arena.room.offers import Offer
from croupier.arena.room.past import Played
from croupier.arena.room.private import Wish
from croupier.arena.server import changes_api, events_api, players_api, private_api, replays
from croupier.arena.server.api import Rating

HEAD = (
    "// Written by scripts/golden from arena/room/answers.py, arena/events/answers.py and the structures beside them: "
    "change those.\n"
)
ANSWERS: Mapping[str, Any] = {
    "GET /api/lobby": answers.Lobby,
    "GET /api/games": list[answers.Game],
    "GET /api/games/{id}/rules": answers.RuleBook,
    "GET /api/games/{id}/standings": answers.GameStandings,
    "GET /api/games/{id}/seats": answers.GameSeats,
    "GET /api/accounts/{team}": answers.Account,
    "GET /api/private": answers.PrivateTables,
    "POST /api/private": answers.OpenedTable,
    "GET /api/codes/{code}": answers.CodeLeads,
    "POST /api/seats": list[answers.HeldSeat],
    "POST /api/players": answers.NewSecret,
    "GET /api/players/{name}": answers.Profile,
    "GET /api/players/{name}/keeper": answers.KeptName,
    "POST /api/players/{name}/secret": answers.NewSecret,
    "GET /api/matches": list[Played],
    "GET /api/tables/{id}": answers.ListedTable,
    "GET /api/tables/{id}/standings": answers.TableStandings,
    "POST /api/tables": answers.Offer,
    "GET /api/host": list[answers.HostedTable],
    "GET /api/offers": list[answers.CodedOffer],
    "GET /api/orders": list[answers.OrderKind],
    "POST /api/rosters": dict[str, str],
    "GET /api/nodes": list[answers.NodeState],
    "POST /api/nodes/{name}": answers.NodeState,
    "GET /api/events": list[event_answers.EventSummary],
    "POST /api/events": event_answers.HostedEvent,
    "GET /api/events/{id}": event_answers.HostedEvent,
    "POST /api/events/{id}/orders": event_answers.HostedEvent,
    "GET /api/tables/{id}/change": answers.TableChange,
    "GET /api/replays/{match}": ReplayHands,
    "GET /api/replays/{match}/{hand}": ReplayPage,
    "GET /api/replays/{match}/{hand}/outlooks": HandOutlooks,
    "POST /api/replays/{match}/{hand}/play": answers.OpenedTable,
    "GET /api/replays/{match}/{hand}/advice": Advice,
    "GET /api/replays/{match}/{hand}/solver": Solution | Unsolved,
    "POST /api/replays": ReplayHands | ReplayPage | HandOutlooks | Advice | Solution | Unsolved,
}
"""The types of answers, by method and address."""
REQUESTS: Mapping[str, type[msgspec.Struct]] = {
    "NewTable": Offer,
    "TableOrder": host_orders.Order,
    "NewEvent": Event,
    "NewEventOrder": events_api.Order,
    "NewTournamentWish": events_api.TournamentWish,
    "WishedTable": changes_api.WishedTable,
    "Wish": Wish,
    "Rating": Rating,
    "Tokens": private_api.Tokens,
    "TakenStep": replays.TakenStep,
    "WishedName": players_api.WishedName,
}
"""The types of requests, by their names in TypeScript."""
PLAIN = {kinds.BoolType: "boolean", kinds.IntType: "number", kinds.FloatType: "number", kinds.StrType: "string",
         kinds.NoneType: "null", kinds.AnyType: "unknown"}  # fmt: skip


def http_types() -> str:
    """The whole file."""
    told: dict[str, str] = {}
    for info in kinds.multi_type_info(_each(ANSWERS.values())):
        _type(info, told)
    for name, struct in REQUESTS.items():
        _write(name, kinds.type_info(struct), told, may_be_absent=True)
    return "\n".join([HEAD, *told.values()])


def matches_its_type(method: str, path: str, answer: Any) -> bool:
    """Whether an answer has the keys and values that its type names, and no others; also if no type is named for it."""
    for address, kind in ANSWERS.items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", address), f"{method} {path.partition('?')[0]}"):
            return any(_matches(answer, one) for one in _each([kind]))
    return True


def _matches(answer: Any, kind: Any) -> bool:
    try:
        return bool(msgspec.json.decode(msgspec.json.encode(msgspec.convert(answer, kind))) == answer)
    except msgspec.ValidationError:
        return False


def _each(types: Iterable[Any]) -> list[Any]:
    """Some types, with a union replaced by its members."""
    return [part for one in types for part in (get_args(one) if isinstance(one, UnionType) else [one])]


def _type(info: kinds.Type, told: dict[str, str]) -> str:
    """A type in TypeScript; a structure is written separately, and referred to by its name."""
    match info:
        case kinds.TypedDictType() | kinds.StructType():
            return _structure(info, told)
        case kinds.ListType(item_type=item) | kinds.VarTupleType(item_type=item):
            element = _type(item, told)
            return f"({element})[]" if " | " in element else f"{element}[]"
        case kinds.DictType(value_type=value):
            return f"Record<string, {_type(value, told)}>"
        case kinds.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case kinds.UnionType(types=types):
            return " | ".join(_type(one, told) for one in types if not _is_unset(one))
    return PLAIN[type(info)]


def _structure(info: kinds.TypedDictType | kinds.StructType, told: dict[str, str]) -> str:
    cls = info.cls
    if cls.__name__ not in told:
        absent = isinstance(info, kinds.TypedDictType) or info.cls.__struct_config__.omit_defaults
        _write(cls.__name__, info, told, may_be_absent=absent)
    return str(cls.__name__)


def _write(name: str, info: kinds.Type, told: dict[str, str], *, may_be_absent: bool) -> None:
    """Write a structure. A field with a default may be absent if `may_be_absent`, else it is always there."""
    assert isinstance(info, kinds.TypedDictType | kinds.StructType)
    cls = info.cls
    lines = [f"/** {' '.join((inspect.getdoc(cls) or '').split())} */", f"export interface {name} {{"]
    order = [name for one in reversed(cls.__mro__) for name in getattr(one, "__annotations__", ())]
    for field in sorted(info.fields, key=lambda field: order.index(field.name)):
        if note := _notes(cls).get(field.name):
            lines.append(f"  /** {note} */")
        mark = "?" if may_be_absent and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type, told)};")
    told[name] = "\n".join([*lines, "}\n"])


def _is_unset(info: kinds.Type) -> bool:
    return isinstance(info, kinds.CustomType) and info.cls is msgspec.UnsetType


@cache
def _notes(cls: type[Any]) -> dict[str, str]:
    """The docstring below each field in the source, of the class itself or of a base class of ours.

    The source is asked, since a TypedDict does not know its bases.
    """
    module = sys.modules[cls.__module__]
    tree = ast.parse(inspect.getsource(module))
    found = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == cls.__name__)
    notes: dict[str, str] = {}
    for base in found.bases:
        made_from = getattr(module, base.id, None) if isinstance(base, ast.Name) else None
        if made_from is not None and made_from.__module__.startswith("croupier."):
            notes |= _notes(made_from)
    for one, following in pairwise(found.body):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(following, ast.Expr):
            notes[one.target.id] = " ".join(str(ast.literal_eval(following.value)).split())
    return notes
