"""Betting as the original language has it: every test that its design lists, by its name, and its edge cases."""

from __future__ import annotations

import random

import pytest

from croupier.games.genome import GAME
from croupier.games.genome.language.genome import BettingPhase, DealPhase, GameGenome
from croupier.games.genome.machine.events import BetReturned, Called, HandShown, Posted, PotAwarded
from croupier.kernel.errors import IllegalAction

from .original import Player, Round
from .table import GenomeTable, genome

BETTING = BettingPhase(min_bet=10, max_raises=3)


def betting(players: int = 2, chips: int = 100, *phases: BettingPhase, **more: object) -> GameGenome:
    return genome(*(phases or (BETTING,)), players=players, chips=chips, **more)  # type: ignore[arg-type]


# Move generation.


def test_betting_moves_no_current_bet() -> None:
    assert GenomeTable(betting()).moves == ["CHECK", "BET"]


def test_betting_moves_with_current_bet() -> None:
    assert GenomeTable(betting()).do("BET").moves == ["CALL", "RAISE", "FOLD"]


def test_betting_moves_cant_afford_call() -> None:
    assert GenomeTable(betting(), stacks=[100, 5]).do("BET").moves == ["ALL_IN", "FOLD"]


def test_betting_moves_cant_afford_min_bet() -> None:
    assert GenomeTable(betting(), stacks=[5, 100]).moves == ["CHECK", "ALL_IN"]


def test_betting_moves_folded_player() -> None:
    table = GenomeTable(betting(3)).do("BET", "FOLD")
    assert table.moves_of(1) == []
    assert table.actor == 2


def test_betting_moves_all_in_player() -> None:
    table = GenomeTable(betting(3), stacks=[5, 100, 100]).do("ALL_IN", "RAISE")
    assert table.moves_of(0) == []
    assert table.actor == 2


def test_betting_moves_max_raises_reached() -> None:
    table = GenomeTable(betting(2, 1000)).do("BET", "RAISE", "RAISE")
    assert table.moves == ["CALL", "RAISE", "FOLD"]
    assert table.do("RAISE").moves == ["CALL", "FOLD"]


def test_betting_moves_enough_to_call_but_not_to_raise() -> None:
    assert GenomeTable(betting(), stacks=[100, 19]).do("BET").moves == ["CALL", "FOLD"]
    assert GenomeTable(betting(), stacks=[100, 20]).do("BET").moves == ["CALL", "RAISE", "FOLD"]


def test_fold_is_never_offered_with_nothing_to_call() -> None:
    with pytest.raises(IllegalAction, match=r"FOLD is not possible now\. Legal: CHECK, BET\."):
        GenomeTable(betting()).do("FOLD")


# Action application.


def test_apply_bet() -> None:
    table = GenomeTable(betting()).do("BET")
    b = table.table.betting
    assert (b.stack[0], b.bet[0], b.pot, b.current_bet, b.raises) == (90, 10, 10, 10, 0)


def test_apply_call() -> None:
    table = GenomeTable(betting(3)).do("BET", "RAISE", "CALL")
    assert table.chips == [90, 80, 80]
    assert table.table.betting.pot == 50


def test_apply_raise() -> None:
    b = GenomeTable(betting()).do("BET", "RAISE").table.betting
    assert (b.raises, b.current_bet, b.stack[1], b.pot) == (1, 20, 80, 30)


def test_apply_all_in() -> None:
    b = GenomeTable(betting(3), stacks=[100, 7, 100]).do("BET", "ALL_IN").table.betting
    assert (b.stack[1], b.bet[1], b.current_bet) == (0, 7, 10)
    assert b.live == 0b111
    assert b.able == 0b101, "it is all-in"


def test_apply_fold() -> None:
    table = GenomeTable(betting(3)).do("BET", "FOLD")
    assert table.table.betting.live == 0b101
    assert table.chips == [90, 100, 100]


def test_any_move_that_takes_the_last_chip_is_all_in() -> None:
    table = GenomeTable(betting(3, 100, BETTING, BETTING), stacks=[10, 20, 100]).do("BET", "RAISE", "CALL")
    assert table.table.betting.able == 0b100
    assert table.actor == 2, "in the second round only seat 2 is left to speak"


# Round termination.


def test_round_ends_all_matched() -> None:
    table = GenomeTable(betting(3, 100, BETTING, BETTING)).do("BET", "CALL", "CALL")
    assert (table.actor, table.moves, table.table.betting.pot) == (0, ["CHECK", "BET"], 30)


def test_round_ends_all_checked() -> None:
    assert GenomeTable(betting(3, 100, BETTING, BETTING)).do("CHECK", "CHECK", "CHECK").table.betting.current_bet == 0


