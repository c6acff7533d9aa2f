"""Rule files: policies of authors at both speeds. What is wrong in one is said in its own lines, and nothing of it runs
before that."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import envs
from croupier.agents.bot import PolicyBot
from croupier.agents.loading import files_among, load_bot, load_bots
from croupier.agents.rule_file import rule_policy
from croupier.agents.terms import Terms
from croupier.arena.room.offers import policy_of
from croupier.cli.main import main
from croupier.games.holdem import GAME
from croupier.kernel.errors import BadInput, Uncompilable
from croupier.kernel.language.jit import compiled
from croupier.kernel.language.records import blank_rows
from croupier.kernel.vocabulary.menu import Action
from croupier.simulate.loop import Loop

HEAD = """from croupier.games.holdem.policies.menu import call_or_check, fold_or_check
from croupier.kernel.language.jit import rule
import numpy as np
"""
GOOD = f"""{HEAD}
LIMIT, SPARE = 3, -1
TABLE = np.array([[1, 2], [3, 4]], np.int64)
STEP: int = 2 * LIMIT - 1

@rule
def policy(v, m, rng, a):
    if v.to_call > LIMIT * int(TABLE[1][1]) * STEP:
        fold_or_check(v, a)
    else:
        call_or_check(v, a)

@rule
def calls(v, m, rng, a):
    call_or_check(v, a)
