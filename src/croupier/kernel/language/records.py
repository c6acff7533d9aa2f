"""Records: one declaration, two forms.

A record is a class of annotated fields, each a signed 64-bit integer, a fixed-size array of them, or another record:

    class Betting(Record):
        current_bet: int
        stack: Annotated[list[int], SEATS, Kind.CHIPS]

An instance is the plain form: an object of ints and lists. The class attribute `dtype` is the compiled form: a NumPy
structured type with the same field names. Both lay out the same integers in the same order, so `flat()` of one equals
the bytes of the other, and a state hash is the same at both speeds.

A size may be a name, given a value where the record is nested: `Annotated[Ledger, Sizes(cards=52, zones=3, slots=9)]`.

Both forms hold exactly the declared fields. A declaration with anything else (a default value, a method, a surplus
size), or with a size missing, is refused with a TypeError that names the record and the field.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import prod
from types import FunctionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    NamedTuple,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from ..errors import BadInput

if TYPE_CHECKING:
    import numpy as np


class Kind(enum.Enum):
    """The meaning of a field, for code that treats such fields alike."""

    CHIPS = "chips"
    """Chips. The sum over all such fields of a state never changes."""
    SECRET = "secret"
    """One entry per seat, known only to that seat until the rules show it."""
    ADDED = "added"
    """A field that earlier releases do not have: where what they wrote is read, it is 0. While it is 0, no hash counts
    it."""


LEAST, MOST = -(1 << 63), (1 << 63) - 1
TAKEN = frozenset({"copy", "flat", "load", "fields", "open_sizes", "declaration"})
"""Names that no field can have."""


class Sizes:
    """The values of a nested record's named sizes."""

    def __init__(self, **sizes: int) -> None:
        self.sizes = sizes


class Field(NamedTuple):
    """One declared field, resolved: `shape` is () for a single integer; `record` is set for a nested record.

    A size without a value counts as 0: such a record has no form of its own, but its fields have their dimensions.
    """

    name: str
    shape: tuple[int, ...]
    kinds: frozenset[Kind]
    record: type[Record] | None

    @property
    def length(self) -> int:
        """How many integers the field holds."""
        if self.record is not None:
            return sum(field.length for field in fields_of(self.record))
        size = 1
        for extent in self.shape:
            size *= extent
        return size


def fields_of(cls: type[Record]) -> tuple[Field, ...]:
    """The resolved fields of a record class, in order."""
    return cls.fields


def added_places(cls: type[Record]) -> tuple[slice, ...]:
    """The places in `flat` of the fields that were ADDED, those of nested records included, in order."""
    return _added_places(cls)


@cache
def _added_places(cls: _RecordType) -> tuple[slice, ...]:
    places, at = list[slice](), 0
    for field in cls.fields:
        if Kind.ADDED in field.kinds:
            places.append(slice(at, at + field.length))
        elif field.record is not None:
            places += [slice(at + inside.start, at + inside.stop) for inside in added_places(field.record)]
        at += field.length
    return tuple(places)


class _RecordType(type):
    """Turns a class of annotated fields into a record when it is declared."""

    fields: tuple[Field, ...]
    open_sizes: frozenset[str]
    declaration: dict[str, Any]

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(mcs, name, bases, namespace)
        if bases != (Record,):
            raise TypeError(f"{name}: a record cannot build upon {bases[0].__name__}; nest it in a field instead")
        for member, value in namespace.items():
            if isinstance(value, FunctionType) or not (member.startswith("__") and member.endswith("__")):
                raise TypeError(f"{name}.{member}: a record has fields only, without starting values or methods")
        return _build(mcs, name, namespace, {})

    @property
    def dtype(cls) -> np.dtype[Any]:
        """The compiled form, made on first use so that importing a game does not import NumPy."""
        _refuse_open(cls)
        made: np.dtype[Any] = _dtype(cls)
        return made


