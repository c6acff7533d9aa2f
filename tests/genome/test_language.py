"""The language: what is read, what is written, and what is refused, with every flaw at once."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from croupier.games import load
from croupier.games.genome import BadGenome, find, from_json, read, to_json, validate
from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    GameGenome,
    HighScore,
    MostCaptured,
    MostChips,
    PlayPhase,
    SessionLength,
    ShowdownPhase,
    TrickPhase,
)
from croupier.games.genome.language.random_genome import random_genome
from croupier.games.genome.machine.program import PROGRAM
from croupier.games.genome.machine.translate import translate
from croupier.kernel.errors import BadInput

from .table import HIGH_CARD, genome

LEAST: dict[str, Any] = {"setup": {"cards_per_player": 5}, "turn_structure": {"phases": [{"type": "ShowdownPhase"}]}}


def changed(**places: Any) -> str:
    """The least genome with some fields changed, named by their path, such as setup__trump_suit."""
    data = json.loads(json.dumps(LEAST))
    for path, value in places.items():
        inside, *names = data, *path.split("__")
        for name in names[:-1]:
            inside = inside[name]
        inside[names[-1]] = value
    return json.dumps(data)


def flaws(text: str) -> list[tuple[str, str]]:
    """Where a text is flawed, and how to mend it."""
    with pytest.raises(BadGenome) as refusal:
        from_json(text)
    return [(flaw.path, flaw.mend) for flaw in refusal.value.flaws]


def test_betting_phase_is_written_as_in_the_original() -> None:
    written = json.loads(to_json(genome(BettingPhase(), chips=100)))
    assert written["turn_structure"]["phases"] == [{"type": "BettingPhase", "min_bet": 10, "max_raises": 3}]
    assert written["setup"] == {
        "cards_per_player": 1,
        "initial_deck": "standard_52",
        "initial_discard_count": 0,
        "trump_suit": None,
        "starting_chips": 100,
    }
    names = ["schema_version", "genome_id", "generation", "setup", "turn_structure", "win_conditions", "max_turns"]
    assert list(written)[:8] == [*names, "player_count"]


def test_additions_are_written_where_they_say_something() -> None:
    written = json.loads(to_json(genome(BettingPhase(ante=5, blinds=(5, 10)), chips=100, side_pots=True)))
    assert written["turn_structure"]["phases"][0]["blinds"] == [5, 10]
    assert written["setup"]["side_pots"] is True
    assert "rounds" not in written["turn_structure"]


def test_betting_genome_roundtrip() -> None:
    """BettingPhase serializes and deserializes correctly."""
    made = genome(BettingPhase(7, 2), DealPhase(2, "community", "up"), BettingPhase(ante=3), chips=50)
    assert from_json(to_json(made)) == made


def test_random_genomes_roundtrip() -> None:
    for seed in range(300):
        made = random_genome(random.Random(seed))
        text = to_json(made)
        assert from_json(text) == made
        assert to_json(from_json(text)) == text


def test_old_files_load_with_defaults() -> None:
    made = from_json(json.dumps(LEAST))
    assert made.setup.starting_chips == 0
    assert made.win_conditions == (BestHand(),)
    assert (made.player_count, made.max_turns, made.session) == (2, 100, SessionLength(hands=10))
    assert from_json(changed(turn_structure__phases=[{"type": "BettingPhase"}])).turn_structure.phases == (
        BettingPhase(),
    )


def test_unknown_fields_are_named_with_their_place() -> None:
    text = changed(setup__starting_chip=100, win_conditions=[{"type": "best_hand", "kicker": 1}], session={"author": 1})
    assert flaws(text) == [
        ("$.setup.starting_chip", "Write starting_chips, or leave it out"),
        (
            "$.win_conditions[0].kicker",
            "It is one of bust, evaluation, one_suit, soft_aces, target, type, or leave it out",
        ),
        ("$.session.author", "It is one of hands, or leave it out"),
    ]


@pytest.mark.parametrize(
    ("text", "path", "mend"),
    [
        (changed(setup__trump_suit="heart"), "$.setup.trump_suit", "Write hearts"),
        (changed(setup__starting_chips=-1), "$.setup.starting_chips", "Write a number from 0 to 1000000"),
        (changed(setup__starting_chips=10.0), "$.setup.starting_chips", "Write a whole number"),
        (changed(setup__side_pots=1), "$.setup.side_pots", "Write true or false"),
        (changed(setup={}), "$.setup.cards_per_player", "Add it; it has no default"),
        (changed(setup=5), "$.setup", "Write it in braces, with its fields"),
        (changed(turn_structure__phases=[]), "$.turn_structure.phases", "Give it at least 1"),
        (changed(turn_structure__phases={}), "$.turn_structure.phases", "Write it in brackets"),
        (changed(turn_structure={"phases": [{"type": "Bet"}]}), "$.turn_structure.phases[0].type", "It is one of "
         "BettingPhase, DealPhase, DiscardPhase, DrawPhase, PlayPhase, ShowdownPhase, TrickPhase"),
        (changed(win_conditions=[{}]), "$.win_conditions[0].type", "It is one of best_hand, empty_hand, high_score, "
         "low_score, most_captured, most_chips"),
        (changed(win_conditions=["best_hand"]), "$.win_conditions[0]", "Write it in braces, with its type and fields"),
        (changed(genome_id=7), "$.genome_id", "Write a text"),
        (changed(player_count=True), "$.player_count", "Write a whole number"),
        (changed(schema_version="2.0"), "$.schema_version", "Write 1.0"),
        (changed(title="x" * 201), "$.title", "Shorten it to 200"),
        (changed(title="a\ud800"), "$.title", "Write it in one line, without them"),
        (changed(genome_id="\x1b[2J"), "$.genome_id", "Write it in one line, without them"),
        (changed(note="a\nb"), "$.note", "Write it in one line, without them"),
        (changed(turn_structure__phases=[{"type": "PlayPhase", "conditions": [{"type": "rank_is", "ranks": ["8", "8"]}]}
         ]), "$.turn_structure.phases[0].conditions[0].ranks", "Keep one of them"),
        ("[]", "$", "Write it in braces, with its fields"),
    ],
)  # fmt: skip
def test_wrong_value_is_refused_with_its_place_and_how_to_mend_it(text: str, path: str, mend: str) -> None:
    assert flaws(text) == [(path, mend)]


def test_text_that_is_no_json_is_refused() -> None:
    with pytest.raises(BadInput, match="is not JSON"):
        from_json("{")


def test_field_that_is_there_twice_is_refused() -> None:
    text = json.dumps(LEAST).replace('"cards_per_player": 5', '"cards_per_player": 5, "cards_per_player": 6')
    assert flaws(text) == [("$.setup.cards_per_player", "Keep one of them")]


def test_flaws_can_be_printed_whatever_is_in_the_file() -> None:
    with pytest.raises(BadGenome) as refusal:
        from_json(json.dumps({**LEAST, "colour\x1b": "\ud800", "max_turns": "\x9b2J"}))
    assert all(line.isprintable() for line in str(refusal.value).splitlines())


def test_one_card_at_most_is_taken_from_the_discard_pile() -> None:
    several = DrawPhase(count=3, source="discard"), DrawPhase(count=3, source="deck_or_discard")
    wrong = genome(*several, initial_discard_count=5)
    assert [flaw.path for flaw in validate(wrong)] == ["$.turn_structure.phases[0].count"]


def test_spread_is_no_less_than_any_forced_bet() -> None:
    for forced in ({"blinds": (5, 30)}, {"bring_in": 30, "opening": "low_showing"}):
        wrong = genome(BettingPhase(5, structure="spread", spread=20, **forced), chips=100)
        assert [flaw.mend for flaw in validate(wrong)] == ["Write 30 or more"]


def test_somebody_must_get_cards_before_anything_but_betting() -> None:
    for to in ("community", "discard"):
        for phase in (TrickPhase(), ShowdownPhase()):
            wrong = genome(DealPhase(to=to), phase, DealPhase(), cards=0)
            assert [flaw.path for flaw in validate(wrong)] == ["$.setup.cards_per_player"]
            assert validate(genome(DealPhase(to=to), DealPhase(), phase, cards=0)) == []
    assert [flaw.path for flaw in validate(genome(BettingPhase(), cards=0, chips=100))] == ["$.setup.cards_per_player"]


def test_every_flaw_is_reported_at_once() -> None:
    flawed = genome(
        BettingPhase(min_bet=200, ante=500),
        BettingPhase(blinds=(20, 10), spread=5),
        DealPhase(9, "community"),
        players=9,
        cards=6,
        chips=100,
        win=(EmptyHand(), EmptyHand(), MostChips(50)),
    )
    assert [flaw.path for flaw in validate(flawed)] == [
        "$.turn_structure.phases[0].min_bet",
        "$.turn_structure.phases[0].ante",
        "$.turn_structure.phases[1].blinds",
        "$.turn_structure.phases[1].spread",
        "$.setup.initial_deck",
        "$.turn_structure.phases",
        "$.win_conditions[1]",
        "$.win_conditions[2].threshold",
    ]


def test_nobody_chooses_among_cards_that_only_the_others_see() -> None:
    for phase in (PlayPhase(), DiscardPhase(), TrickPhase()):
        blind = genome(DealPhase(face="others"), DrawPhase(face="others"), phase, face="others")
        places = ["$.setup", "$.turn_structure.phases[0]", "$.turn_structure.phases[1]"]
        assert [flaw.path for flaw in validate(blind)] == [f"{place}.face" for place in places]
    assert validate(genome(DealPhase(face="others"), BettingPhase(), chips=100, face="others")) == []


def test_cards_on_the_table_are_not_dealt_for_others_to_see() -> None:
    for to in ("community", "discard"):
        for phases in ((DealPhase(to=to, face="others"), PlayPhase()), (DealPhase(to=to, face="others"),)):
            (flaw,) = validate(genome(*phases))
            assert str(flaw) == (
                "$.turn_structure.phases[0].face: cards on the table belong to nobody, so there are no others: "
                "they lie face up for all. Leave it out, or deal them to the hands."
            )
        assert validate(genome(DealPhase(to=to), DealPhase(to=to, face="up"), PlayPhase())) == []


def test_bring_in_needs_an_opening_by_open_cards() -> None:
    wrong = genome(BettingPhase(bring_in=200), chips=100)
    assert [flaw.path for flaw in validate(wrong)] == ["$.turn_structure.phases[0].bring_in"] * 2


def test_betting_parameter_validation() -> None:
    """A bet above the starting chips, or without chips at all, is refused; random betting never is either."""
    assert [f.path for f in validate(genome(BettingPhase(min_bet=11), chips=10))] == [
        "$.turn_structure.phases[0].min_bet"
    ]
    assert [f.path for f in validate(genome(BettingPhase()))] == ["$.turn_structure.phases[0]"]
    for seed in range(300):
        made = random_genome(random.Random(seed))
        for phase in made.turn_structure.phases:
            if isinstance(phase, BettingPhase):
                assert 0 < phase.min_bet <= made.setup.starting_chips


def test_chips_that_nobody_can_bet_are_refused() -> None:
    """Nothing would ever be won with them, whatever the win conditions say."""
    assert [flaw.path for flaw in validate(genome(DrawPhase(), chips=100))] == ["$.setup.starting_chips"]
    assert validate(genome(DrawPhase())) == []


def test_genome_made_in_python_is_checked_like_a_file() -> None:
    wrong = msgspec.structs.replace(find("kuhn"), player_count=99)
    assert [flaw.path for flaw in validate(wrong)] == ["$.player_count"]


def test_flaws_read_like_sentences(tmp_path: Any) -> None:
    path = tmp_path / "game.json"
    path.write_text(changed(max_turns=0))
    with pytest.raises(BadGenome) as refusal:
        read(path)
    flaw = "$.max_turns: 0 is out of range. Write a number from 1 to 1000."
    assert str(refusal.value) == f"{path} has one flaw:\n  {flaw}"


def test_file_is_loaded_wherever_a_game_is_named(tmp_path: Any) -> None:
    path = tmp_path / "mine.json"
    path.write_text(to_json(find("leduc")))
    game = load(str(path))
    assert (game.name, game.title) == ("genome", "Leduc hold'em")
    assert game.configure() == load("genome").configure("leduc")
    with pytest.raises(BadInput, match="cannot be read"):
        load(str(tmp_path / "none.json"))
    path.rename(tmp_path / "MINE.JSON")
    assert load(str(tmp_path / "MINE.JSON")).title == "Leduc hold'em"


@pytest.mark.parametrize("name", ["./kuhn", "./kuhn.txt", "/kuhn", "..", ".kuhn", "ku hn.x"])
def test_name_that_is_neither_game_nor_module_nor_file_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match=r"There is no game .* its file, which ends in \.json\."):
        load(name)


def test_the_longest_genome_fits() -> None:
    phases = [BettingPhase(1, ante=1, blinds=(1, 1, 1))] * 12
    win = (HIGH_CARD, HighScore(), EmptyHand(), MostCaptured())
    longest = genome(*phases, players=3, chips=100, win=win, initial_discard_count=1, rounds=2)
    assert validate(longest) == []
    assert PROGRAM - 5 < len(translate(longest).code) <= PROGRAM


def test_every_part_says_what_it_is_for() -> None:
    """The rule book and the schema are made from the language: no part of it may be mute."""
    parts = msgspec.json.schema(GameGenome)["$defs"].values()
    assert all(part.get("description") for part in parts)
