"""Every page of the room, opened one after the other for `scripts/screenshots`.

A page is a function that leads a visitor there; `others` makes the other visitors that it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from . import doors, evening, host, people, tables
from .offers import CHAMPION, CLASSICS, offers
from .playing import Page, over

__all__ = ["PAGES", "offers"]

PAGES: Mapping[str, Page] = {
    "first-visit": doors.first_visit,
    "lobby": doors.lobby,
    "preferences": doors.preferences,
    "join": doors.join,
    "waiting": doors.waiting,
    "friends": doors.friends,
    "friends-waiting": doors.friends_waiting,
    "friend-late": doors.friend_late,
    "queue": doors.queue,
    "holdem": partial(tables.at_table, "HOLDEM", 2),
    "six": tables.six,
    "over": tables.showdown,
    "deal": partial(tables.at_table, "DEAL", 2),
    "deal-home": partial(tables.deal_end, "DEAL", "GO_HOME"),
    "deal-bust": partial(tables.deal_end, "BUST", "CONTINUE"),
    "battle": partial(tables.at_table, "BATTLE", 0),
    "battle-reveal": tables.reveal,
    "battle-sudden": tables.sudden_death,
    "battle-over": tables.battle_over,
    **{name: partial(tables.at_table, name.upper().ljust(4, "_"), turns) for name, turns in CLASSICS.items()},
    "champion": partial(tables.at_table, CHAMPION, 3),
    "champion-over": lambda room, visitor, others: over(visitor, CHAMPION),
    "session": people.session,
    "session-sheet": people.session_sheet,
    "rabbit": people.rabbit,
    "profile": people.profile,
    "profile-missing": people.profile_missing,
    "hint": people.hint,
    "all-hands": tables.all_hands,
    "cash": evening.cash,
    "cash-chips": evening.cash_chips,
    "tournament-open": evening.tournament_open,
    "tournament": evening.tournament,
    "tournament-wall": evening.tournament_wall,
    "tour": tables.tour,
    "log-sheet": tables.log_sheet,
    "keys": tables.keys,
    "watch": tables.watch,
    "rules": tables.rules,
    "rules-page": tables.rules_page,
    "replay-opening": tables.replay_opening,
    "replay": partial(tables.replay, "SHORT"),
    "replay-deal": partial(tables.replay, "DEAL"),
    "replay-battle": tables.replay_battle,
    "replay-champion": partial(tables.replay, CHAMPION),
    "solver": tables.solver,
    "host-enter": host.host_enter,
    "host": host.host,
    "host-new-table": host.new_table,
    "host-order": host.order,
    "host-empty": host.host_empty,
    "host-event": partial(host.host_event, "Ada"),
    "host-new-event": host.new_event,
    "host-new-tournament": host.new_tournament,
    "event": host.event,
    "wall": host.wall,
    "wrong-code": doors.wrong_code,
    "used-up": doors.used_up,
    "nowhere": doors.nowhere,
    "own-tables": doors.own_tables,
    "line-lost": doors.line_lost,
    "no-table": doors.no_table,
    "no-match": doors.no_match,
}
"""The pages, by the names of their pictures."""
