"""An endpoint of the common chat-completions format: requests, and what to do when they fail.

A request that is limited (429), fails at the endpoint (5xx), or is cut off is sent again after a pause, for up to
PATIENCE seconds: that is not the model's fault, and its clock stands meanwhile. A request that takes longer than a
decision may take is given up: the model was late. Any other refusal, such as a wrong key, ends the matter.

Keys are sent in the header of a request and nowhere else. A redirect is not followed, as it would take the key along.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import math
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

PATIENCE = 900.0
"""For how many seconds one request is sent again."""
LONGEST_PAUSE = 60.0
AGAIN = (408, 409, 425, 429)
"""Statuses below 500 that pass."""
LARGEST = 1 << 24
"""The most bytes of an answer."""
QUOTED = 300
Message = dict[str, str]


class Reply(NamedTuple):
    """A response."""

    status: int
    headers: Mapping[str, str]
    """By names in lower case."""
    body: bytes


Post = Callable[[str, bytes, Mapping[str, str], float], Reply]
"""Sends a body to a URL with headers, and waits at most `seconds`. OSError or HTTPException if there is no answer,
TimeoutError if the time was up."""


class Said(NamedTuple):
    """An answer, and what it cost."""

    text: str
    model: str
    input_tokens: int
    output_tokens: int
    cost: float | None
    """In the endpoint's own currency; None if it does not say."""
    seconds: float


class Late(Exception):
    """The endpoint was asked, and the time was up."""


class Failed(Exception):
    """The endpoint cannot be asked: it refuses, or was away for too long."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow nothing: the redirect itself is then the response."""


def post(url: str, body: bytes, headers: Mapping[str, str], seconds: float) -> Reply:
    """Send a request over the network."""
    until = time.monotonic() + seconds
    request = urllib.request.Request(url, body, dict(headers))
    try:
        with urllib.request.build_opener(_NoRedirects).open(request, timeout=seconds) as response:
            read = bytearray()
            while part := response.read1(1 << 16):
                read += part
                if time.monotonic() > until:
                    raise TimeoutError
                if len(read) > LARGEST:
                    raise OSError("the answer is too long")
            return Reply(response.status, _lower(response.headers.items()), bytes(read))
    except urllib.error.HTTPError as error:
        with error:
            return Reply(error.code, _lower(error.headers.items()), error.read(LARGEST))
    except urllib.error.URLError as error:
        raise error.reason if isinstance(error.reason, OSError) else error from None


def _lower(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}


class Endpoint:
    """One model behind one endpoint. It may be asked from several threads at once."""

    def __init__(
        self,
        url: str,
        request: Mapping[str, Any],
        key: str = "",
        *,
        post: Post = post,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        """`request` has the fields of every request but its messages; `pause` waits,
        and may raise to end everything."""
        self._url, self._request, self._key = url, dict(request), key
        self._post, self._clock, self._pause = post, clock, pause
        self.trouble = ""
        """Why a request has failed last; "" if none has."""

    def hash_of(self, messages: list[Message]) -> str:
        """The hash of a request: the same for the same model, settings and texts."""
        return hashlib.sha256(json.dumps([self._request, messages], sort_keys=True).encode()).hexdigest()[:16]

    def ask(self, messages: list[Message], seconds: float) -> Said:
        """The model's answer to a conversation; Late or Failed if there is none."""
        body = json.dumps({**self._request, "messages": messages}).encode()
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        failed, waited = 0, 0.0
        while True:
            began, after = self._clock(), 0.0
            try:
                reply = self._post(self._url, body, headers, seconds)
                if reply.status == 200:
                    return self._said(reply.body, self._clock() - began)
                why = f"{reply.status}: {self._hidden(reply.body.decode('utf-8', 'replace'))[:QUOTED]}"
                if reply.status < 500 and reply.status not in AGAIN:
                    raise Failed(why)
                after = _seconds(reply.headers.get("retry-after"))
            except TimeoutError:
                raise Late(f"no answer within {seconds:g} s") from None
            except (OSError, http.client.HTTPException) as error:
                why = f"no connection: {self._hidden(str(error) or type(error).__name__)}"
            except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
                why = "its answer has not the chat-completions format, or was cut off"
            pause = after or min(LONGEST_PAUSE, 0.5 * 2**failed)
            failed, waited = failed + 1, waited + pause
            if waited > PATIENCE:
                raise Failed(f"{why}; {failed} requests have failed") from None
            self.trouble = why
            self._pause(pause)

    def _said(self, body: bytes, seconds: float) -> Said:
        given = json.loads(body)
        content = given["choices"][0]["message"].get("content") or ""
        if isinstance(content, list):
            content = "".join(str(part.get("text", "")) for part in content)
        used = given.get("usage") or {}
        cost = used.get("cost")
        return Said(
            text=self._hidden(_writable(str(content))),
            model=self._hidden(_writable(str(given.get("model") or "")))[:100],
            input_tokens=max(0, int(used.get("prompt_tokens") or 0)),
            output_tokens=max(0, int(used.get("completion_tokens") or 0)),
            cost=float(cost) if isinstance(cost, int | float) and math.isfinite(cost) and cost >= 0 else None,
            seconds=seconds,
        )

    def _hidden(self, text: str) -> str:
        """A text without the key: some endpoints repeat it in their errors."""
        return text.replace(self._key, "[key]") if self._key else text


def _writable(text: str) -> str:
    """A text without halves of characters, such as an emoji that was cut off: no file can have them."""
    return text.encode("utf-8", "replace").decode()


def _seconds(given: str | None) -> float:
    """The pause that an endpoint asks for; 0 if it asks for none, or by a date."""
    try:
        return min(max(0.0, float(given or 0)), PATIENCE)
    except ValueError:
        return 0.0
