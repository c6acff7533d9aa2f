"""The heads-up blueprint of no-limit hold'em: a strategy that was learnt by self-play, shipped with the package.

cards.py     hole cards and a board as one of a few hundred buckets
tree.py      the betting tree of a stack depth, made by the real rules of betting
memory.py    the file: tables of cards, trees and strategies as one array of 64-bit words
history.py   where the betting of a real hand stands in a tree
play.py      the policy
ranges.py    both players' ranges
strategies.py  what the policy does with every hand at once
endgames.py  the rest of a hand as an endgame between these ranges
solving.py   the river solved at the table
valuation.py what its choices are worth, for whoever judges a decision
push_fold.py exact play before the flop below fifteen big blinds
making/      how all of it is made (`scripts/blueprint`)
"""
