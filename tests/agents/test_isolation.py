"""What bots try to reach, and that those in a process of their own do not: each cheat in ours, and in its booth."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier import holdem
from croupier.agents import program
from croupier.agents.booth import outside
from croupier.agents.booth.outside import IsolatedBot
from croupier.agents.clock import Clock, Thinking
from croupier.agents.loading import Entrant, files_among, load_bot, load_bots
from croupier.agents.logbook import ROOM
from croupier.agents.program import Program
from croupier.agents.terms import Terms
from croupier.cli.main import main
from croupier.kernel.contract.record import Played
from croupier.kernel.errors import BadInput, Tampered
from croupier.simulate.match.match import Match
from croupier.simulate.match.results import Results
from croupier.simulate.record.storage import read
from tests.agents.test_leaks import raises
from tests.simulate.plainly import play_plainly, search_plainly
from tests.toys.kuhn import GAME as KUHN
from tests.toys.refill import GAME as REFILL

GALLERY = Path(__file__).parent / "gallery"
HEADS_UP, THREE_HANDED = (holdem.configure(seats=seats, hands=1) for seats in (2, 3))
PATIENT = Terms(limit_ms=600_000)
"""Nobody is late because the machine is slow."""
HANDS = 8
apart = pytest.mark.parametrize("isolated", [False, True], ids=["in our process", "isolated"])


def bot(name: str, file: str = "cheats.py") -> str:
    return f"{GALLERY / file}:{name}"


def play(
    *texts: str, isolated: bool, terms: Terms = PATIENT, config: Any = HEADS_UP, **options: Any
) -> tuple[Results, list[Played]]:
    """A match, and its record."""
    record = Path("record")
    record.unlink(missing_ok=True)
    entrants = load_bots(holdem.GAME, texts, terms._replace(isolated=isolated))
    wanted = {"hands": HANDS, "seed": 3, "out": record, **options}
    results = Match(holdem.GAME, config, entrants, **wanted).play()
    return results, list(read(record)[1])


@apart
@pytest.mark.parametrize("cheat", ["ReadsCards", "ReadsSeed"])
def test_a_bot_that_looks_up_the_stack_finds_cards_and_seed_only_in_our_process(cheat: str, isolated: bool) -> None:
    results, hands = play(bot(cheat), "house:station", isolated=isolated)
    assert results.errors(0) == []
    assert raises(hands) == (0 if isolated else HANDS)


@apart
@pytest.mark.parametrize("cheat", ["TakesChips", "BringsChips", "BreaksSeal", "ReplacesScorer"])
def test_a_bot_that_changes_chips_or_scores_is_named_or_fails(cheat: str, isolated: bool) -> None:
    if isolated:
        results, hands = play(bot(cheat), "house:station", isolated=True)
        assert results.complete and raises(hands) == 0 and all(sum(hand.scores) == 0 for hand in hands)
        return
    with pytest.raises(Tampered, match=rf"cheats.py:{cheat} (has changed the table|must have changed them)"):
        play(bot(cheat), "house:station", isolated=False)
    assert list(read(Path("record"))[1]) == [], "nothing counts that was played after it"


@apart
def test_a_bot_that_replaces_the_counter_of_its_winnings_succeeds_only_in_our_process(isolated: bool) -> None:
    """That is why there are booths."""
    results, hands = play(bot("ReplacesCounter"), "house:station", isolated=isolated)
    won = [hand.scores[hand.seating.index(0)] for hand in hands]
    assert (won == [500] * HANDS) != isolated
    assert results.complete


@apart
def test_a_bot_that_pulls_the_strings_of_another_does_so_only_in_our_process(isolated: bool) -> None:
    _, hands = play(bot("Puppeteer"), bot("Victim"), "house:station", isolated=isolated, config=THREE_HANDED)
    folded = [move[1] == "FOLD" and move[0] == hand.seating.index(1) for hand in hands for move in hand.moves]
    assert any(folded) != isolated


def test_a_bot_that_remembers_for_all_its_copies_cannot_do_so_in_its_booth() -> None:
    """It is worth a fortune in our process: `test_leaks`."""
    found = [
        play(bot(name, "remembers.py"), "house:station", isolated=isolated, duplicate=True, hands=16)[0].result(0)
        for name, isolated in (("Forgets", False), ("Shares", True))
    ]
    assert found[0] == found[1]


def test_a_bot_that_ends_its_process_ends_nothing_else() -> None:
    results, hands = play(bot("Quits"), "house:station", isolated=True)
    assert results.complete and [wrong.what for wrong in results.errors(0)] == ["gone"]
    assert "exit code 7" in results.errors(0)[0].examples[0][1].detail
    assert all(any(move[1] == "FOLD" for move in hand.moves) for hand in hands)


def test_a_bot_that_never_answers_is_late_and_the_clock_plays() -> None:
    results, hands = play(bot("Hangs"), "house:station", isolated=True, terms=Terms(limit_ms=20), hands=2)
    assert results.complete and results.errors(0)[0].what == "too late"
    assert results.thinking[0].quantile_ms(0.5) is not None
    assert len(hands) == 2


def test_a_bot_that_takes_all_memory_raises_in_its_booth() -> None:
    results, _ = play(bot("Hoards"), "house:station", isolated=True)
    (wrong,) = results.errors(0)
    assert wrong.what == "raised" and "MemoryError" in wrong.examples[0][1].detail


@apart
def test_what_a_bot_prints_is_in_its_log_and_not_in_the_result(
    isolated: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    results, _ = play(bot("Shouts"), "house:station", isolated=isolated, log=Path("logs"))
    assert [wrong.what for wrong in results.errors(0)] == ["printed"] and results.errors(0)[0].harmless
    written = (Path("logs") / "1-cheats.py-Shouts.log").read_text()
    assert written.count("printed by Shouts") == results.errors(0)[0].times
    assert written.count("complained by Shouts") == results.errors(0)[0].times
    assert ("written by Shouts" in written) == isolated
    assert ("written by Shouts" in capfd.readouterr().out) != isolated
    assert not (Path("logs") / "2-house-station.log").exists(), "who says nothing has no log"


def test_a_log_is_bounded_and_begins_with_what_was_said_first(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(
        "import sys\n\nprint('loaded', file=sys.stderr)\n\n\ndef act(view, decision):\n"
        "    print('x' * 400_000, file=sys.stderr)\n    return 'FOLD'\n"
    )
    play(str(tmp_path / "loud.py"), "house:station", isolated=True, log=tmp_path / "logs")
    written = (tmp_path / "logs" / "1-loud.py.log").read_bytes()
    assert written.startswith(b"loaded\nxxx") and written.endswith(b"the log is full.\n")
    assert ROOM < len(written) < ROOM + 100


LEARNS = f"{GALLERY / 'learns.py'}:Learns"


@pytest.mark.parametrize(
    ("others", "options"),
    [
        ([], {"config": HEADS_UP, "duplicate": True}),
        ([f"{GALLERY / 'cheats.py'}:Victim"], {"config": holdem.configure(seats=3, hands=5)}),
    ],
)
def test_a_bot_plays_the_same_wherever_it_runs(others: list[str], options: dict[str, Any]) -> None:
    """One that looks at everything it is handed, in all its hooks, and draws from its randomness."""
    found = []
    for isolated in (False, True):
        play(LEARNS, *others, "house:station", isolated=isolated, hands=20, **options)
        found.append(Path("record").read_bytes())
    assert found[0] == found[1] and b"RAISE_TO" in found[0]


def test_a_bot_that_imagines_gets_its_state_in_its_booth_and_finds_the_same_at_both_speeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its search is compiled outside: behind walls nothing can be kept."""
    play_plainly(monkeypatch, REFILL)
    (tmp_path / "dreams.py").write_text(
        "from croupier.agents.search_bot import SearchBot\nfrom tests.toys.refill import GAME\n\n\n"
        "class Dreams(SearchBot):\n    def __init__(self):\n        super().__init__(GAME, 40)\n"
    )
    records = []
    for where in ("here", "isolated", "plain"):
        if where == "plain":
            search_plainly(monkeypatch, REFILL)
        terms = PATIENT._replace(isolated=where == "isolated")
        entrants = load_bots(REFILL, [str(tmp_path / "dreams.py"), "house:random"], terms)
        results = Match(REFILL, REFILL.configure(seats=2), entrants, hands=4, seed=1, out=tmp_path / where).play()
        assert results.errors(0) == []
        records.append((tmp_path / where).read_bytes())
    assert records == records[:1] * 3