class Record(metaclass=_RecordType):
    """The base of all records: subclass it with annotated fields."""

    __slots__ = ()

    def copy(self) -> Self:
        """A deep copy of the plain form."""
        raise TypeError("a record needs fields")

    def flat(self) -> list[int]:
        """Every integer in declaration order: the same order as the compiled form's bytes."""
        raise TypeError("a record needs fields")

    def load(self, values: Iterator[int]) -> None:
        """Fill the plain form from integers in the order of `flat`."""
        raise TypeError("a record needs fields")

    def __repr__(self) -> str:
        inside = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields_of(type(self)))
        return f"{type(self).__name__}({inside})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.flat() == other.flat()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        from .layout import layout_hash, pack, restored

        return restored, (type(self), layout_hash(type(self)), pack(self.flat()))


R = TypeVar("R", bound=Record)


def sized(cls: type[R], **sizes: int) -> type[R]:
    """The record `cls` with values for its named sizes; the same class for the same sizes."""
    _check_sizes(cls.__name__, cls, sizes)
    made: Any = _sized(cls, tuple(sorted(sizes.items())))
    return made  # type: ignore[no-any-return]


@cache
def _sized(cls: _RecordType, sizes: tuple[tuple[str, int], ...]) -> type[Record]:
    return _build(_RecordType, cls.__name__, cls.declaration, dict(sizes))


def _check_sizes(where: str, cls: _RecordType, sizes: Mapping[str, int]) -> None:
    """Check that every named size of a record has a value, and nothing else has."""
    if wrong := sorted(sizes.keys() ^ cls.open_sizes):
        problem = "has no size" if wrong[0] in sizes else "needs a size"
        raise TypeError(f"{where}: {cls.__name__} {problem} {wrong[0]!r}")
    for name, size in sizes.items():
        _check_size(f"{where}, size {name!r}", size)


def _check_size(where: str, size: Any) -> None:
    if type(size) is not int or size < 1:
        raise TypeError(f"{where}: a size is a whole number from 1, not {size!r}")


def _refuse_open(cls: _RecordType) -> None:
    """Refuse a record whose named sizes have no values: they get them where it is nested, or by `sized`."""
    if cls.open_sizes:
        _check_sizes(cls.__name__, cls, {})


def _build(kind: type[_RecordType], name: str, declaration: dict[str, Any], sizes: dict[str, int]) -> type[Record]:
    open_sizes: set[str] = set()
    fields = tuple(_resolve(name, declaration, sizes, open_sizes))
    if not fields:
        raise TypeError(f"{name}: a record needs fields")
    namespace = {
        "__slots__": tuple(field.name for field in fields),
        "__doc__": declaration.get("__doc__"),
        "__module__": declaration["__module__"],
        "__qualname__": declaration["__qualname__"],
        "declaration": declaration,
        "fields": fields,
        "open_sizes": frozenset(open_sizes),
        **_generate(fields),
    }
    if open_sizes:
        namespace["__init__"] = lambda self: _refuse_open(self.__class__)
    return type.__new__(kind, name, (Record,), namespace)  # type: ignore[return-value]


def _resolve(
    owner: str, declaration: dict[str, Any], sizes: Mapping[str, int], open_sizes: set[str]
) -> Iterator[Field]:
    """The fields of a declaration, with the given values for named sizes; names without a value go to `open_sizes`."""
    annotations = declaration.get("__annotations__", {})
    holder = type(owner, (), {"__annotations__": annotations, "__module__": declaration["__module__"]})
    for name, hint in get_type_hints(holder, include_extras=True).items():
        where = f"{owner}.{name}"
        if name in TAKEN:
            raise TypeError(f"{where}: every record has a {name} already")
        base, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        is_record = isinstance(base, _RecordType) and base is not Record
        shape: list[int] = []
        kinds: set[Kind] = set()
        settled: dict[str, int] = {}
        for extra in extras:
            if isinstance(extra, Kind):
                kinds.add(extra)
            elif isinstance(extra, Sizes) and is_record:
                settled |= extra.sizes
            elif isinstance(extra, str):
                if extra not in sizes:
                    open_sizes.add(extra)
                shape.append(sizes.get(extra, 0))
            else:
                _check_size(where, extra)
                shape.append(extra)
        if is_record:
            if shape:
                raise TypeError(f"{where}: a record is nested once, not in an array")
            _check_sizes(where, base, settled)
            nested: Any = sized(base, **settled) if settled else base
            yield Field(name, (), frozenset(kinds), nested)
        else:
            _check_dimensions(where, base, len(shape))
            yield Field(name, tuple(shape), frozenset(kinds), None)