def test_round_ends_all_folded_but_one() -> None:
    table = GenomeTable(betting(3)).do("BET", "FOLD", "FOLD")
    assert table.actor is None
    assert table.scores == (0, 0, 0)


def test_round_ends_all_all_in() -> None:
    table = GenomeTable(betting(3, 100, BETTING, BETTING), deck="2c Ac 3c", stacks=[10, 10, 10]).do(
        "BET", "CALL", "CALL"
    )
    assert table.actor is None, "nobody can bet, so the hand goes to the showdown"
    assert table.chips == [0, 30, 0]


def test_round_continues_unmatched_bet() -> None:
    assert GenomeTable(betting(3)).do("CHECK", "BET").actor == 2
    assert GenomeTable(betting(3)).do("CHECK", "BET", "CALL").actor == 0


def test_round_continues_raise_reopens() -> None:
    table = GenomeTable(betting(3)).do("BET", "CALL", "RAISE")
    assert table.actor == 0
    assert table.do("CALL").actor == 1


def test_round_continues_all_in_above_the_bet_reopens_and_is_no_raise() -> None:
    table = GenomeTable(betting(3), stacks=[100, 5, 100]).do("CHECK", "ALL_IN")
    b = table.table.betting
    assert (b.current_bet, b.raises, table.actor) == (5, 0, 2)
    assert table.do("CALL").actor == 0, "who has checked must answer"
    assert table.moves == ["CALL", "RAISE", "FOLD"]


def test_round_ends_when_nobody_is_left_to_act_though_bets_are_unequal() -> None:
    """Known trap: the loop of the original waits for ever."""
    table = GenomeTable(betting(3), stacks=[100, 3, 4]).do("BET", "ALL_IN", "ALL_IN")
    assert table.actor is None
    assert sum(table.chips) == 107


# Showdown. One card each; aces are high.


def test_showdown_single_winner() -> None:
    table = GenomeTable(betting(3), deck="2c Ac 3c").do("BET", "CALL", "CALL")
    assert table.chips == [90, 120, 90]
    assert [fact.seat for fact in table.told(HandShown)] == [0, 1, 2]


def test_showdown_tied_hands() -> None:
    assert GenomeTable(betting(3), deck="Ac Ad 3c").do("BET", "CALL", "CALL").chips == [105, 105, 90]


def test_showdown_everyone_folded() -> None:
    table = GenomeTable(betting(3), deck="2c Ac Kc").do("BET", "FOLD", "FOLD")
    assert table.chips == [100, 100, 100]
    assert table.told(HandShown) == [], "the last one wins without showing"
    assert table.told(PotAwarded) == [PotAwarded(0, 10)]


def test_showdown_odd_chip_remainder() -> None:
    table = GenomeTable(betting(3, 1000, BettingPhase(min_bet=33)), deck="2h Ac Ad").do("BET", "CALL", "CALL")
    assert table.chips == [967, 967 + 50, 967 + 49]


# Edge cases.


def test_player_starts_with_fewer_chips_than_min_bet() -> None:
    table = GenomeTable(betting(2, 100), deck="Ac 2c", stacks=[4, 100])
    assert table.moves == ["CHECK", "ALL_IN"]
    assert table.do("ALL_IN").moves == ["CALL", "RAISE", "FOLD"]
    assert table.do("CALL").chips == [8, 96]


def test_all_players_go_all_in_immediately() -> None:
    table = GenomeTable(betting(2), deck="Ac 2c", stacks=[5, 5]).do("ALL_IN", "CALL")
    assert table.actor is None
    assert table.chips == [10, 0]


def test_two_players_tie_with_an_odd_pot_of_101() -> None:
    played = betting(3, 1000, BettingPhase(min_bet=50, ante=0, max_raises=0))
    table = GenomeTable(played, deck="Ac 2c Ad", stacks=[500, 1, 500]).do("BET", "ALL_IN", "CALL")
    assert table.chips == [450 + 51, 0, 450 + 50]


def test_player_raises_to_exactly_max_raises() -> None:
    table = GenomeTable(betting(2, 100, BettingPhase(10, max_raises=1))).do("BET")
    assert "RAISE" in table.moves
    assert "RAISE" not in table.do("RAISE").moves


def test_max_raises_zero_still_allows_the_bet() -> None:
    assert GenomeTable(betting(2, 100, BettingPhase(10, max_raises=0))).do("BET").moves == ["CALL", "FOLD"]


# One pot, as in the original; side pots as an addition.


def test_one_pot_goes_to_a_short_all_in_whole() -> None:
    table = GenomeTable(betting(3), deck="2c Ac 3c", stacks=[100, 3, 100]).do("BET", "ALL_IN", "CALL")
    assert table.chips == [90, 23, 90], "uncalled chips stay in the pot too"