def test_a_bot_that_is_started_again_in_the_middle_of_a_hand_is_told_that_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends itself at the flop, once. By files it knows that it has: behind walls nothing would be left of them."""
    monkeypatch.setattr(outside, "gap", lambda: "not in this test")
    results, hands = play(f"{GALLERY / 'learns.py'}:DiesOnce", "house:station", isolated=True, hands=1)
    (wrong,) = results.errors(0)
    assert (wrong.what, wrong.times) == ("gone", 1)
    told = Path("told").read_text().split()
    assert told.count("hand_started") == 2 and told.count("FlopDealt") == 2, "before it died, and again"
    assert hands[0].moves[-1]


def test_a_file_that_cannot_be_loaded_is_refused_as_in_our_process(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def act(view, decision):\n    return\n\n\n1 / 0\n")
    (tmp_path / "exits.py").write_text("import os\n\nos._exit(3)\n")
    for isolated in (False, True):
        with pytest.raises(BadInput, match=r"(?s)broken.py cannot be loaded.*ZeroDivisionError"):
            load_bot(holdem.GAME, str(tmp_path / "broken.py"), Terms(isolated=isolated))
    with pytest.raises(BadInput, match=r"exits.py cannot be loaded: the program ended with exit code 3"):
        load_bot(holdem.GAME, f"proc:{tmp_path / 'exits.py'}", Terms())
    with pytest.raises(BadInput, match=r"There is no file nowhere\.py"):
        load_bot(holdem.GAME, "proc:nowhere.py", Terms())
    with pytest.raises(BadInput, match="names no home"):
        load_bot(replace(KUHN, home=""), f"proc:{GALLERY / 'raises.py'}", Terms())


def test_proc_puts_one_bot_into_a_booth_and_keeps_its_name() -> None:
    first, second = load_bots(holdem.GAME, [f"proc:{bot('Victim')}", bot("Victim")], PATIENT)
    assert (first.name, second.name) == ("cheats.py:Victim #1", "cheats.py:Victim #2")
    made = first.made()
    assert isinstance(made, IsolatedBot) and not isinstance(second.made(), IsolatedBot)
    made.close()


def test_files_are_told_apart_by_where_they_are() -> None:
    texts = ["a.py", "proc:a.py:Bold", "./a.py", "b/a.py", "house:shark", "cmd:python a.py"]
    assert len(files_among(texts)) == 2


@pytest.mark.parametrize(("words", "isolated"), [((), True), (("--in-process",), False)])
def test_contests_between_files_isolate_by_themselves(
    words: tuple[str, ...],
    isolated: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot that is alone in its process bets, or folds to a bet; the others check."""
    play_plainly(monkeypatch, KUHN)
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(
            "import sys\n\n\ndef act(view, decision):\n"
            "    alone = 'croupier.simulate' not in sys.modules\n"
            "    return decision.legal[1 if alone else 0]\n"
        )
    arguments = ["match", "one.py", "two.py", "--game", "tests.toys.kuhn", "--round-robin", "--hands", "2", *words]
    assert main([*arguments, "--out", "out", "--json", "--limit-ms", "600000"]) == 0
    capsys.readouterr()
    moves = [move[1] for hand in read(tmp_path / "out" / "table-1.jsonl")[1] for move in hand.moves]
    assert ("FOLD" in moves) == isolated


