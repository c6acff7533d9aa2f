"""The single changes of a table. Only `follow`, and the code by which it follows orders and snapshots, calls them."""

from __future__ import annotations

from typing import Any

from croupier.kernel.contract.game import Move, State
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.menu import LEAVE, NEXT_HAND, SIT
from croupier.kernel.vocabulary.turns import HOUSE

from ..dealing import FairDealer
from .configs import planned
from .inputs import CHOOSES
from .lines import Sat
from .news import (
    ChairRemoved,
    Committed,
    Draws,
    HandBegan,
    HandEnded,
    HandOpens,
    Linked,
    MatchEnded,
    Moved,
    Released,
    Replanned,
    Seated,
    Spoken,
    Tell,
)
from .plan import Plan
from .table import Chair, Table

# Chairs


def seat(table: Table, sat: Sat, tell: Tell) -> None:
    """Put a player into a chair, or free the chair."""
    chair = table.chairs[sat.seat]
    chair.clear()
    chair.id, chair.name, chair.policy = sat.id, sat.name, sat.policy
    chair.bank_ms = table.plan.bank_ms if sat.bank_ms is None else sat.bank_ms
    chair.bank_levels = sat.bank_levels
    chair.dialect, chair.stranger = sat.dialect, bool(sat.id) and table.state is not None
    chair.buy_in, chair.tops_up, chair.stack = sat.buy_in, sat.tops_up, sat.stack
    if sat.took is not None:
        table.taken_away[sat.id] = sat.took
    table.newcomers.add(sat.seat) if _comes_by_itself(chair) else table.newcomers.discard(sat.seat)
    tell(Seated(sat.seat))


def _comes_by_itself(chair: Chair) -> bool:
    """Whether the table lets its player in, without a word from it."""
    return chair.taken and (chair.stack > 0 or chair.buy_in != CHOOSES)


def free(table: Table, chair: Chair, tell: Tell) -> None:
    """Free a chair."""
    seat(table, Sat(chair.seat), tell)


def speak(table: Table, seat: int, dialect: str, tell: Tell) -> None:
    """Set the dialect of a chair."""
    table.chairs[seat].dialect = dialect
    tell(Spoken(seat))


def replan(table: Table, plan: Plan, tell: Tell) -> None:
    """Play by another plan from the next match on, and as far as possible from the next hand on."""
    game, table.full = planned(table.rules, plan)
    table.plan = plan
    if table.state is None and table.rules.for_config:
        table.game = table.shoe.game = game
        tell(Replanned())
    set_chairs(table, tell)


def set_chairs(table: Table, tell: Tell) -> None:
    """Add or remove chairs, so that there are enough for the plan and for the current match."""
    inside = table.state.table.seats if table.state is not None else table.plan.seats
    for gone in table.chairs[max(inside, table.plan.seats) :]:
        tell(ChairRemoved(gone.seat))
    del table.chairs[max(inside, table.plan.seats) :]
    table.chairs += [Chair(seat) for seat in range(len(table.chairs), table.plan.seats)]
    for chair in table.chairs:
        chair.outside = chair.seat >= inside


# Hands


def start_match(table: Table, config: Any, at: int, tell: Tell) -> None:
    """Start a match with its config."""
    table.match += 1
    table.hand, table.level, table.began, table.ending = 0, 0, at, False
    table.newcomers.clear()
    table.forfeits.clear()
    table.taken_away = {}
    for chair in table.chairs:
        chair.told_to_return = 0
        if table.match > 1:  # a player that was moved to a table without a match has its own bank
            chair.bank_ms = table.plan.bank_ms
    if table.game.purses is not None and table.game.purses.are(config):
        return _open_to_players(table, config, tell)
    _open_hand(table, True, tell)
    position, table.begins_in = table.begins_in, None
    if position is None:
        step = table.game.start(config)
        _begin(table, step.state, HandBegan(step.events, config), tell)
    else:
        _begin(table, position.read(table.game), HandBegan(Events([], table.game.facts), config, midway=True), tell)


def _open_to_players(table: Table, config: Any, tell: Tell) -> None:
    """Start a match in which nobody has chips yet: its first hand begins when two players have brought some."""
    table.stepping = table.is_kept = False
    table.rested = True  # no hand is over: nobody is let in as a part of one
    table.changes, table.unshuffled = {}, None
    table.shoe.dealer = FairDealer(b"", "")
    tell(HandOpens(True))
    step = table.game.start(config)
    table.state = step.state
    set_chairs(table, tell)
    table.newcomers |= {chair.seat for chair in table.chairs if _comes_by_itself(chair)}
    tell(HandBegan(step.events, config, midway=True))
    go_on(table, tell)


def start_leg(table: Table, config: Any, tell: Tell) -> None:
    """Go on with the next hand under another config."""
    before = table.state
    _open_hand(table, False, tell)
    step = table.game.start(config, after=before)
    table.chain.moves.append((HOUSE, Move(NEXT_HAND)))
    _begin(table, step.state, HandBegan(step.events, config, True), tell)


def next_hand(table: Table, state: State, tell: Tell) -> None:
    """Let the house begin the next hand."""
    _open_hand(table, False, tell)
    table.chain.moves.append((HOUSE, Move(NEXT_HAND)))
    _begin(table, state, HandBegan(table.game.advance(state, HOUSE, Move(NEXT_HAND))), tell)


