"""Rules written out do what the rules do, whatever they say: random rules of the dialect that call one another."""

from __future__ import annotations

import linecache
import random
from collections.abc import Iterator
from types import FunctionType
from typing import Annotated, NamedTuple

import numpy as np
import pytest

from croupier.kernel.dialect import violations
from croupier.kernel.jit import rule
from croupier.kernel.records import Record
from croupier.kernel.written_out import Writer, text_of

SIZE = 2
"""Of every array and table: `& 1` makes an index of any number."""


class Inner(Record):
    """Something nested."""

    depth: int
    pile: Annotated[list[int], SIZE]


class Pad(Record):
    """Something to scribble on."""

    total: int
    cell: Annotated[list[int], SIZE]
    grid: Annotated[list[list[int]], SIZE, SIZE]
    inner: Inner


FIELDS = {Inner: {"depth": 0, "pile": 1}, Pad: {"total": 0, "cell": 1, "grid": 2, "inner.depth": 0, "inner.pile": 1}}
"""What can be read and changed in a record, and how many indices that takes."""
SCOPE = {"TABLE": np.array([3, -1], np.int64), "LIMIT": 5, "DEBT": -5, "rule": rule, "Pad": Pad, "Inner": Inner}
RULE_NAMES = ("value", "seat", "put", "put_", "x", "take_1", "take")
OWN_NAMES = (
    "value",
    "value_1",
    "seat",
    "seat_1",
    "x__1",
    "put__1",
    "take__1",
    "x_",
    "_",
    "noted_",
    "LIMIT",
    "min",
    "abs",
)
"""Names that other rules have, that mean something elsewhere, and that look like what a writer makes up."""
MOST_STEPS = 300
BASIS = """\
@rule
def noted(p: Pad, number: int) -> int:
    p.total = (p.total * 3 + number) & 1023
    return p.total & 63


@rule
def searched(p: Pad, number: int) -> int:
    for at in range(2):
        for other in range(2):
            if p.grid[at][other] >= number:
                p.total ^= p.grid[at][other]
                return p.total & 63
    return number


@rule
def topped(p: Pad, number: int) -> int:
    if p.total < number:
        return number
    return p.total & 63


"""
"""Rules for all others to call: the total tells in which order. The second has to stay a call, the third only looks."""


class Rule(NamedTuple):
    """What the author of a rule needs to know of those that it may call."""

    name: str
    of: type[Record]
    """The record that it takes."""
    numbers: int
    """How many numbers it takes besides."""
    gives: bool
    """Whether it returns a number."""
    pure: bool
    """Whether it leaves the record as it is."""
    steps: int = 1
    """About how many calls and rounds of loops it takes, with those of the rules that it calls."""


