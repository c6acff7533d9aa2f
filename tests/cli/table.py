"""Tables with a person, for tests of what is typed and shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.agents.terms import Terms
from croupier.cli.terminal.opponents import Opponents
from croupier.cli.terminal.session import GO_ON, KEY, LINE, Leaf, Left, Page, TerminalSession
from croupier.games import load
from croupier.kernel.contract.record import Recorder
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.scene import Candidate, Card, Choice, Question, Scene, Seat, Zone


def scene_of(*options: Choice, hand: Sequence[str] = ()) -> Scene:
    """A Scene with nothing but the player's own hand and a question."""
    zones = (Zone(id=1, label="hand", owner=0, cards=tuple(Card(name=name) for name in hand), count=len(hand)),)
    return Scene(
        game="any",
        title="Any game",
        eyes=0,
        zones=zones,
        seats=(Seat(seat=0, name="Ann", you=True),),
        question=Question(number=1, options=options),
    )


def taking(name: str, key: str, cards: Sequence[str], *, fewest: int = 1, most: int = 1, **more: Any) -> Choice:
    """An option that takes cards of the hand, which are in it in this order."""
    takes = tuple(Candidate(zone=1, slot=slot, name=card) for slot, card in enumerate(cards))
    return Choice(name=name, words=name.capitalize(), key=key, fewest=fewest, most=most, takes=takes, **more)


def session(
    name: str, seed: int, *, bots: str = "", seat: int | None = None, by_keys: bool = True, **set_up: Any
) -> TerminalSession:
    """A person's match without a screen."""
    game = load(name)
    config = game.configure(**set_up)
    game = game.for_config(config) if game.for_config else game
    match = Recorder(game, config, seed=seed)
    others = [other for other in range(match.state.table.seats) if other != game.own_seat]
    names = bots.split(",") if bots else [next(iter(game.house_bots.policies), "random")]
    opponents = Opponents(game, names, others, seed=seed, terms=Terms())
    return TerminalSession(
        match, cast_for(game, game.own_seat, opponents.nameplates), opponents, by_keys=True, stops=True
    )


def show(played: TerminalSession, *typed: str) -> list[Page | Leaf]:
    """All pages up to the first that needs an answer when `answers` are used up. Pages without a question are
    passed."""
    answers, seen = list(typed), list[Page | Leaf]()
    pages = played.play()
    try:
        page = next(pages)
        while True:
            seen.append(page)
            asked = isinstance(page, Page) and page.wants in (KEY, LINE)
            if asked and not answers:
                return seen
            reads = isinstance(page, Page) and page.wants == GO_ON
            page = pages.send(answers.pop(0) if asked else " " if reads else "")
    except (StopIteration, Left):
        return seen


def last(played: TerminalSession, *typed: str) -> Page:
    """The last page, which waits for an answer."""
    page = show(played, *typed)[-1]
    assert isinstance(page, Page)
    return page
