"""The end of a hand of hold'em, solved: river and turn between two players, every hand of both ranges at once.

`tree` builds the betting tree by the house's rules, `hands` sorts the hands, `sweep` is the compiled part, and `solver`
is the interface.
"""

from .hands import COMBOS, combo_number
from .solver import Endgame, Judgement, Look
from .tree import ALL_IN, Act, Node, Spot, node_after

__all__ = ["ALL_IN", "COMBOS", "Act", "Endgame", "Judgement", "Look", "Node", "Spot", "combo_number", "node_after"]
