"""`croupier leaks`: a bot with a known leak in a toy; the file, the page, and what `croupier replay` makes of them."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from croupier import holdem
from croupier.cli.main import main
from croupier.cli.terminal import keys
from croupier.cli.terminal.viewer import DEALS, Judgements, Place, Viewer
from croupier.cli.verbs.leaks import as_text
from croupier.games.holdem import GAME as HOLDEM
from croupier.history import write_phh
from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.contract.record import Played, series_of
from croupier.kernel.contract.state import State
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.simulate.leaks import sampling
from croupier.simulate.leaks.findings import of_record, read_leaks
from croupier.simulate.record.record_file import RecordFile
from croupier.simulate.record.storage import Scribe
from tests.cli.test_replay import seen
from tests.simulate.plainly import fork_workers, weigh_plainly
from tests.toys.kuhn import GAME as KUHN

BOT, DEALS_PLAYED, WORLDS = "folds<b>", 40, "32"
KING, FOLD = 2, Move(KUHN.kind("FOLD"))
GAME = ("--game", "tests.toys.kuhn")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches of a bot that folds every king to a bet, and else plays at random, as its opponent does."""
    path = tmp_path_factory.mktemp("leaks") / "kuhn.jsonl"
    scribe = Scribe(path, series_of(KUHN, KUHN.configure(), [BOT, "random"], deals=DEALS_PLAYED))
    for deal in range(DEALS_PLAYED):
        seat, at_random = deal % 2, random_chooser(KUHN, deal)

        def choose(state: State, decision: Decision, seat: int = seat, at_random: object = at_random) -> Move:
            own = KUHN.view(state, decision.seat).cards
            if decision.seat == seat and decision.named("FOLD") and KING in own.row:
                return FOLD
            return at_random(state, decision)  # type: ignore[no-any-return, operator]

        _, played = play_out(KUHN, KUHN.configure(), choose, deal).record()
        scribe.write(Played(deal, [seat, 1 - seat], played.moves, played.scores))
    scribe.close()
    return path


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh_plainly(monkeypatch, KUHN)