def _check_dimensions(where: str, base: Any, sizes: int) -> None:
    """Check that a field is an int, or a list (of lists …) of ints with a size for each dimension."""
    dimensions, inner = 0, base
    while get_origin(inner) is list:
        dimensions, (inner,) = dimensions + 1, get_args(inner)
    if inner is not int:
        raise TypeError(f"{where}: a field is an int, a list of ints or a record, not {base}")
    if dimensions != sizes:
        raise TypeError(f"{where}: {dimensions} dimensions need as many sizes in Annotated[…], not {sizes}")


def _generate(fields: tuple[Field, ...]) -> dict[str, Any]:
    """Generate `__init__`, `copy`, `flat` and `load` with one line per field: plain states are copied at every step."""

    def blank(shape: tuple[int, ...]) -> str:
        if not shape:
            return "0"
        if len(shape) == 1:
            return f"[0] * {shape[0]}"
        return f"[{blank(shape[1:])} for _ in range({shape[0]})]"

    def copied(value: str, shape: tuple[int, ...]) -> str:
        if not shape:
            return value
        if len(shape) == 1:
            return f"{value}[:]"
        return f"[{copied('x', shape[1:])} for x in {value}]"

    def spread(value: str, shape: tuple[int, ...]) -> str:
        if not shape:
            return value
        if len(shape) == 1:
            return f"*{value}"
        return f"*(n for {'x'} in {value} for n in [{spread('x', shape[1:])}])"

    def read(shape: tuple[int, ...]) -> str:
        if not shape:
            return "next(values)"
        return f"[{read(shape[1:])} for _ in range({shape[0]})]"

    names: dict[str, Any] = {f"record_{field.name}": field.record for field in fields}
    init, copy, flat, load = [], [], [], []
    for name, shape, _, nested in fields:
        if nested is not None:
            init.append(f"self.{name} = record_{name}()")
            copy.append(f"twin.{name} = self.{name}.copy()")
            flat.append(f"*self.{name}.flat()")
            load.append(f"self.{name}.load(values)")
        else:
            init.append(f"self.{name} = {blank(shape)}")
            copy.append(f"twin.{name} = {copied(f'self.{name}', shape)}")
            flat.append(spread(f"self.{name}", shape))
            load.append(f"self.{name} = {read(shape)}")
    source = "\n    ".join
    text = (
        f"def __init__(self):\n    {source(init)}\n"
        f"def copy(self):\n    twin = object.__new__(self.__class__)\n    {source(copy)}\n    return twin\n"
        f"def flat(self):\n    return [{', '.join(flat)}]\n"
        f"def load(self, values):\n    {source(load)}\n"
    )
    exec(text, names)
    return {name: names[name] for name in ("__init__", "copy", "flat", "load")}


@cache
def _dtype(cls: _RecordType) -> np.dtype[Any]:
    import numpy as np

    members: list[tuple[Any, ...]] = []
    for name, shape, _, nested in cls.fields:
        members.append((name, nested.dtype) if nested is not None else (name, np.int64, shape))
    return np.dtype(members)


def blank_rows(cls: type[Record], count: int = 1) -> Any:
    """`count` zeroed records of a class in the compiled form: a structured array."""
    import numpy as np

    return np.zeros(count, cls.dtype)