def test_side_pots_limit_what_a_short_all_in_wins() -> None:
    played = betting(3, side_pots=True)
    table = GenomeTable(played, deck="2c Ac 3c", stacks=[100, 3, 100]).do("BET", "ALL_IN", "CALL")
    assert table.chips == [90, 9, 104]


def test_side_pots_return_uncalled_bets() -> None:
    table = GenomeTable(betting(2, side_pots=True), deck="2c Ac", stacks=[100, 3]).do("BET", "ALL_IN")
    assert table.told(BetReturned) == [BetReturned(0, 7)]
    assert table.chips == [97, 6]


def test_one_pot_keeps_uncalled_bets() -> None:
    table = GenomeTable(betting(2), deck="Ac 2c", stacks=[100, 3]).do("BET", "ALL_IN")
    assert table.chips == [103, 0]
    assert GenomeTable(betting(2), deck="2c Ac", stacks=[100, 3]).do("BET", "ALL_IN").chips == [90, 13]


def test_a_seat_that_alone_has_chips_is_asked_only_where_it_matters() -> None:
    phases = BETTING, BETTING
    one_pot = GenomeTable(betting(2, 100, *phases), stacks=[10, 100]).do("BET", "CALL")
    assert (one_pot.actor, one_pot.moves) == (1, ["CHECK", "BET"])
    side_pots = GenomeTable(betting(2, 100, *phases, side_pots=True), stacks=[10, 100]).do("BET", "CALL")
    assert side_pots.actor is None


# Additions: forced bets, structures, opening order.


def test_forced_bet_offers_check_and_raise_but_no_bet() -> None:
    table = GenomeTable(betting(3, 100, BettingPhase(10, 3, blinds=(5, 10))))
    assert (table.chips, table.actor, table.moves) == ([95, 90, 100], 2, ["CALL", "RAISE", "FOLD"])
    table.do("CALL", "CALL")
    assert (table.actor, table.moves) == (1, ["CHECK", "RAISE"])


def test_blinds_between_two_players_are_as_heads_up() -> None:
    table = GenomeTable(betting(2, 100, BettingPhase(10, 3, blinds=(5, 10)), BETTING))
    assert (table.chips, table.actor) == ([90, 95], 1)
    assert table.do("CALL", "CHECK").actor == 0


def test_nobody_posts_two_blinds() -> None:
    played = betting(3, 100, BettingPhase(100, 0, blinds=(5, 10, 20)), hands=2)
    table = GenomeTable(played, deck="3c 2c Ac", stacks=[20, 100, 100]).do("CALL", "FOLD", "CHECK")
    assert [fact.chips for fact in table.told(Posted)] == [5, 10, 20, 5, 10], "two seats are left for three blinds"


def test_ante_is_paid_by_all_and_is_no_bet() -> None:
    table = GenomeTable(betting(3, 100, BettingPhase(10, ante=2)), stacks=[100, 1, 100])
    b = table.table.betting
    assert table.chips == [98, 0, 98]
    assert (b.pot, b.current_bet, table.moves) == (5, 0, ["CHECK", "BET"])


def test_spread_limit_lets_choose_the_size() -> None:
    table = GenomeTable(betting(2, 1000, BettingPhase(10, 3, structure="spread", spread=30)))
    table.do("BET 25")
    with pytest.raises(IllegalAction, match="RAISE 56 is above the maximum of 55"):
        table.do("RAISE 56")
    assert table.do("RAISE 55").table.betting.current_bet == 55


def test_pot_limit_is_the_pot_after_calling() -> None:
    table = GenomeTable(betting(2, 1000, BettingPhase(10, 3, ante=10, structure="pot_limit"))).do("BET 20")
    with pytest.raises(IllegalAction, match="RAISE 81 is above the maximum of 80"):
        table.do("RAISE 81")


def test_no_limit_lets_bet_everything() -> None:
    table = GenomeTable(betting(2, 1000, BettingPhase(10, 3, structure="no_limit"))).do("BET 1000")
    assert table.moves == ["CALL", "FOLD"]


@pytest.mark.parametrize(("opening", "seat"), [("start", 0), ("high_showing", 1), ("low_showing", 2)])
def test_opening_order(opening: str, seat: int) -> None:
    played = genome(DealPhase(face="up"), BettingPhase(opening=opening), players=3, cards=0, chips=100)  # type: ignore[arg-type]
    assert GenomeTable(played, deck="9c Kc 3c").actor == seat