"""


def policy(body: str) -> str:
    return f"{HEAD}\n@rule\ndef policy(v, m, rng, a):\n    {body}\n"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(GOOD, "utf-8")
    return path


def test_a_rule_file_plays_wherever_a_house_policy_does(written: Path) -> None:
    bot = load_bot(GAME, f"rule:{written}", Terms())
    assert type(bot) is PolicyBot
    assert rule_policy(GAME, str(written)) is bot.policy, "the same content is the same rule, and compiled once"
    named = rule_policy(GAME, f"{written}:calls")
    assert named.__name__ == "calls"
    config = GAME.configure(seats=2, hands=1)
    assert Loop(GAME, config, [named, bot.policy]).run_plain(3, 0, 5).matches == 5
    tables = envs.batch("holdem", seats=2, seed=1, opponents={1: f"rule:{written}"}, plain=True)
    now = tables.reset()
    for _ in range(5):
        now = tables.step(now.masks.argmax(1))
    names = [entrant.name for entrant in load_bots(GAME, [f"rule:{written}", f"rule:{written}:calls"], Terms())]
    assert names == ["rule:mine.py", "rule:mine.py:calls"]


@pytest.mark.parametrize("text, told", [
    (policy("a.kind = 0.5"), ":7: policy: a float"),
    (policy("a.kind = v.stak[0]"), ":7: policy: an unknown field: v.stak"),
    (policy("a.kind = LIMITT"), ":7: policy: there is no name LIMITT"),
    (policy("a.kind = open('x')"), ":7: policy: a call of what is no rule: open"),
    (policy("call_or_check(v)"), ":7: policy: TypeError"),
    (policy("a.kind = v.stack[99]"), ":7: policy: IndexError"),
    (policy("a.kind = 10_000"), "in a trial policy chose what is not legal"),
    (policy("m.count = 0"), "changes its view or its menu"),
    (policy("return"), "in a trial policy chose what is not legal"),
    ("import os\n", ":1: an import of os"),
    ("from os import path\n", ":1: an import from os"),
    ("from .mine import x\n", ":1: an import from .mine"),
    ("from croupier.cli.main import main as rule\n", ":1: another meaning of rule or np"),
    ("x = 5\nprint(x)\n", ":2: something else than a declaration"),
    ("x = open('/etc/passwd')\n", ":1: a value that is no whole number"),
    ("x = [1, 2]\n", ":1: a value that is no whole number"),
    ("import numpy as np\nT = np.array([open('x')], np.int64)\n", ":2: a value that is no whole number"),
    ("import numpy as np\nT = np.array([1.5], np.int64)\n", ":2: a value that is no whole number"),
    ("class X:\n    pass\n", ":1: something else than a declaration"),
    ("def f(v):\n    return 1\n", ":1: f is marked with nothing"),
    (f"{HEAD}\n@rule\ndef policy(v: open('x'), m, rng, a):\n    a.kind = 1\n", ":6: policy: an annotation that is no"),
    (f"{HEAD}\n@rule\n@print\ndef policy(v, m, rng, a):\n    a.kind = 1\n", ": policy is marked"),
    (f"{HEAD}\n@rule\ndef policy(v, m, rng, a=open('x')):\n    a.kind = 1\n", ":6: policy: a default value"),
    ("def policy(:\n", ":1: invalid syntax"),
    (f"{HEAD}\nX = {'-' * 5_000}1\n", "maximum recursion depth exceeded"),
    (f"{HEAD}\n@rule\ndef act(v, m):\n    return 1\n", "action)`; its rules are act"),
])  # fmt: skip
def test_a_flaw_is_told_with_its_line_in_the_file(text: str, told: str, written: Path) -> None:
    written.write_text(text, "utf-8")
    with pytest.raises(BadInput) as error:
        rule_policy(GAME, str(written))
    assert str(error.value).startswith(str(written)) and told in str(error.value)


@pytest.mark.parametrize("line, told", [
    ("X = 9**9**9", ":4: 9 ** 9 ** 9 is too large. Instead, take a number of at most 64 bits"),
    ("X: int = -(1 << 10**12)", ":4: 1 << 10 ** 12 is too large"),
    ("A, B = 2**63 - 1, 2\nX = (A * A) ** B", ":5: (A * A) ** B is too large"),
    ("X = 10**30 * 10**30", ":4: 10 ** 30 * 10 ** 30 is too large"),
    ("T = np.array([[1], [9**9**9]], np.int64)", ":4: 9 ** 9 ** 9 is too large"),
    ("from croupier.kernel.errors import __doc__ as D\nX = D * 9**12", ":5: D is no whole number"),
    ("X = 1 // 0", ":4: <module>: ZeroDivisionError"),
    ("X = Y + 9**9**9", ":4: <module>: NameError"),
    ("X = 1 / 2", ":4: a value that is no whole number"),
    ("np.int64 = 3", ":4: np.int64 cannot be assigned here"),
    ("A, rule = 3, 4", ":4: (A, rule) cannot be assigned here"),
])  # fmt: skip
def test_a_constant_that_cannot_be_calculated_is_told_with_its_line(line: str, told: str, written: Path) -> None:
    written.write_text(GOOD.replace("LIMIT, SPARE", f"{line}\nLIMIT, SPARE").replace("\n\n", "\n", 1), "utf-8")
    with pytest.raises(BadInput) as error:
        rule_policy(GAME, str(written))
    assert f"{written}{told}" in str(error.value)


def test_a_constant_may_be_the_largest_number_that_rules_read(written: Path) -> None:
    written.write_text(GOOD.replace("LIMIT, SPARE = 3", "LIMIT, SPARE = 2**63 - 1 >> (1 << 6) - 4"), "utf-8")
    assert rule_policy(GAME, str(written)).__globals__["LIMIT"] == 7


def test_nothing_of_a_file_runs_before_all_of_it_was_checked(tmp_path: Path) -> None:
    path, trace = tmp_path / "mine.py", tmp_path / "trace"
    for line in (f"open({str(trace)!r}, 'w')", f"X: open({str(trace)!r}, 'w') = 1", f"X = [open({str(trace)!r}, 'w')]"):
        path.write_text(f"{line}\n{GOOD}", "utf-8")
        with pytest.raises(BadInput):
            rule_policy(GAME, str(path))
    assert not trace.exists()


def test_a_flaw_that_only_the_compiler_finds_names_the_line(written: Path) -> None:
    written.write_text(policy("if v.hands > 9_999:\n        call_or_check(v)\n    call_or_check(v, a)"), "utf-8")
    never_tried = rule_policy(GAME, str(written))
    with pytest.raises(Uncompilable, match=r"mine\.py:8: .*policy cannot be .* call_or_check"):
        compiled(never_tried)(*(blank_rows(kind)[0] for kind in (GAME.View, *(Action,) * 3)))


def test_a_rule_file_is_named_by_its_owner_and_not_over_the_network(written: Path) -> None:
    with pytest.raises(BadInput, match="has no house bot 'rule:"):
        policy_of(GAME, f"rule:{written}")
    with pytest.raises(BadInput, match="cannot be isolated"):
        load_bot(GAME, f"rule:{written}", Terms(isolated=True))
    assert files_among([f"rule:{written}"]) == {written.resolve()}


def test_a_missing_file_is_named_with_what_writes_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="croupier new-bot mine --compiled"):
        rule_policy(GAME, str(tmp_path / "mine.py"))


def test_the_starter_of_a_rule_file_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-bot", "my_bot", "--compiled"]) == 0
    bots = [rule_policy(GAME, "my_bot.py"), GAME.house_bots.policies["station"]]
    loop = Loop(GAME, GAME.configure(seats=2, hands=1), bots)
    assert loop.run_plain(1, 0, 150).score[0] > 0
    names: dict[str, object] = {"__file__": str(tmp_path / "test_my_bot.py")}
    exec((tmp_path / "test_my_bot.py").read_text("utf-8"), names)
    names["test_my_bot_plays_by_the_rules"]()  # type: ignore[operator]