def _open_hand(table: Table, first: bool, tell: Tell) -> None:
    table.hand += 1
    table.rested = table.stepping = table.is_kept = table.hunted = False
    table.changes = {}
    table.refusals.clear()
    table.unshuffled = None
    table.shoe.open_hand(table.hand_id)
    tell(HandOpens(first))


def _begin(table: Table, state: State, began: HandBegan, tell: Tell) -> None:
    """Begin a hand. The order of its cards is committed to before anything of the hand is told."""
    table.state = state
    set_chairs(table, tell)
    for chair in table.chairs:
        chair.stranger = False
    table.chain.begin_hand(_names(table, state))
    if table.plan.god_view:
        table.hindsight.begin_hand(table.match, table.hand_id, table.chairs, state)
    _look_ahead(table, state, tell)
    _happened(table, state, began, tell)
    go_on(table, tell)


def _look_ahead(table: Table, state: State, tell: Tell) -> None:
    """Let the house commit to its next draw."""
    for commitment in table.shoe.look_ahead(state):
        tell(Committed(commitment))


def advance(table: Table, state: State, actor: int, move: Move, tell: Tell) -> None:
    """Make a move of any actor. A move that ends a hand is told only when the secret of the next hand is drawn."""
    table.hindsight.move(actor, move)
    table.chain.moves.append((actor, move))
    _happened(table, state, Moved(actor, move, table.game.advance(state, actor, move)), tell)


def _happened(table: Table, state: State, new: Moved | HandBegan, tell: Tell) -> None:
    if not table.rested and (table.game.between_hands(state) or table.game.over(state)):
        table.unshuffled = new
    else:
        _tell_step(table, state, new, tell)


def _tell_step(table: Table, state: State, new: Moved | HandBegan, tell: Tell) -> None:
    if not state.owed:
        _close_chain(table, state, tell)  # what tells this step may tell the end of the match as well
    tell(new)
    if isinstance(new, Moved) and new.actor < len(table.chairs) and new.move.kind == LEAVE and state.owed:
        free(table, table.chairs[new.actor], tell)


def go_on(table: Table, tell: Tell) -> None:
    """Do what follows by the rules alone: the house draws, a match ends, a table comes to rest between two hands."""
    game, state = table.game, table.state
    if state is None:
        return
    while table.unshuffled is None and state.owed >> HOUSE & 1 and not game.between_hands(state):
        if table.newcomers and any(can_sit(table, seat) for seat in table.newcomers):
            return  # newcomers are let in first
        tell(Draws())
        _look_ahead(table, state, tell)
        advance(table, state, HOUSE, table.shoe.draw(), tell)
    if table.unshuffled is not None:
        return
    if not state.owed:
        end_match(table, state, tell)
    elif game.between_hands(state):
        rest(table)


def shuffled(table: Table, tell: Tell) -> None:
    """The secret of the next hand is drawn: tell how this hand ended."""
    state, new = table.state, table.unshuffled
    if state is None:
        return
    if new is not None:
        table.unshuffled = None
        table.hindsight.end_hand()
        _release(table, table.plan.god_view, tell)
        if not table.chain.hand_head:  # else newcomers are let in after the hand: their moves are in the next link
            tell(Linked(table.chain.close_hand(table.game, state, table.hand_id, table.shoe.dealer)))
        _tell_step(table, state, new, tell)
        tell(HandEnded())
        go_on(table, tell)
    elif table.ending and table.game.between_hands(state):
        end_match(table, state, tell)


def rest(table: Table) -> None:
    """Mark the table as at rest between two hands, unless a newcomer of the last hand can still be let in."""
    for seat in [*table.newcomers]:
        if not can_sit(table, seat) and not table.chairs[seat].outside:
            table.newcomers.discard(seat)  # has been let in, or never will be
    table.rested = table.rested or not any(can_sit(table, seat) for seat in table.newcomers)


def can_sit(table: Table, seat: int) -> bool:
    """Whether the game lets the player of a chair join the match now."""
    return table.decision(seat).option(SIT) is not None


# The end of a match


def end_match(table: Table, state: State, tell: Tell) -> None:
    """A match is over: by its rules, or because it was ended between two hands."""
    _close_chain(table, state, tell)
    tell(MatchEnded(table.game.scores(state), early=bool(state.owed)))
    table.asked_before += max(state.questions)
    last = not table.plan.goes_on_after(table.match)
    close(table, tell, last=last)
    table.held = table.held or table.last or last


def _close_chain(table: Table, state: State, tell: Tell) -> None:
    """Add the last link to the chain of a match that is over, unless it is there already."""
    if not table.chain.ended:
        names = _names(table, state)
        tell(Linked(table.chain.close_match(table.game, state, table.end_id, table.shoe.secret, names)))


def _names(table: Table, state: State) -> list[str]:
    """The names of the players of a match, by seat."""
    return [chair.name for chair in table.chairs[: state.table.seats]]


def close(table: Table, tell: Tell, *, last: bool) -> None:
    """Leave the match that is over; with `last`, no other follows. Changes for its next hand are dropped: the plan
    already has them."""
    table.state, table.unshuffled, table.ending, table.changes = None, None, False, {}
    table.is_kept = False
    table.hindsight.end_hand()
    _release(table, 0 if last else table.plan.god_view, tell)
    set_chairs(table, tell)


def _release(table: Table, late_by: int, tell: Tell) -> None:
    legs = table.game.legs
    secret_match = table.match if table.state is not None and legs is not None and legs.secrets_last else None
    if released := table.hindsight.release(late_by, secret_match):
        tell(Released(released))
