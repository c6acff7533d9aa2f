"""What only the host is told: the codes of all offers, what he can order, and a roster as it would be used."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..identity import read_roster
from ..room import answers, listing
from ..tables.orders.book import ORDERS
from .api import Api, Problem, answer, raw_body


class Hosting:
    """The host's own addresses."""

    def __init__(self, api: Api) -> None:
        self.api, self.room = api, api.room

    def routes(self) -> list[Route]:
        """All addresses."""
        return [
            Route("/api/offers", self.offers),
            Route("/api/orders", self.orders),
            Route("/api/rosters", self.roster, methods=["POST"]),
        ]

    async def offers(self, request: Request) -> Response:
        """Everything that is offered, with its code or its teams' codes."""
        self.api.check_host(request)
        offers: list[answers.CodedOffer] = [
            {**listing.offer(desk), "code": desk.offer.code, "roster": desk.offer.roster}
            for desk in self.room.desks.values()
        ]
        return answer(offers)

    async def orders(self, request: Request) -> Response:
        """What can be ordered at a table: for whoever gives orders and should not have to know them."""
        self.api.check_host(request)
        kinds: list[answers.OrderKind] = [
            {"order": name, "does": kind.does, "about": kind.about, "values": kind.values}
            for name, kind in ORDERS.items()
        ]
        return answer(kinds)

    async def roster(self, request: Request) -> Response:
        """A roster as it reads, CSV or TOML: teams with their codes, new ones where there are none. Nothing is kept."""
        self.api.check_host(request)
        try:
            text = (await raw_body(request)).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Problem(
                400, "NOT_TEXT", "A roster is a text: CSV with `team,code`, or TOML with [[teams]]."
            ) from None
        return answer(read_roster(text, "toml" if text.lstrip().startswith("[") else "csv"))