def test_bring_in_is_forced_on_the_opener_and_the_next_seat_speaks() -> None:
    bring_in = BettingPhase(10, 3, opening="low_showing", bring_in=5)
    table = GenomeTable(genome(DealPhase(face="up"), bring_in, players=3, cards=0, chips=100), deck="9c 3c Kc")
    assert table.told(Posted) == [Posted(1, 5)]
    assert (table.actor, table.moves) == (2, ["CALL", "RAISE", "FOLD"])
    table.do("CALL", "CALL")
    assert (table.actor, table.moves) == (1, ["CHECK", "RAISE"])
    assert table.do("RAISE").table.betting.current_bet == 15


# Sessions.


def test_betting_simulation_completes() -> None:
    from croupier.games.genome import GAME, configure
    from croupier.kernel.showing.playthrough import play_out, random_chooser

    for key in range(20):
        match = play_out(GAME, configure(betting(4, 60, BETTING, BETTING, hands=8)), random_chooser(GAME, key), key)
        assert GAME.over(match.state)


def test_betting_chips_conserved() -> None:
    from croupier.games.genome import GAME, configure
    from croupier.kernel.showing.playthrough import play_out, random_chooser

    for key in range(20):
        match = play_out(GAME, configure(betting(4, 60, BETTING, BETTING, hands=8)), random_chooser(GAME, key), key)
        assert sum(match.state.table.betting.stack) == 4 * 60


# The whole of it, against the original's pseudo-code.


@pytest.mark.parametrize("shard", range(4))
def test_betting_is_that_of_the_original_move_by_move(shard: int) -> None:
    chance = random.Random(shard)
    for _ in range(60):
        stacks = [chance.choice([chance.randint(1, 30), chance.randint(20, 200)]) for _ in range(chance.randint(2, 6))]
        phases = [BettingPhase(chance.randint(1, 20), chance.randint(0, 3)) for _ in range(chance.randint(1, 4))]
        table = GenomeTable(betting(len(stacks), 200, *phases), stacks=stacks)
        original = Round([Player(chips) for chips in stacks])
        for phase in phases:
            original.open(phase.min_bet, phase.max_raises, 0)
            while (actor := original.actor()) is not None:
                assert (table.actor, table.moves) == (actor, original.moves(actor))
                move = chance.choice(table.moves)
                original.apply(actor, move)
                paid = [player.chips for player in original.players]
                table.do(move)
                if table.actor is not None:
                    assert (table.chips, table.table.betting.pot) == (paid, original.pot)
        assert table.actor is None, "the original has played all its rounds"
        assert sum(table.chips) == sum(stacks)


def test_short_big_blind_is_called_as_far_as_it_can_be_contested() -> None:
    """Heads-up with side pots, the small blind has put in more than the big blind can win: nobody is asked."""
    betting = BettingPhase(10, blinds=(5, 10))
    table = GenomeTable(genome(betting, cards=1, chips=100, side_pots=True), "As Kh", stacks=[3, 100])
    assert table.actor is None
    assert table.chips == [6, 97]
    table = GenomeTable(genome(betting, cards=1, chips=100), stacks=[3, 100])
    assert table.moves == ["CALL", "RAISE", "FOLD"], "with one pot the whole blind must be called"


def test_short_big_blind_stands_while_another_seat_can_contest_it() -> None:
    betting = BettingPhase(10, blinds=(5, 10))
    table = GenomeTable(genome(betting, players=3, cards=1, chips=100, side_pots=True), stacks=[100, 3, 100])
    assert (table.actor, table.moves) == (2, ["CALL", "RAISE", "FOLD"])
    table.do("CALL")
    assert table.chips == [95, 0, 90]
    table.do("CALL")
    assert table.told(Called)[-1].chips == 5


@pytest.mark.parametrize("stack", [5, 6])
@pytest.mark.parametrize("side_pots", [False, True])
def test_blind_stands_though_the_ante_took_all_chips(stack: int, side_pots: bool) -> None:
    betting = BettingPhase(10, ante=5, blinds=(5, 10))
    table = GenomeTable(genome(betting, players=3, chips=100, side_pots=side_pots), stacks=[100, stack, 100])
    assert table.table.betting.current_bet == 10
    assert table.do("CALL").chips[2] == 85


def test_raise_adds_no_less_than_the_big_blind() -> None:
    """Where raises are of any size; with the last chips it may be less."""
    betting = BettingPhase(10, blinds=(50, 100), structure="no_limit")
    table = GenomeTable(genome(betting, chips=1000), stacks=[1000, 130])
    raising = GAME.pending(table.state)[0].option(GAME.kind("RAISE"))
    assert raising is not None and (raising.low, raising.high) == (130, 130)
    table = GenomeTable(genome(betting, chips=1000))
    raising = GAME.pending(table.state)[0].option(GAME.kind("RAISE"))
    assert raising is not None and (raising.low, raising.high) == (200, 1000)
