"""A benchmark of models: a scripted one behind a fake endpoint plays whole matches, is paid once for each answer, and
goes on where it was."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.models.endpoint import Reply
from croupier.agents.player import LATE, NONSENSE
from croupier.cli.main import main
from croupier.kernel.errors import BadInput
from croupier.simulate.models import benchmark as benchmarks
from croupier.simulate.models.benchmark import Benchmark
from croupier.simulate.models.plan import read_plan
from croupier.simulate.models.standings import standings
from croupier.simulate.record.storage import read
from croupier.simulate.report.models_page import write_models_report
from tests.toys.kuhn import GAME as KUHN

from .plainly import play_plainly, weigh_plainly

CHAMPION = Path(__file__).parents[2] / "docs" / "champions" / "frost_arcade.json"
KEY = "sekret-0123456789"
OPENING = re.compile(r"Answer with one of:\n(.*?)\n\n", re.DOTALL)
CARDS = re.compile(r"with cards, (\d+).*?of: (.*?)(?: \(|$| –)")
AMOUNT = re.compile(r"with an amount, (\d+)")


NO_ANSWER = ("429", "500", "cut off", "gone")


class Fake:
    """An endpoint without a network. A request that is repeated is answered alike; how it fails changes from request to
    request, and none fails twice, whatever the order in which the tables ask. Nothing waits."""

    def __init__(self, *failures: str) -> None:
        self.failures, self.lock = failures, threading.Lock()
        self.did = Counter[str]()
        self.failed: set[bytes] = set()
        """The requests that have got no answer once."""
        self.asked: list[str] = []
        self.headers: list[Any] = []
        self.paid = 0
        self.ends_after = 10**9
        self.gate: threading.Event | None = None
        """What later requests wait for, if anything."""

    def post(self, url: str, body: bytes, headers: Any, seconds: float) -> Reply:
        with self.lock:
            self.headers.append(dict(headers))
            number = len(self.headers)
            if self.paid >= self.ends_after:
                return Reply(402, {}, f"no money for {KEY}".encode())
        if self.gate is not None and number > 4:
            self.gate.wait(60)
        fails = self.failures[number % len(self.failures)] if self.failures else ""
        given = json.loads(body)
        text = given["messages"][1]["content"]
        with self.lock:
            if fails in NO_ANSWER:
                fails = "" if body in self.failed else fails
                self.failed.add(body)
            self.did[fails] += 1
            if fails == "429":
                return Reply(429, {"retry-after": "3600"}, b"")
            if fails == "500":
                return Reply(500, {}, b"<html>")
            if fails == "cut off":
                return Reply(200, {}, b'{"choices": [{"mess')
            if fails == "gone":
                raise ConnectionResetError
            if fails == "slow":
                raise TimeoutError
            self.paid += 1
            self.asked.append(body.decode())
        wrong = {"illegal": '{"action": "RAISE_TO", "amount": 1}', "prose": "Hm."}
        said = wrong.get(fails) or self.answer(text, number)
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        value = {"model": f"{given['model']}-1", "usage": usage, "choices": [{"message": {"content": said}}]}
        return Reply(200, {}, json.dumps(value).encode())

    def answer(self, text: str, number: int) -> str:
        """The first option with what it takes, in one of several forms; nothing of it depends on the number but the
        form."""
        found = OPENING.search(text + "\n\n")
        assert found is not None, text
        options = {line.split()[0]: line for line in found[1].splitlines()}
        name = next((name for name in ("CHECK", "CALL") if name in options), next(iter(options)))
        answer: dict[str, Any] = {"action": name, "thoughts": f"<b>{name}</b> it is"}
        if amount := AMOUNT.search(options[name]):
            answer["amount"] = int(amount[1])
        if cards := CARDS.search(options[name]):
            answer["cards"] = cards[2].split()[: int(cards[1])]
        plain = json.dumps(answer)
        forms = [plain, f"Let me see.\n```json\n{plain}\n```\nThat is all.", f"I prefer {plain} to anything else."]
        if len(answer) == 2:
            forms.append(f"{name.lower()}")
        return forms[number % len(forms)]


def plan_file(folder: Path, **changes: Any) -> Path:
    """A plan with a model behind the fake endpoint, and a baseline."""
    values: dict[str, Any] = {"game": "holdem", "hands": 12, "seed": 5, "tables": 3, "against": "house:station"}
    model = {"name": "Fake model", "endpoint": "http://x/v1", "model": "fake", "key_env": "FAKE_KEY"}
    values |= changes
    model |= values.pop("model", {})
    options = values.pop("options", {})
    lines = [f"{name} = {json.dumps(value)}" for name, value in values.items()]
    lines += ["[options]", *(f"{name} = {json.dumps(value)}" for name, value in options.items())]
    lines += ["[[models]]", *(f"{name} = {json.dumps(value)}" for name, value in model.items())]
    lines += ["[[models]]", 'name = "Baseline"', 'bot = "house:random"']
    file = folder / "plan.toml"
    file.write_text("\n".join(lines))
    return file


def begun(folder: Path, fake: Fake, **changes: Any) -> Benchmark:
    pauses = fake.did

    def pause(seconds: float) -> None:
        pauses["paused"] += 1

    plan = read_plan(plan_file(folder, **changes))
    return Benchmark(plan, folder / "out", {"FAKE_KEY": KEY}, post=fake.post, pause=pause)


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    play_plainly(monkeypatch)


def matches(benchmark: Benchmark) -> list[tuple[Any, ...]]:
    return [(one.deal, one.seating, one.moves, one.scores) for one in benchmark.played(benchmark.courses[0])]


FAILING = ("", "429", "", "prose", "500", "", "cut off", "illegal", "", "gone", "")
GAMES: dict[str, dict[str, Any]] = {
    "holdem": {"options": {"hands": 3}, "hands": 3},
    "gin_rummy": {"hands": 1, "against": ""},
    "deal": {"hands": 1, "against": "", "words": "brief", "options": {"hands": 2}},
    "champion": {"hands": 1, "against": ""},
}


@pytest.mark.parametrize("name", GAMES)
def test_a_scripted_model_plays_every_game_to_its_end_and_no_decision_is_lost(name: str, tmp_path: Path) -> None:
    fake = Fake(*FAILING)
    game = str(CHAMPION) if name == "champion" else name
    benchmark = begun(tmp_path, fake, game=game, attempts=5, **GAMES[name])
    benchmark.play()
    assert benchmark.stopped == {} and set(fake.did) == {*FAILING, "paused"}
    (played, *_) = benchmark.played(benchmark.courses[0])
    assert played.scores and not played.misdeeds, "neither late nor illegal in the end, and no error of ours"
    costs = next(one.costs for one in standings(benchmark, aivat=False).ranked if one.course.journal)
    assert costs.illegal == fake.did["prose"] + fake.did["illegal"] > 0 and costs.lost == costs.late == 0
    assert costs.input_tokens == 100 * fake.paid and costs.decisions == fake.paid - costs.illegal


def test_the_same_deals_come_whatever_fails_and_however_many_tables_there_are(tmp_path: Path) -> None:
    found = []
    for number, (fake, tables) in enumerate(((Fake(), 1), (Fake(*FAILING), 2))):
        (folder := tmp_path / str(number)).mkdir()
        benchmark = begun(folder, fake, tables=tables, attempts=5)
        benchmark.play()
        found.append(matches(benchmark))
        for course in benchmark.courses:
            assert [one.deal for one in benchmark.played(course)] == [*range(12)]
            assert read(course.record)[0].seed == 5
    assert found[0] == found[1] and len(found[0]) == 12


def test_a_run_that_was_ended_goes_on_and_pays_nothing_twice(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "parts").mkdir()
    whole, fake = Fake(), Fake("", "429")
    once = begun(tmp_path / "whole", whole)
    once.play()
    for limit in (5, 11, 17, 10**9):
        fake.ends_after = limit
        benchmark = begun(tmp_path / "parts", fake)
        benchmark.play()
        if limit < 10**9:
            assert "402" in benchmark.stopped["Fake model"] and KEY not in benchmark.stopped["Fake model"]
            journal = tmp_path / "parts" / "out" / "fake-model.answers.jsonl"
            journal.write_bytes(journal.read_bytes() + b'{"match": 1, "deci')  # as if the machine had stopped here
    assert matches(benchmark) == matches(once)
    assert sorted(fake.asked) == sorted(whole.asked)
    again = Fake()
    begun(tmp_path / "parts", again).play()
    assert again.headers == []


def test_an_interrupt_ends_all_tables_and_plays_nothing_by_itself(tmp_path: Path) -> None:
    fake, whole = Fake(), Fake()
    (tmp_path / "whole").mkdir()
    once = begun(tmp_path / "whole", whole)
    once.play()
    benchmark = begun(tmp_path, fake)
    fake.gate = benchmark._stop

    def interrupt(done: int) -> None:
        if len(fake.headers) > 4:
            raise KeyboardInterrupt

    benchmark.play(interrupt)
    found, answers = matches(benchmark), fake.paid
    assert benchmark.stopped["Fake model"] == "interrupted"
    assert found == matches(once)[: len(found)] and len(found) < 12
    assert answers <= 4 + 3, "what was asked by three tables at that moment is answered, and nothing more"
    again = begun(tmp_path, fake)
    again.play()
    assert matches(again) == matches(once) and sorted(fake.asked) == sorted(whole.asked)


def test_an_interrupted_run_tells_why_the_endpoint_fails(tmp_path: Path) -> None:
    benchmark = begun(tmp_path, Fake("500"))

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    benchmark._pause = lambda seconds: benchmark._stop.wait()
    benchmark.play(interrupt)
    assert benchmark.stopped["Fake model"].startswith("interrupted while its endpoint failed (500: <html>")


def test_a_journal_that_breaks_ends_the_run_and_not_the_hand(tmp_path: Path) -> None:
    benchmark = begun(tmp_path, Fake())
    journal = benchmark.courses[0].journal
    assert journal is not None
    journal.close()
    benchmark.play()
    assert "closed file" in benchmark.stopped["Fake model"] and matches(benchmark) == []


def test_a_budget_ends_a_model_before_it_is_exceeded_and_the_others_go_on(tmp_path: Path) -> None:
    limits = {"max_output": 50, "input_price": 1000.0, "output_price": 1000.0}
    for number, (budget, most) in enumerate((({"most_tokens": 10_000}, 10_000), ({"most_cost": 8.0}, 8_000))):
        (folder := tmp_path / str(number)).mkdir()
        fake = Fake()
        benchmark = begun(folder, fake, hands=60, model={**limits, **budget})
        benchmark.play()
        assert "budget" in benchmark.stopped["Fake model"]
        first, second = (len(list(benchmark.played(course))) for course in benchmark.courses)
        assert first < second == 60
        journal = benchmark.courses[0].journal
        assert journal is not None and journal.tokens == 110 * fake.paid <= most


def test_late_answers_are_played_by_the_clock_and_counted(tmp_path: Path) -> None:
    fake = Fake("", "slow", "", "")
    benchmark = begun(tmp_path, fake, tables=1)
    benchmark.play()
    wrong = [one.what for played in benchmark.played(benchmark.courses[0]) for one in played.misdeeds]
    assert set(wrong) == {LATE} and len(wrong) == fake.did["slow"]
    costs = next(one.costs for one in standings(benchmark, aivat=False).ranked if one.course.journal)
    assert costs.late == len(wrong) and costs.illegal == 0
    before = matches(benchmark)
    (benchmark.folder / "fake-model.jsonl").unlink()
    again = begun(tmp_path, fast := Fake())
    again.play()
    assert matches(again) == before and fast.headers == [], "a late answer stays late"


def test_an_answer_that_stays_illegal_is_played_by_the_referee_and_counted(tmp_path: Path) -> None:
    benchmark = begun(tmp_path, Fake("illegal"), hands=2)
    benchmark.play()
    wrong = [one.what for played in benchmark.played(benchmark.courses[0]) for one in played.misdeeds]
    costs = next(one.costs for one in standings(benchmark, aivat=False).ranked if one.course.journal)
    assert set(wrong) == {NONSENSE} and costs.lost == len(wrong) and costs.illegal == 3 * len(wrong)


def test_no_file_and_no_text_has_the_key(tmp_path: Path) -> None:
    class Telltale(Fake):
        def answer(self, text: str, number: int) -> str:
            return super().answer(text, number) + f" {KEY}"

    fake = Telltale("", "500")
    benchmark = begun(tmp_path, fake)
    benchmark.play()
    write_models_report(benchmark, standings(benchmark, aivat=False), {})
    assert {headers["Authorization"] for headers in fake.headers} == {f"Bearer {KEY}"}
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) >= 7 and not any(KEY.encode() in path.read_bytes() for path in files)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"seed": 6}, "seed differ"),
        ({"words": "brief"}, "words differ"),
        ({"against": "house:random"}, "against differ"),
        ({"options": {"stack": 5000}}, "options differ"),
    ],
)
def test_a_folder_that_was_begun_with_another_plan_is_refused(changes: Any, why: str, tmp_path: Path) -> None:
    begun(tmp_path, Fake(), hands=1)
    with pytest.raises(BadInput, match=why):
        begun(tmp_path, Fake(), hands=1, **changes)


def test_answers_to_other_requests_are_not_taken(tmp_path: Path) -> None:
    fake = Fake()
    fake.ends_after = 3
    begun(tmp_path, fake).play()
    benchmark = begun(tmp_path, Fake(), model={"request.temperature": 0.5})
    benchmark.play()
    assert "answers to other requests" in benchmark.stopped["Fake model"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seed = 1", "models"),
        ('seed = 1\n[[models]]\nname = "A"\nendpoint = "http://x"\nmodel = "m"\nkey = "sk-1"', "key_env"),
        ('seed = 1\n[[models]]\nname = "A"', "an endpoint with a model, or a bot"),
        ('seed = 1\n[[models]]\nname = "A"\nendpoint = "file:///etc/passwd"\nmodel = "m"', "begins with http"),
        ('seed = 1\n[[models]]\nname = "A"\nbot = "mine.py"', "one of the house"),
        ('seed = 1\nhand = 3\n[[models]]\nname = "A"\nbot = "house:tight"', "hands"),
        ('seed = 1\n[[models]]\nname = "../A"\nbot = "house:tight"', "name"),
        ('seed = 1\n[[models]]\nname = "A"\nbot = "house:tight"\n[[models]]\nname = "a"\nbot = "house:tight"', "own"),
        (
            'seed = 1\n[[models]]\nname = "A"\nbot = "house:tight"\n[[models]]\nname = "A+"\nbot = "house:tight"',
            "same file",
        ),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(text: str, why: str, tmp_path: Path) -> None:
    (file := tmp_path / "plan.toml").write_text(text)
    with pytest.raises(BadInput, match=why) as refused:
        read_plan(file)
    assert "sk-1" not in str(refused.value)


def test_the_example_is_a_plan() -> None:
    plan = read_plan(Path(__file__).parents[2] / "docs" / "models.toml")
    assert plan.opponent == "house:blueprint" and [bool(one.bot) for one in plan.models] == [False, False, True]


def test_the_limit_of_an_answer_is_sent_by_one_of_its_names(tmp_path: Path) -> None:
    sent = {}
    for request in ({}, {"request.max_completion_tokens": 70}):
        (one, _) = read_plan(plan_file(tmp_path, model={"max_output": 70, **request})).models
        sent[len(request)] = one.fields
    assert sent == {0: {"model": "fake", "max_tokens": 70}, 1: {"model": "fake", "max_completion_tokens": 70}}


def test_a_key_that_is_missing_is_named_by_its_variable(tmp_path: Path) -> None:
    plan = read_plan(plan_file(tmp_path))
    with pytest.raises(BadInput, match="FAKE_KEY has no key for Fake model"):
        Benchmark(plan, tmp_path / "out", {})


def test_standings_rank_compare_and_cost_what_was_played(tmp_path: Path) -> None:
    prices = {"input_price": 2.0, "output_price": 8.0}
    benchmark = begun(tmp_path, Fake(), hands=40, model=prices)
    benchmark.play()
    found = standings(benchmark, aivat=False)
    names = [one.name for one in found.ranked]
    scores = {
        course.contender.name: [one.scores[one.seating.index(0)] for one in benchmark.played(course)]
        for course in benchmark.courses
    }
    assert names == sorted(scores, key=lambda name: -sum(scores[name]))
    for one in found.ranked:
        assert one.plain is not None and one.plain.mean == pytest.approx(sum(scores[one.name]) / 40)  # bb / 100 of 100
    (pair,) = found.pairs
    better, worse = (scores[names[place]] for place in (pair.better, pair.worse))
    apart = [a - b for a, b in zip(better, worse, strict=True)]
    assert pair.difference.mean == pytest.approx(sum(apart) / 40)
    told = found.as_json()
    model = next(one for one in told["models"] if one["name"] == "Fake model")
    decisions = model["decisions"]
    assert model["cost"] == pytest.approx(decisions * (100 * 2 + 10 * 8) / 1e6)
    assert model["tokens_per_100_hands"] == pytest.approx(110 * decisions * 100 / 40)
    assert json.loads(json.dumps(told)) == told


def test_the_verb_prints_and_writes_pages_with_every_hand_and_its_thoughts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = Fake()
    monkeypatch.setenv("FAKE_KEY", KEY)
    monkeypatch.setattr(benchmarks.Benchmark.__init__, "__kwdefaults__", {"post": fake.post, "pause": None})
    words = ["models", str(plan_file(tmp_path)), "--out", str(tmp_path / "out"), "--no-aivat"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Fake model" in out and "Baseline" in out and "cannot be told apart yet" in out and KEY not in out
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["complete"] and told["hands"] == 12 and {one["hands"] for one in told["models"]} == {12}
    page = Path(told["page"]).read_text()
    assert 'href="fake-model-1.html"' in page and "cannot be told apart yet" in page
    hands = (tmp_path / "out" / "fake-model-1.html").read_text()
    assert hands.count("<span>deal ") == 12 and "Fake model thinks: \\u003cb>C" in hands


def test_typical_mistakes_are_told_by_what_they_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    weigh_plainly(monkeypatch, KUHN)
    fake = Fake()
    monkeypatch.setenv("FAKE_KEY", KEY)
    monkeypatch.setattr(benchmarks.Benchmark.__init__, "__kwdefaults__", {"post": fake.post, "pause": None})
    plan = str(plan_file(tmp_path, game="tests.toys.kuhn", against=""))
    assert main(["models", plan, "--out", str(tmp_path / "out"), "--leaks", "5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["leaks"]) == {"Fake model", "Baseline"} and told["leaks"]["Fake model"][0]["decisions"] > 0
    assert 'href="fake-model-leaks.html"' in Path(told["page"]).read_text()
    assert "Fake model gives away" in (tmp_path / "out" / "fake-model-leaks.html").read_text()
