"""Uploaded files: hand histories in PHH or of PokerStars, and Croupier's own records.

The visitor who uploads a file has all its cards already, so every view of it is permitted.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.games import GAMES, load
from croupier.games.holdem import GAME as HOLDEM
from croupier.history import BrokenHand, HandHistory, OtherVariant, Replay, chosen_replay, hands_in
from croupier.kernel.contract.game import Game, Step
from croupier.kernel.contract.nameplate import Nameplate, nameplates
from croupier.kernel.contract.record import MARK, MatchRecord, Played, Series, config_of, move_of, replay
from croupier.kernel.errors import BadInput, CroupierError
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import HOUSE

from .hands import PlayedHand, PlayedMatch

MOST_HANDS = 5_000
"""Of one file."""


def match_of_file(text: str) -> PlayedMatch:
    """The hands of a file; BadInput says what is wrong with it."""
    if text.lstrip().startswith("{"):
        return _of_record(text.lstrip().encode())
    found = hands_in(text, "this file")
    if len(found) > MOST_HANDS:
        raise BadInput(f"This file has {len(found):,} hands; at most {MOST_HANDS:,} are shown. Cut it into several.")
    hands, skipped = [], list[str]()
    for _, read in found:
        try:
            hands.append(_of_history(read()))
        except (OtherVariant, BrokenHand, BadInput) as error:
            skipped.append(str(error))
    if not hands:
        raise BadInput(skipped[0] if skipped else "This file has no hand in it.")
    return PlayedMatch(HOLDEM, hands, HOLDEM.title, skipped)


def _of_history(history: HandHistory) -> PlayedHand:
    """The hand of a hand history, played by our rules."""
    begun = chosen_replay(history)
    played = Replay(history, begun.scale, begun.seating).run()
    many = range(begun.state.table.seats)
    names = [history.player(begun.seats.index(seat)) if seat in begun.seats else "" for seat in many]
    plates = [Nameplate(f"player-{seat}", name) for seat, name in enumerate(names)]
    return PlayedHand(tuple(plates), None, Step(begun.state, begun.events[0]), played.moves)


def _of_record(text: bytes) -> PlayedMatch:
    """A record of Croupier, of one match or of a series."""
    series, matches = _read(text)
    if series.game not in GAMES:
        raise BadInput(f"The record is of {series.game!r}, not a game of Croupier.")
    game = load(series.game)
    game = game.for_config(config_of(game, series)) if game.for_config else game
    hands: list[PlayedHand] = []
    for played in matches:
        hands += _of_match(game, series, played)
        if len(hands) > MOST_HANDS:
            raise BadInput(f"This record has more than {MOST_HANDS:,} hands. Cut it into several.")
    return PlayedMatch(game, hands, game.title)


def _read(text: bytes) -> tuple[Series, Sequence[Played]]:
    if not text.startswith(MARK):
        series, played = MatchRecord.from_json(text)
        return series, [played]
    head, *lines = text.splitlines()
    try:
        series = msgspec.json.decode(head, type=Series)
        matches = [msgspec.json.decode(line, type=Played) for line in lines if not line.startswith(MARK)]
    except msgspec.MsgspecError as error:
        raise BadInput(f"This is not a record of Croupier's: {error}.") from error
    if not matches:
        raise BadInput("This record has no match in it.")
    return series, matches


def _of_match(game: Game, series: Series, played: Played) -> list[PlayedHand]:
    """The hands of one match of a record."""
    try:
        steps = list(replay(game, series, played))
    except CroupierError as error:
        hidden = any(UNKNOWN in cards for *_, cards in played.moves)
        why = " Cards that its reader was not shown are missing from it." if hidden else ""
        raise BadInput(f"This record cannot be played again: {error}{why}") from error
    names = [series.bots[bot] for bot in played.seating if bot < len(series.bots)]
    players = tuple(nameplates(names if len(names) >= steps[0].state.table.seats else []))
    hands = [PlayedHand(players, None, steps[0])]
    legs = {leg.step for leg in played.legs}
    for number, line in enumerate(played.moves, 1):
        actor, move = move_of(game, line)
        if actor == HOUSE and move.kind == NEXT_HAND:
            before = None if number in legs else steps[number - 1].state
            hands.append(PlayedHand(players, before, steps[number]))
        else:
            hands[-1].moves.append((actor, move))
    return hands