class Author:
    """Makes up rules."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.rules = [Rule(name, Pad, 1, True, pure=name == "topped") for name in ("noted", "searched", "topped")]

    def module(self) -> str:
        """The text of some rules; each calls only those before it."""
        names = self.chance.sample(RULE_NAMES, self.chance.randint(3, 6))
        return BASIS + "\n\n\n".join(["\n".join(self.function(name)) for name in names])

    def function(self, name: str) -> list[str]:
        """The lines of a rule."""
        record, pure = Inner if self.likely(0.2) else Pad, self.likely(0.3)
        self.rule = Rule(name, record, self.chance.randint(0, 3), pure or self.likely(0.7), pure)
        self.record, *self.own = self.chance.sample(OWN_NAMES, self.rule.numbers + 3)
        self.hidden = {name, self.record, *self.own}
        self.known = self.own[: self.rule.numbers]
        """Those of its own names that surely have a value here."""
        self.steps, self.loops, self.rounds = 1, 0, 1
        parameters = ", ".join([f"{self.record}: {record.__name__}", *(f"{number}: int" for number in self.known)])
        lines = [] if self.likely(0.25) else self.block(self.chance.randint(0, 3))
        if self.rule.gives:
            lines.append(self.farewell())
        self.rules.append(self.rule._replace(steps=self.steps))
        return ["@rule", f"def {name}({parameters}) -> {'int' if self.rule.gives else None}:", *indented(lines)]

    def likely(self, chance: float) -> bool:
        return self.chance.random() < chance

    # Lines.

    def block(self, depth: int) -> list[str]:
        return [line for _ in range(self.chance.randint(1, 2)) for line in self.lines(depth)]

    def lines(self, depth: int) -> list[str]:
        """A line, or an `if` or a loop with its lines."""
        simple = [self.assign, self.change, self.change, self.only_call]
        nested = [self.choose, self.choose, self.count, self.repeat, self.leave, self.leave]
        return self.chance.choice(simple + nested if depth > 0 else simple)(depth - 1)

    def within(self, depth: int, *first: str) -> list[str]:
        """Lines that may be passed by: what they assign may have no value afterwards."""
        known = list(self.known)
        lines = [*first, *self.block(depth)]
        self.known = known
        return indented(lines)

    def assign(self, depth: int) -> list[str]:
        value = self.either(2)
        if self.rule.pure or self.likely(0.5):
            return [f"{self.name()} = {value}"]
        return [f"{self.place(2)} = {value}" if self.likely(0.3) else f"{self.place(2)} = {value} & 127"]

    def change(self, depth: int) -> list[str]:
        """A line that changes what a name, a field or an element has."""
        value = self.either(2)
        if self.rule.pure or (self.known and self.likely(0.3)):
            return [f"{self.chance.choice(self.known)} {self.chance.choice('+-&|^')}= {value}"] if self.known else []
        return [f"{self.place(2)} {self.chance.choice('+-^')}= {value}"]

    def only_call(self, depth: int) -> list[str]:
        """A line that calls a rule, whatever it returns."""
        return [self.call(2, wanted=False) or "pass"]

    def choose(self, depth: int) -> list[str]:
        lines = [f"if {self.truth(2)}:", *self.within(depth)]
        while self.likely(0.3):
            lines += [f"elif {self.truth(2)}:", *self.within(depth)]
        return [*lines, "else:", *self.within(depth)] if self.likely(0.4) else lines

    def count(self, depth: int) -> list[str]:
        """A loop over a range of up to three."""
        steps = f"{self.number(1)} & 1, {self.number(1)} & 3" if self.likely(0.3) else f"{self.number(1)} & 3"
        known = list(self.known)
        lines = [f"for {self.name()} in range({steps}):", *self.loop(depth)]
        self.known = known
        return lines

    def repeat(self, depth: int) -> list[str]:
        """A loop of up to three rounds that asks something before each."""
        self.loops += 1
        left = f"left_{self.loops}"
        self.rounds *= 4
        test = self.chance.choice([f"{left} > 0 and {self.truth(1)}", f"{self.truth(1)} and {left} > 0", "True"])
        self.rounds //= 4
        leave = [f"if {left} < 0:", f"    {self.chance.choice(['break', self.farewell()])}"] if test == "True" else []
        return [f"{left} = 3", f"while {test}:", *self.loop(depth, f"{left} -= 1", *leave)]

    def loop(self, depth: int, *first: str) -> list[str]:
        self.rounds *= 3
        self.steps += self.rounds
        lines = self.within(depth, *first)
        self.rounds //= 3
        return lines

    def leave(self, depth: int) -> list[str]:
        """A line that leaves a round, a loop or the rule."""
        line = self.chance.choice(["break", "continue", self.farewell()]) if self.rounds > 1 else self.farewell()
        return [line] if self.likely(0.2) else [f"if {self.truth(1)}:", f"    {line}"]

    def farewell(self) -> str:
        return f"return {self.either(2)}" if self.rule.gives else "return"

    # Names, fields and elements.

    def name(self) -> str:
        """A name to be given a value."""
        name = self.chance.choice(self.own)
        self.known = [*self.known, *({name} - {*self.known})]
        return name

    def place(self, depth: int) -> str:
        """A field or an element."""
        field, indices = self.chance.choice([*FIELDS[self.rule.of].items()])
        return f"{self.record}.{field}" + "".join(f"[{self.index(depth)}]" for _ in range(indices))

    def index(self, depth: int) -> str:
        return f"{self.number(depth - 1)} & 1" if depth > 0 else str(self.chance.randrange(SIZE))

    # Expressions. What is no single word is in brackets, or called.

    def number(self, depth: int) -> str:
        if depth <= 0 or self.likely(0.2):
            return self.word(depth)
        return self.chance.choice([self.sum, self.other, self.maybe, self.called, self.called])(depth - 1)

    def word(self, depth: int) -> str:
        given = [name for name in ("LIMIT", "DEBT") if name not in self.hidden]
        words = [*self.known, *self.known, *given, str(self.chance.randint(0, 9)), f"int(TABLE[{self.index(depth)}])"]
        return self.chance.choice([*words, self.place(depth), self.place(depth)])

    def sum(self, depth: int) -> str:
        return f"({self.either(depth)} {self.chance.choice('+-&|^')} {self.either(depth)})"

    def other(self, depth: int) -> str:
        one, two = self.number(depth), self.number(depth)
        kinds = [f"(-{one})", f"(~{one})", f"({one} % 7)", f"({one} >> 1)", f"max({one}, {two})"]
        kinds += [f"{name}.bit_length()" for name in ("DEBT", *self.known)] + [f"({one}).bit_count()"]
        kinds += [f"min({one}, {two})", f"min({one}, {two}, 9)"] if "min" not in self.hidden else []
        return self.chance.choice([*kinds, f"abs({one})"] if "abs" not in self.hidden else kinds)

    def maybe(self, depth: int) -> str:
        return f"({self.number(depth)} if {self.truth(depth)} else {self.number(depth)})"

    def truth(self, depth: int) -> str:
        """Something of which only the truth counts."""
        if depth > 0 and self.likely(0.4):
            one, two = self.truth(depth - 1), self.truth(depth - 1)
            return f"{self.chance.choice(['', 'not '])}({one} {self.chance.choice(['and', 'or'])} {two})"
        if self.likely(0.2):
            return self.called(depth)
        return f"{self.number(depth)} {self.chance.choice(['<', '==', '>=', '!='])} {self.number(depth)}"

    def either(self, depth: int) -> str:
        return self.called(depth) if self.likely(0.5) else self.number(depth)

    def called(self, depth: int) -> str:
        """A number that a rule returns, if there is one to be called."""
        return self.call(depth - 1) or self.number(depth)

    def call(self, depth: int, wanted: bool = True) -> str:
        """A call of a rule before this one; nothing if there is none that fits in."""
        fitting = [known for known in self.rules if (known.gives or not wanted) and self.may_call(known)]
        if not fitting:
            return ""
        known = self.chance.choice(fitting)
        self.steps += known.steps * self.rounds
        record = self.record if known.of is self.rule.of else f"{self.record}.inner"
        return f"{known.name}({', '.join([record, *(self.number(depth) for _ in range(known.numbers))])})"

    def may_call(self, known: Rule) -> bool:
        return (
            known.name not in self.hidden
            and (known.of is Inner or self.rule.of is Pad)
            and (known.pure or not self.rule.pure)
            and self.steps + known.steps * self.rounds <= MOST_STEPS
        )


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines or ["pass"]]


def rules_of(source: str, filename: str) -> list[FunctionType]:
    """The rules of a text, such that who looks for their source will find it."""
    linecache.cache[filename] = len(source), None, source.splitlines(keepends=True), filename
    scope = dict(SCOPE)
    exec(compile(source, filename, "exec", dont_inherit=True), scope)
    return [value for name, value in scope.items() if isinstance(value, FunctionType) and name != "rule"]


def deeds(function: FunctionType, made: FunctionType, chance: random.Random) -> Iterator[tuple[int | None, list[int]]]:
    """What a function, made from a rule, returns and leaves behind, for some pads and numbers."""
    for _ in range(3):
        pad = Pad()
        pad.load(iter([chance.randint(-9, 60) for _ in pad.flat()]))
        record = pad if made.__annotations__[made.__code__.co_varnames[0]] is Pad else pad.inner
        returned = function(record, *(chance.randint(-9, 60) for _ in range(made.__code__.co_argcount - 1)))
        yield returned, pad.flat()


def difference(seed: int) -> str:
    """The first rule of a seed that does something else when written out; nothing if there is none."""
    source = Author(seed).module()
    writer = Writer({})
    for made in rules_of(source, f"<random rules {seed}>"):
        assert text_of(made.__code__) is not None
        written = writer.function(made)
        if [*deeds(written, made, random.Random(seed))] != [*deeds(made, made, random.Random(seed))]:
            text = "".join(linecache.getlines(written.__code__.co_filename))
            return f"{made.__name__} of seed {seed}:\n\n{source}\n\n\nis not what was written:\n\n{text}"
    return ""


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_random_rules_written_out_do_the_same(first: int) -> None:
    for seed in range(first, first + 50):
        assert not (found := difference(seed)), found


def test_random_rules_are_in_the_dialect() -> None:
    for seed in range(100):
        source = Author(seed).module()
        assert not violations(source, f"<random rules {seed}>"), source
