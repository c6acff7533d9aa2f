"""The two tables that records become, column by column; docs/data.md has the same lists.

A column that a game does not have, or whose value is not in the record, is None.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Row = dict[str, Any]
"""A value for each column of its table."""


class Column(NamedTuple):
    """A column: `kind` is the type of its values, other than None."""

    name: str
    kind: type[str] | type[int] | type[bool]
    means: str


_MATCH = (
    Column("record", str, "the name of the record's file, as it was given or found"),
    Column("match", int, "the number of the match in the file, from 1"),
    Column("hand", int, "the number of the hand in the match, from 1"),
)
HANDS = (
    *_MATCH,
    Column("deal", int, "the number of the deal; in duplicate play several matches have the same deal"),
    Column("game", str, "`holdem`, `deal`, `battle`, `genome`, or the name of a game of your own"),
    Column(
        "title",
        str,
        "what the game is called: `No-limit hold'em`. A record of a genome has its rules and not its name, so it is "
        "`A genome`, or with `--game kuhn`, `Kuhn poker`",
    ),
    Column("seat", int, "the seat, from 0"),
    Column("player", str, "who sat there"),
    Column("role", str, "the role of the seat, in games whose seats differ: `the Narc`"),
    Column("position", int, "in hold'em: the number of players from the button to this one; 0 is the button"),
    Column("stack", int, "chips before the hand, antes and blinds not yet paid"),
    Column("cards", str, "the first cards that the seat held"),
    Column("last_cards", str, "the cards that it held when the hand ended; others where cards are drawn or discarded"),
    Column("shown", bool, "whether everybody at the table saw those last cards"),
    Column("folded", bool, "whether the seat gave up the hand"),
    Column("board", str, "the cards that lay open in the middle when the hand ended"),
    Column("pot", int, "all chips that were paid out of pots in this hand"),
    Column("collected", int, "the part of them that this seat was paid"),
    Column("won", int, "how much the hand changed this seat's score, in the game's own points; in hold'em chips"),
    Column("score", int, "the seat's score in the match after the hand"),
    Column("finished", bool, "whether the hand was played to its end"),
)
ACTIONS = (
    *_MATCH,
    Column("step", int, "the number of the move in the match, from 1, as `croupier replay` counts"),
    Column("actor", str, "`seat`, `house` (chance) or `clock` (time that ran out)"),
    Column("seat", int, "the seat that acted"),
    Column("player", str, "who sat there"),
    Column("phase", str, "the part of the hand before the move: `Flop`"),
    Column("stack", int, "the seat's chips before the move"),
    Column("pot", int, "chips in the pot before the move, bets of this round included"),
    Column("to_call", int, "what a call would have cost the seat"),
    Column("action", str, "the kind of move: `RAISE_TO`; the house has `DRAWN` and `NEXT_HAND`"),
    Column("amount", int, "the amount of the move, as its kind counts: of `RAISE_TO` the total of the street"),
    Column("chips", int, "how many chips the move cost the seat"),
    Column("cards", str, "the cards of the move: drawn, laid, discarded"),
    Column("misdeed", str, "what the bot did wrong before this move was played in its place"),
)
TABLES = {"hands": HANDS, "actions": ACTIONS}