def test_the_bank_is_drawn_on_beyond_the_limit_and_runs_dry() -> None:
    clock = Clock(100, 250)
    assert clock.time_ms == 350
    clock.took(0.08)
    assert clock.bank_ms == 250, "in time costs nothing"
    clock.took(0.3)
    assert (clock.bank_ms, clock.time_ms) == (50, 150)
    clock.took(9.0)
    assert (clock.bank_ms, clock.time_ms) == (0, 100)
    with pytest.raises(BadInput):
        Clock(0, 0)


def test_times_are_told_to_two_hundredths() -> None:
    thinking = Thinking()
    assert thinking.quantile_ms(0.5) is None
    for at in range(1, 1001):
        thinking.add(at / 1000)
    p50, p99 = thinking.quantile_ms(0.5), thinking.quantile_ms(0.99)
    assert p50 is not None and p99 is not None
    assert 500 <= p50 <= 510 and 990 <= p99 <= 1010
    twice = Thinking()
    twice.merge(thinking)
    twice.merge(thinking)
    assert twice.decisions == 2000 and twice.quantile_ms(0.5) == p50


def test_every_bot_that_is_asked_is_timed_and_house_bots_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", bot("Victim"), "house:station", "--hands", "4", "--no-record", "--json"]) == 0
    asked, house = (one["thinking_ms"] for one in json.loads(capsys.readouterr().out)["bots"])
    assert asked["decisions"] > 0 and 0 < asked["p50"] <= asked["p99"]
    assert house == {"decisions": 0, "p50": None, "p99": None}


