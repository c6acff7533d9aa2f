"""Requests that only the host may make: the codes of all offers, the possible orders, and the check of a roster."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..identity import read_roster
from ..room import answers, listing
from ..tables.orders.book import ORDERS
from .api import Api, Problem, answer, raw_body


class Hosting:
    """The handlers of the host's requests."""

    def __init__(self, api: Api) -> None:
        self.api, self.room = api, api.room

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/offers", self.offers),
            Route("/api/orders", self.orders),
            Route("/api/rosters", self.roster, methods=["POST"]),
        ]

    async def offers(self, request: Request) -> Response:
        """All offers, with their code or the codes of their teams."""
        self.api.check_host(request)
        offers: list[answers.CodedOffer] = [
            {**listing.offer(desk), "code": desk.offer.code, "roster": desk.offer.roster}
            for desk in self.room.desks.values()
        ]
        return answer(offers)

    async def orders(self, request: Request) -> Response:
        """All orders for tables, with descriptions, so that a page can offer them."""
        self.api.check_host(request)
        kinds: list[answers.OrderKind] = [
            {"order": name, "does": kind.does, "about": kind.about, "values": kind.values}
            for name, kind in ORDERS.items()
        ]
        return answer(kinds)

    async def roster(self, request: Request) -> Response:
        """Read a roster, CSV or TOML: teams with their codes, new codes where they are missing. Nothing is stored."""
        self.api.check_host(request)
        try:
            text = (await raw_body(request)).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Problem(
                400, "NOT_TEXT", "A roster is a text: CSV with `team,code`, or TOML with [[teams]]."
            ) from None
        return answer(read_roster(text, "toml" if text.lstrip().startswith("[") else "csv"))
