"""Which decisions of a bot cost it most, by its recorded matches.

The *cost* of a decision is what the best of its choices is worth, less what the one that was played is worth. Worths
are those of an adviser, from the seat's own view: the cards that it does not see are drawn by what the others' moves
imply, and policies play the rest of the hand.

weighing_rules.py  plays choices out in imagined worlds
weighing.py        the worths of the choices of a decision, for every game
costs.py           from worths to a cost without optimism
judging.py         the decisions of recorded hands, one by one
sampling.py        which hands of which records are judged, and by which workers
findings.py        spots, leaks and the costliest hands
"""