def test_an_isolated_bot_is_told_its_time(tmp_path: Path) -> None:
    (tmp_path / "looks.py").write_text(
        "from croupier.agents.bot import Bot\n\n\nclass Looks(Bot):\n    def act(self, view, decision):\n"
        "        return 'FOLD' if self.time_ms == 700000 else 'CALL'\n"
    )
    terms = Terms(limit_ms=600_000, bank_ms=100_000)
    _, hands = play(str(tmp_path / "looks.py"), "house:station", isolated=True, terms=terms)
    assert all(any(move[1] == "FOLD" for move in hand.moves) for hand in hands)


def test_bots_made_for_a_match_are_ended_when_it_is_refused() -> None:
    """The second entrant makes nothing, so the first has to leave."""
    left = []

    class Counted(IsolatedBot):
        def close(self) -> None:
            left.append(self)
            super().close()

    path = GALLERY / "cheats.py"
    entrants = [Entrant("a", lambda: Counted(holdem.GAME, path, "Victim", PATIENT)), Entrant("b", None)]  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="needs a function that makes a bot"):
        Match(holdem.GAME, HEADS_UP, entrants, hands=1)
    assert len(left) == 1 and sys.executable in left[0].words


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_program_that_never_stops_writing_is_waited_for_no_longer_than_one_wants_to(
    stream: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever one looks, there is more of a line without an end, or of standard error."""
    code = f"import sys\nwhile True:\n    sys.{stream}.write('x' * 65536)"
    floods, looks = Program([sys.executable, "-c", code]), 0
    reads = floods._exchange

    def looked_at(seconds: float) -> bool:
        nonlocal looks
        looks += 1
        assert looks < 100, "it is waited for as long as it writes"
        while not reads(1.0):
            pass
        return True

    try:
        if stream == "stdout":
            assert (floods.line(60.0) or b"").endswith(b" (cut)")
        monkeypatch.setattr(floods, "_exchange", looked_at)
        assert floods.line(0.0) is None
        assert looks == 1
        monkeypatch.setattr(program, "GRACE", 0.0)
        monkeypatch.setattr(floods, "_exchange", lambda seconds: looked_at(seconds) if floods.alive else reads(seconds))
        floods.end()
    finally:
        floods.kill()
