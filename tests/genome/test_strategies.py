"""The strategies that Croupier ships: that they fit the current rules, and which of them play against people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.agents.bot import PolicyBot, house_policy
from croupier.agents.learner import SITUATION, Knowledge
from croupier.agents.learnt import learnt_policy, read_strategy, rules_learnt, write_strategy
from croupier.arena.room.offers import Offer, at_table, policy_of
from croupier.games import classics, load
from croupier.games.genome import GAME, configure, find, of
from croupier.games.genome.players.situation import situation
from croupier.games.genome.strategies import FOLDER, INDEX, SUFFIX, Entry, files, index, rules_of
from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.menu import Menu
from croupier.kernel.vocabulary.rng import Rng, seed

from .table import GenomeTable

IN_ALL = 3_000_000


@pytest.mark.parametrize("name", index())
def test_a_strategy_in_the_box_is_of_its_genome_and_of_these_rules(name: str) -> None:
    """If it is refused here, the rules have changed since: `scripts/learnt` makes it anew."""
    about, _ = read_strategy(files()[name])
    assert index()[name] == Entry(rules_learnt(GAME, about), about.config[0])
    assert learnt_policy(GAME, files()[name]).words[0] == about.situations
    if name in classics():
        assert index()[name] == Entry(rules_of(configure(name)), find(name).player_count)


def test_the_box_has_the_files_of_its_index_and_they_are_small() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {INDEX.name, *(name + SUFFIX for name in index())}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < IN_ALL


def test_rules_are_the_same_in_every_session_of_a_genome_and_differ_between_genomes() -> None:
    usual = rules_of(configure("kuhn"))
    assert rules_of(configure("kuhn", hands=7, chips=33, limit_ms=5)) == usual
    assert rules_of(configure("leduc", seats=3)) == rules_of(configure("leduc"))
    assert len({rules_of(configure(name)) for name in classics()}) == len(classics())


def test_the_learnt_player_sits_down_with_people_and_the_default_one_everywhere_else() -> None:
    assert load("kuhn").house_bots.names[:3] == ["learnt:kuhn", "watchful", "greedy"]
    assert load("hearts").house_bots.names[0] == "watchful"
    assert GAME.house_bots.names[0] == "watchful", "of no genome in particular"
    assert GAME.for_config(configure("leduc")).house_bots.names[0] == "learnt:leduc"
    assert GAME.for_config(configure("leduc", seats=3)).house_bots.names[0] == "watchful", "learnt between two"
    copy = of(find("kuhn"))
    assert copy.house_bots.at_tables == "learnt:kuhn", "by its rules, wherever its file lies"


def test_an_arena_seats_the_learnt_player_by_its_name_and_only_in_its_game() -> None:
    def seated(game: str, named: str = "", **options: Any) -> str:
        return policy_of(at_table(Offer(id="one", game=game, options=options), load(game)), named)

    assert seated("kuhn") == seated("kuhn", "learnt:kuhn") == seated("genome", genome="kuhn") == "learnt:kuhn"
    assert seated("kuhn", "greedy") == "greedy"
    assert seated("leduc", seats=3) == "watchful"
    with pytest.raises(BadInput, match="no house bot 'learnt:kuhn'"):
        seated("leduc", "learnt:kuhn")


def test_a_strategy_of_another_genome_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kuhn"
    config = configure("kuhn", hands=1)
    write_strategy(path, GAME, config, Knowledge.empty(), seed=1, options={}, keys=SITUATION)
    assert house_policy(load("kuhn"), f"learnt:{path}") is house_policy(GAME.for_config(config), f"learnt:{path}")
    for other in (load("leduc"), GAME.for_config(configure("leduc"))):
        with pytest.raises(BadInput, match=r"kuhn was learnt in another genome than .*: learn this one"):
            house_policy(other, f"learnt:{path}")
    with pytest.raises(BadInput, match="was learnt in another genome than"):
        house_policy(load("leduc"), "learnt:kuhn")


def key(table: GenomeTable) -> int:
    rng, m = Rng(), Menu()
    seed(rng, 1, 1)
    fill_menu(m, table.decision)
    return situation(table.view(table.decision.seat), m, rng)


def in_second_hand(cards: str) -> GenomeTable:
    """Kuhn poker after a first hand: seat 1 is dealt its card first, and opens."""
    table = GenomeTable(find("kuhn"), "KcQc", hands=2, chips=9).do("BET")
    table.dealer = StackedDealer(parse_cards(cards), RandomDealer(1))
    table.do("CALL")
    assert (table.table.hands, table.decision.seat) == (1, 1)
    return table


def test_a_bet_is_the_same_situation_in_every_hand_of_a_session() -> None:
    first, second, other = GenomeTable(find("kuhn"), "KcQc"), in_second_hand("KcQc"), in_second_hand("QcKc")
    assert key(first) == key(second) != key(other)
    assert key(first.do("BET")) == key(second.do("BET")) != key(other.do("BET"))


def test_few_cards_are_told_apart_by_rank_and_seen_ones_alone_count() -> None:
    keys = {hand: key(GenomeTable(find("leduc"), hand)) for hand in ("JcQc", "JdKc", "QcJc", "KcJc")}
    assert keys["JcQc"] == keys["JdKc"], "the other's card is hidden, and suits make no difference"
    assert len(set(keys.values())) == 3


def test_the_learnt_player_of_kuhn_calls_with_a_king_and_folds_a_jack_in_any_hand() -> None:
    bot = PolicyBot(house_policy(load("kuhn"), "learnt:kuhn"), key=1)
    for card, expected in (("Kc", "CALL"), ("Jc", "FOLD")):
        for table in (GenomeTable(find("kuhn"), f"Qc{card}").do("BET"), in_second_hand(f"Qc{card}").do("BET")):
            moves = [bot.act(table.view(table.decision.seat), table.decision).kind for _ in range(20)]
            assert moves.count(GAME.kind(expected)) >= 19