def leaks(capsys: pytest.CaptureFixture[str], record: Path, *words: str) -> tuple[int, str, str]:
    code = main(("leaks", str(record), "--bot", BOT, *GAME, "--worlds", WORLDS, "--seed", "1", *words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def replay(capsys: pytest.CaptureFixture[str], record: Path, *words: str) -> tuple[int, str, str]:
    code = main(("replay", str(record), *GAME, *words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture(scope="module")
def found(record: Path) -> Path:
    """The file of the findings."""
    file = record.parent / "leaks.json"
    with pytest.MonkeyPatch.context() as patch:
        weigh_plainly(patch, KUHN)
        assert (
            main(("leaks", str(record), "--bot", BOT, *GAME, "--worlds", WORLDS, "--seed", "1", "--out", str(file)))
            == 0
        )
    return file


def test_a_folded_king_costs_three_and_is_the_first_leak(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = leaks(capsys, record)
    lines = out.splitlines()
    assert code == 0 and lines[0].startswith("Kuhn poker: 40 of 40 hands,") and "from seed 1" in lines[0]
    assert lines[1].startswith(f"{BOT} gives away +") and "points/100" in lines[1]
    worst = lines[lines.index(next(line for line in lines if line.startswith("spot"))) + 1]
    assert worst.startswith("call or fold: fold") and worst.endswith("leak")
    assert "3.0 (2.9 … 3.1)  call or fold: fold: FOLD, not CALL; held K" in out
    assert f"croupier replay {record} --deal " in out


def test_figures_do_not_depend_on_workers(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fork_workers(monkeypatch)
    alone, together = (json.loads(leaks(capsys, record, "--json", "--hands", "9", "--workers", n)[1]) for n in "12")
    assert alone == together and alone["hands"] <= 9 and alone["of"] == 40
    kings = [
        move for hand in alone["judged"] for move in hand["moves"] if (move["held"], move["played"]) == ("K", "FOLD")
    ]
    assert {move["cost"] for move in kings} <= {3.0}


def test_an_interruption_gives_what_was_judged(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hire = sampling.hire

    def interrupted(*arguments: object) -> object:
        work, done = hire(*arguments), []  # type: ignore[arg-type]

        def judge(unit: sampling.Unit) -> object:
            done.append(unit)
            if len(done) > 5:
                raise KeyboardInterrupt
            return work(unit)

        return judge

    monkeypatch.setattr(sampling, "hire", interrupted)
    code, out, _ = leaks(capsys, record)
    assert code == 130 and "Interrupted: this is what was judged so far." in out and "5 of 40 hands" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--worlds", "15"), "at least 16 worlds"),
        (("--hands", "0"), "at least one hand"),
        (("--minutes", "0"), "more than 0 minutes"),
        (("--bot", "nobody"), "No match has a player 'nobody'"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: tuple[str, ...], says: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = leaks(capsys, record, *words)
    assert (code, out) == (2, "") and says in err


def test_records_of_a_folder_are_read_together(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    for name in ("a.jsonl", "b.jsonl"):
        (folder / name).write_bytes(record.read_bytes())
    (folder / "note.json").write_text("{}")
    told = json.loads(leaks(capsys, folder, "--json", "--hands", "30")[1])
    assert [Path(name).name for name in told["records"]] == ["a.jsonl", "b.jsonl"] and told["of"] == 80


def test_hand_histories_are_read_and_told_by_their_own_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a pair of aces that is folded; the second hand ends in the middle."""
    weigh_plainly(monkeypatch, HOLDEM)
    hand = holdem.deal([1_000] * 2, (50, 100), button=0, deck="JsAhTsAd")
    hand.fold()
    file = tmp_path / "hands.phhs"
    text = write_phh(hand)
    file.write_text(f"[1]\n{text}\n[2]\n{text.replace('Ad', 'AdAd')}")
    code = main(("leaks", str(file), "--bot", "p2", "--worlds", "64", "--seed", "1"))
    out, err = capsys.readouterr()
    assert code == 0 and "1 of 1 hand, 1 of 1 decision judged" in out and "1 hand left out" in err
    assert f"croupier history show {file} --hand 1" in out and "held Ah Ad" in out


def test_the_page_has_spots_and_hands_to_step_through(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "leaks.html"
    assert leaks(capsys, record, "--out", str(page))[0] == 0
    text = page.read_text()
    assert f"<h1>{BOT.replace('<', '&lt;').replace('>', '&gt;')} gives away" in text and BOT not in text
    assert '<td class="spot">call or fold: fold</td>' in text and text.count("<h2>") == 2
    data = json.loads(text.partition('id="pots-data">')[2].partition("</script>")[0])
    first = data[0]
    told = first["steps"][first["opening"]]["told"]
    assert len(data) == text.count('aria-pressed="false"') == 10 and told[-1].endswith("better is CALL")


def test_replay_lists_the_costliest_first(record: Path, found: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deals = json.loads(replay(capsys, record, "--leaks", str(found), "--json")[1])["deals"]
    costs = [deal["cost"] for deal in deals]
    assert costs == sorted(costs, reverse=True) and costs[-1] > 0 and max(costs) >= 3
    over = json.loads(replay(capsys, record, "--leaks", str(found), "--over", "2.9", "--json")[1])["deals"]
    assert over == [deal for deal in deals if deal["cost"] > 2.9] and 0 < len(over) < len(deals)
    out = replay(capsys, record, "--leaks", str(found))[1]
    assert f"Costliest for {BOT}, in points:" in out and f"deal {deals[0]['deal']}" in out


def test_replay_tells_what_a_decision_cost_and_opens_there(
    record: Path, found: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (hand, *_) = read_leaks(found).costliest
    out = replay(capsys, record, "--leaks", str(found), "--deal", f"{hand.title}:2")[1]
    move = hand.moves[-1]
    assert f"Step {move.step + 1}: {BOT}: {move.played} costs +{move.cost:.1f} points; better is" in out
    assert replay(capsys, record, "--deal", "0:x")[2].endswith("write a number after the colon.\n")


def test_replay_filters_by_player(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(json.loads(replay(capsys, record, "--bot", "random", "--json")[1])["deals"]) == 40
    assert "has no player 'nobody'" in replay(capsys, record, "--bot", "nobody")[2]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--over", "1"), "name their file by --leaks"),
        (("--leaks", "FOUND", "--bot", "random"), "is about folds<b>, not about random"),
        (("--leaks", "FOUND", "--over", "1000"), "has no hand of"),
        (("--leaks", "RECORD"), "was not written by `croupier leaks"),
    ],
)
def test_lists_that_cannot_be_made_are_refused(
    words: tuple[str, ...], says: str, record: Path, found: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"FOUND": str(found), "RECORD": str(record)}
    code, out, err = replay(capsys, record, *(files.get(word, word) for word in words))
    assert (code, out) == (2, "") and says in err


def test_the_viewer_opens_a_hand_where_it_cost_most(record: Path, found: Path) -> None:
    told, opened = read_leaks(found), RecordFile(record, GAME[1])
    places = [Place(number, hand) for number, (hand,) in of_record(told, record).items() if hand.cost > 0]
    viewer = Viewer(opened, places=places, judgements=Judgements(BOT, told.unit))
    listed = seen(viewer)
    assert viewer.page == DEALS and f"{len(places)} hands, costliest first" in listed and f"costs {BOT}" in listed
    viewer.press(keys.ENTER)
    worst = max(viewer.here.judged.moves, key=lambda move: move.cost) if viewer.here.judged else None
    assert worst and viewer.at == worst.step and f"{BOT}: {worst.played} costs" in seen(viewer)
    viewer.press("p")
    assert viewer.order == list(range(len(places)))
    absent = next(n for n in range(DEALS_PLAYED) if n not in {place.number for place in places})
    viewer.go_to(str(absent))
    assert "is not in this list" in seen(viewer)


def test_decisions_whose_cards_are_not_told_are_named_as_a_gap(found: Path) -> None:
    whole = read_leaks(found)
    gaps = msgspec.structs.replace(whole, unjudged=2)
    assert f"The cards of {BOT} are not told at 2 decisions" in "\n".join(as_text(gaps))
    assert "are not told" not in "\n".join(as_text(whole))
