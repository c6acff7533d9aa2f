"""A table as its host sees it: connections, running clocks, and orders.

It shows which seats have yet to answer, which is secret from players if several choose at once. It shows no card.
"""

from __future__ import annotations

from . import answers, listing
from .hosted import Hosted


def of(hosted: Hosted) -> answers.HostedTable:
    """One table."""
    table = hosted.table
    return {
        **listing.table(hosted),
        "options": table.plan.options,
        "changes": table.changes,
        "ending": table.ending,
        "waited_for": [chair.seat for chair in table.chairs if chair.held],
        "forfeits": sorted(table.forfeits),
        "waits_for": [
            {
                "seat": question.decision.seat,
                "name": table.chairs[question.decision.seat].name,
                "time_ms": question.left(hosted.room.now()) if question.limit_ms else None,
                "bank_ms": question.bank_ms,
            }
            for question in hosted.session.clocks.running()
        ],
        "missed": {chair.name: chair.missed for chair in table.chairs if chair.taken and chair.missed},
    }
