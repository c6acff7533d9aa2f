"""Models as bots: what is read from their answers, and what is done when an endpoint fails."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.agents.models.bot import ModelBot
from croupier.agents.models.endpoint import PATIENCE, QUOTED, Endpoint, Failed, Late, Reply, Said, post
from croupier.agents.models.reading import move_of, read, refusal, thoughts_in
from croupier.games import load
from croupier.kernel.contract.game import Decision, Game, Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.narrator import FULL, Narrator, briefing
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.playthrough import play_out, random_chooser
from tests.arena.endpoint import endpoint
from tests.arena.loops import in_loop

HOLDEM = load("holdem")


class Found(Exception):
    """A decision that was looked for."""


def first(game: Game, *, until: str = "", **options: Any) -> tuple[Any, Decision]:
    """The first state in which a seat has to decide; with `until`, and has an option of that name."""
    chooser = random_chooser(game, 3)

    def choose(state: Any, decision: Decision) -> Move:
        if not until or decision.named(until):
            raise Found(state.copy(), decision)
        return chooser(state, decision)

    try:
        play_out(game, game.configure(**options), choose, 3)
    except Found as found:
        return found.args  # type: ignore[return-value]
    raise AssertionError("nobody has to decide that")


FACING_A_BLIND = first(HOLDEM, seats=2)[1]


def played(text: str, decision: Decision = FACING_A_BLIND, game: Game = HOLDEM) -> str:
    """The move that is played from an answer, or "" if nothing is."""
    reading = read(text, game, decision)
    try:
        return game.describe(move_of(reading, game, decision))
    except BadInput:
        return ""


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ('{"action": "CALL"}', "CALL"),
        ('I would call.\n```json\n{"action": "call", "amount": null, "thoughts": "{cheap}"}\n```\nGood luck!', "CALL"),
        ('First {"action": "FOLD"}. No: {"action": "RAISE_TO", "amount": 300}', "RAISE_TO 300"),
        ('{"answer": {"Action": "raise to", "amount": "1,200"}}', "RAISE_TO 1200"),
        ('{"action": "raise to 300"}', "RAISE_TO 300"),
        ('{"action": "RAISE_TO 300", "amount": 400}', "RAISE_TO 400"),
        ('{"action": "RAISE_TO", "amount": 300.0}', "RAISE_TO 300"),
        ('{"action": "RAISE_TO", "amount": "all-in"}', "RAISE_TO 10000"),
        ('{"action": "CALL", "amount": 100}', "CALL"),
        ('{"thoughts": "a {" ,"action": "FOLD"}', "FOLD"),
        ("call", "CALL"),
        ("I think that CALL is best.", "CALL"),
        ("raise to 300", "RAISE_TO 300"),
        ("I raise to 1,200 chips", "RAISE_TO 1200"),
        ("I'd bet 450.", "RAISE_TO 450"),
        ("All-in!", "RAISE_TO 10000"),
        ("They might fold if I raise, or call.\n\nAction: **RAISE_TO 300**", "RAISE_TO 300"),
        ("Raising looks thin and folding is weak.\n\nI call", "CALL"),
    ],
)
def test_an_answer_is_read_wherever_it_stands(text: str, move: str) -> None:
    assert played(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", "{" * 500, '{"a":' * 3_000, '{"action": null}', "I have no idea.",
        "I will not fold", "Rather than call", "I don't call", "fold or call", "raise by 300", "raise",
        '{"action": "CHECK"}', '{"action": "CHECK", "thoughts": "or rather CALL"}',
        '{"action": "RAISE_TO", "amount": 3}',
        '{"action": "RAISE_TO", "amount": true}', '{"action": "RAISE_TO", "amount": 300.5}', '{"action": "RAISE_TO"}',
        '{"action": "RAISE_TO", "amount": 1e400}', '{"action": "LEAVE"}',
        "Let me recall all that I know of this table before I go on to say what others call such a spot in books.",
    ],
)  # fmt: skip
def test_nothing_is_played_that_was_not_meant_or_is_not_legal(text: str) -> None:
    assert played(text) == ""


def test_cards_are_read_in_any_spelling() -> None:
    game = load("gin_rummy")
    decision = first(game, until="DISCARD")[1]
    option = decision.named("DISCARD")
    assert option is not None
    card = game.words.card_name(option.cards[0])
    sign = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[card[1]]
    for said in (f'{{"action": "DISCARD", "cards": ["{card}"]}}', f'{{"action": "discard", "cards": "{card.upper()}"}}',
                 f"I discard the {card[0].replace('T', '10')}{sign}.", f'{{"action": "discard {card}"}}'):  # fmt: skip
        reading = read(said, game, decision)
        assert move_of(reading, game, decision).cards == (option.cards[0],), said
    with pytest.raises(BadInput, match="'Zz' is none of the cards"):
        move_of(read('{"action": "DISCARD", "cards": ["Zz"]}', game, decision), game, decision)


def test_an_aside_is_never_read_from_an_answer() -> None:
    game = load("battle")
    decision = first(game)[1]
    assert {option.name for option in decision.asides} == {"DRAFT", "TOUCH", "LEAVE"}
    cards = [game.words.card_name(card) for card in decision.asides[0].cards[:3]]
    said = json.dumps({"action": "DRAFT", "cards": cards})
    assert played(said, decision, game) == "" == played("I leave.", decision, game)
    assert played(said.replace("DRAFT", "CONFIRM"), decision, game).startswith("CONFIRM")


def test_a_refusal_says_what_was_understood_what_is_expected_and_what_is_legal() -> None:
    for said, understood, why in (
        ("I raise", "RAISE_TO without an amount", "below the minimum of 200"),
        ('{"action": "CHECK"}', "the action 'CHECK', which is none of the options", "'CHECK' is not possible now"),
        ("Hm.", "no action", "The answer names no action"),
        ('{"action": "RAISE_TO", "amount": 150}', "RAISE_TO 150", "below the minimum of 200"),
    ):
        reading = read(said, HOLDEM, FACING_A_BLIND)
        with pytest.raises(BadInput) as refused:
            move_of(reading, HOLDEM, FACING_A_BLIND)
        text = refusal(str(refused.value), reading, FACING_A_BLIND)
        assert why in text and f"Understood: {understood}.\n" in text
        assert "Legal: FOLD, CALL, RAISE_TO 200–10000" in text
        assert 'Expected: one JSON object, such as {"action": "' in text


def test_thoughts_are_those_of_the_json_else_the_whole_answer() -> None:
    assert thoughts_in('So.\n{"action": "CALL", "thoughts": "cheap"}') == "cheap"
    assert thoughts_in("I call, it is cheap.") == "I call, it is cheap."


# The endpoint

OK = {"model": "m-1", "usage": {"prompt_tokens": 700, "completion_tokens": 12},
      "choices": [{"message": {"content": "call"}}]}  # fmt: skip


class Network:
    """Gives replies one after the other, and moves its clock instead of waiting."""

    def __init__(self, *replies: Any) -> None:
        self.replies, self.now = [*replies], 0.0
        self.sent: list[tuple[str, bytes, Any]] = []
        self.pauses: list[float] = []

    def post(self, url: str, body: bytes, headers: Any, seconds: float) -> Reply:
        self.sent.append((url, body, headers))
        self.now += 1.0
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        status, value, *more = reply
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return Reply(status, more[0] if more else {}, body)

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    def endpoint(self, key: str = "") -> Endpoint:
        return Endpoint("http://x", {"model": "m"}, key, post=self.post, clock=lambda: self.now, pause=self.pause)


MESSAGES = [{"role": "user", "content": "Decide."}]


def test_a_limited_broken_or_cut_off_request_is_sent_again() -> None:
    cut_off = http.client.IncompleteRead(b"{")
    network = Network((429, {}, {"retry-after": "7"}), (500, b"<html>"), (200, b'{"choices": [{'), cut_off,
                      ConnectionResetError(), (200, {"completion": "call"}), (529, {}), (200, OK))  # fmt: skip
    assert network.endpoint().ask(MESSAGES, 30) == Said("call", "m-1", 700, 12, None, 1.0)
    assert network.pauses == [7.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0]
    assert {body for _, body, _ in network.sent} == {json.dumps({"model": "m", "messages": MESSAGES}).encode()}


def test_a_request_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(Late):
        Network(TimeoutError()).endpoint().ask(MESSAGES, 30)


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404])
def test_a_permanent_failure_is_not_tried_again_and_an_error_has_no_key(status: int) -> None:
    for before in ("wrong key: ", "." * (QUOTED - 3)):
        network = Network((status, before.encode() + b"sekret"))
        with pytest.raises(Failed) as failed:
            network.endpoint("sekret").ask(MESSAGES, 30)
        assert network.pauses == [] and "sek" not in str(failed.value) and str(status) in str(failed.value)
        assert network.sent[0][2]["Authorization"] == "Bearer sekret"


@pytest.mark.parametrize("cost", ["NaN", "Infinity", "-1", '"free"'])
def test_a_cost_that_is_no_amount_is_not_counted(cost: str) -> None:
    usage = f'{{"prompt_tokens": -5, "completion_tokens": 12, "cost": {cost}}}'
    body = f'{{"usage": {usage}, "choices": [{{"message": {{"content": "call"}}}}]}}'
    assert Network((200, body.encode())).endpoint().ask(MESSAGES, 30) == Said("call", "", 0, 12, None, 1.0)


def test_an_answer_with_half_a_character_can_be_kept() -> None:
    body = rb'{"choices": [{"message": {"content": "call \ud83d"}}], "model": "\udc00"}'
    said = Network((200, body)).endpoint().ask(MESSAGES, 30)
    assert (said.text, said.model) == ("call ?", "?") and msgspec.json.encode(said)


def test_an_endpoint_that_stays_away_is_given_up_after_a_while() -> None:
    network = Network(ConnectionRefusedError("refused"))
    with pytest.raises(Failed, match="no connection: refused"):
        network.endpoint().ask(MESSAGES, 30)
    assert PATIENCE / 2 < sum(network.pauses) <= PATIENCE


# The bot


class Watched(ModelBot):
    """Keeps what it is asked."""

    def __init__(self, game: Game, says: Callable[[str], str]) -> None:
        self.asked: list[list[dict[str, str]]] = []
        self.places: list[tuple[int, int, int]] = []

        def ask(place: tuple[int, int, int], messages: list[dict[str, str]]) -> str:
            self.places.append(place)
            self.asked.append(messages)
            return says(messages[-1]["content"])

        super().__init__(game, ask)


def test_a_model_is_told_the_words_of_the_arena_and_what_was_wrong() -> None:
    game, config = HOLDEM, HOLDEM.configure(seats=2, hands=2)
    bot = Watched(game, lambda text: "Hm." if "Expected" not in text else '{"action": "CALL"}')
    narrator, state = Narrator(game, 0), first(game, seats=2, hands=2)[0]
    told = Onlooker(game, cast_for(game, 0)).facts(game.start(config).events)
    bot.draw_from(99)
    bot.hand_started(game.view(state, 0))
    for narrating in (bot.saw_step, lambda facts: narrator.hear(facts, "M1-H1", begins=True)):
        narrating(told)
    decision = game.decision(state, 0)
    assert bot.act(state, decision) == decision.move("CALL") and bot.places == [(99, 1, 1), (99, 1, 2)]
    system, asked, answer, refused = bot.asked[-1]
    assert system == {"role": "system", "content": briefing(game, 0)}
    assert asked == {"role": "user", "content": narrator.say(state, decision, FULL)}
    assert answer["content"] == "Hm." and "Understood: no action." in refused["content"]


# Over a network

ASKED = json.dumps({"messages": [{}, {"content": "Answer with one of:\n  CALL (Call 50)"}]}).encode()


@in_loop
async def test_requests_go_over_a_network_and_a_redirect_takes_no_key_along() -> None:
    asked = list[bytes]()

    async def redirect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 307 Go\r\nLocation: /elsewhere\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    async def sent(url: str, seconds: float = 60) -> Reply:
        headers = {"Content-Type": "application/json", "Authorization": "Bearer sekret"}
        return await asyncio.to_thread(post, url, ASKED, headers, seconds)

    async with endpoint("right", "limited", "broken", "dead", "slow") as model:
        right = await sent(model.url)
        assert right.status == 200 and b"CALL" in right.body
        limited = await sent(model.url)
        assert (limited.status, limited.headers["retry-after"]) == (429, "0")
        assert (await sent(model.url)).status == 500
        with pytest.raises((OSError, http.client.HTTPException)):
            await sent(model.url)
        with pytest.raises(TimeoutError):
            await sent(model.url, 0.2)
    server = await asyncio.start_server(redirect, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()[:2]
        assert (await sent(f"http://{host}:{port}/")).status == 307
    assert len(asked) == 1 and b"Bearer sekret" in asked[0]