class PlainRows(list[Any]):
    """Plain records in place of compiled ones: a record that is written to a place is copied into the one there."""

    def __setitem__(self, at: Any, record: Any) -> None:
        self[at].load(iter(record.flat()))


def to_row(plain: Record, rows: Any, index: int = 0) -> None:
    """Write a plain record into one element of its compiled form."""
    rows[index : index + 1].view("i8")[:] = plain.flat()


def from_row(cls: type[R], rows: Any, index: int = 0) -> R:
    """Read one element of the compiled form as a plain record."""
    return reader(cls)(row_values(rows, index), 0)


def reader(cls: type[R]) -> Callable[[list[int], int], R]:
    """A function that makes a plain record from the integers of a list from an index on, in the order of `flat`.

    Like `load`, but with slices: a driver that shows compiled views to Python bots reads one at every decision.
    """
    made: Any = _reader(cls)
    return made  # type: ignore[no-any-return]


@cache
def _reader(cls: _RecordType) -> Callable[[list[int], int], Any]:
    def cut(shape: tuple[int, ...], start: str) -> str:
        if not shape:
            return f"values[{start}]"
        if len(shape) == 1:
            return f"values[{start}:{start} + {shape[0]}]"
        width = prod(shape[1:])
        return f"[{cut(shape[1:], 'n')} for n in range({start}, {start} + {shape[0] * width}, {width})]"

    names: dict[str, Any] = {"record": cls, "new": object.__new__}
    lines, at = [], 0
    for field in cls.fields:
        if field.record is not None:
            names[f"read_{field.name}"] = _reader(field.record)
            value = f"read_{field.name}(values, at + {at})"
        else:
            value = cut(field.shape, f"at + {at}")
        lines.append(f"made.{field.name} = {value}")
        at += field.length
    body = "\n    ".join(["made = new(record)", *lines, "return made"])
    exec(f"def read(values, at):\n    {body}\n", names)
    return names["read"]  # type: ignore[no-any-return]


def row_values(rows: Any, index: int = 0) -> list[int]:
    """The integers of one compiled record, in the order of `flat`."""
    values: list[int] = rows[index : index + 1].view("i8").tolist()
    return values


def to_dict(plain: Record) -> dict[str, Any]:
    """A plain record as nested dictionaries and lists, for files."""
    return {
        name: to_dict(getattr(plain, name)) if nested is not None else getattr(plain, name)
        for name, _, _, nested in fields_of(type(plain))
    }


def from_dict(cls: type[R], values: Any, path: str = "") -> R:
    """The plain record that `to_dict` wrote; BadInput names a field that does not fit.

    A field that was ADDED may be missing.
    """
    fields = {field.name: field for field in fields_of(cls)}
    added = {name for name, field in fields.items() if Kind.ADDED in field.kinds}
    if not isinstance(values, dict) or set(values) | added != set(fields):
        raise BadInput(f"{path or cls.__name__} needs exactly the fields {', '.join(fields)}.")
    made = cls()
    for name, field in fields.items():
        if name not in values:
            continue
        where = f"{path}.{name}" if path else name
        if field.record is not None:
            setattr(made, name, from_dict(field.record, values[name], where))
        else:
            setattr(made, name, _checked(values[name], field.shape, where))
    return made


def _checked(value: Any, shape: tuple[int, ...], path: str) -> Any:
    if not shape:
        if type(value) is not int or not LEAST <= value <= MOST:
            raise BadInput(f"{path} must be a whole number of 64 bits, not {value!r}.")
        return value
    if not isinstance(value, list) or len(value) != shape[0]:
        raise BadInput(f"{path} must be a list of {shape[0]}.")
    if len(shape) == 1 and {*map(type, value)} == {int} and min(value) >= LEAST and max(value) <= MOST:
        return value[:]
    return [_checked(item, shape[1:], f"{path}[{i}]") for i, item in enumerate(value)]
