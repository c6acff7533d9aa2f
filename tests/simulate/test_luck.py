"""The luck after the last decision is taken out, and nothing is told by it that was never shown."""

from __future__ import annotations

import pytest

from croupier import holdem
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Move, State
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.match.luck import ENDS, ends_of_hand

GAME = holdem.GAME
FOLDS = ["2c 3d", "Ac 7s", "Kc Kd", "Ac Ad", "Th Ts", "9h 8h"]


def all_in(folded: str, hands: int = 1) -> tuple[State, State]:
    """Aces against kings before the flop, all of 1,000 chips in, while a third seat, the button, folds some cards:
    the state at the first draw after the last decision, and that at the end of the hand."""
    config = holdem.configure(seats=3, stack=1000, small_blind=5, big_blind=10, hands=hands)
    first, second = folded.split()
    dealer = StackedDealer(parse_cards(f"Ah Kh {first} As Ks {second} 2h 7c 9d Jc 4s"), RandomDealer(1))
    state, moves, decided = GAME.start(config).state, ["FOLD", "RAISE_TO", "CALL"], GAME.start(config).state
    while state.owed and not GAME.between_hands(state):
        asked = GAME.pending(state)[0]
        if asked.seat == HOUSE:
            if moves == [] and state.table.cards.count[0] >= 46:
                decided, moves = state.copy(), ["never"]
            GAME.advance(state, HOUSE, dealer.deal(state, asked))
        else:
            option = asked.named(moves.pop(0))
            assert option is not None
            GAME.advance(state, asked.seat, Move(option.kind, option.high if option.step else 0))
    shown = [holdem.GAME.view(state, None).cards.row[at] >= 0 for at in range(4)]
    assert any(shown)
    return decided, state


@pytest.mark.parametrize("hands", [1, 5])
def test_the_luck_free_figure_is_the_same_whatever_was_folded(hands: int) -> None:
    figures = {tuple(ends_of_hand(GAME, *all_in(folded, hands), key=9)) for folded in FOLDS}
    assert len(figures) == 1
    figure = figures.pop()
    assert sum(figure) == 0 and figure[0] == 0 and figure[1] != figure[2]


def test_the_luck_free_figure_is_near_the_equity() -> None:
    """Aces win against kings 82 times in 100: 640 of 1,000 chips, whatever the third seat has folded."""
    decided, end = all_in("2c 3d")
    ends = [ends_of_hand(GAME, decided, end, key) for key in range(60)]
    imagined = [(one[1] - 1000) / (ENDS - 1) for one in ends]  # without the real end, which the aces have won
    assert sum(imagined) / len(imagined) == pytest.approx(640, abs=70)
