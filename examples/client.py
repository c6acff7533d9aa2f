"""A complete hold'em client for a Croupier arena: plain Python with `pip install websockets`, nothing of Croupier.

    python client.py ws://127.0.0.1:8000/ws Alpha HOLDEM

Put your own play into `decide`. All messages are in docs/protocol.md; unknown ones are ignored.
"""

import asyncio
import json
import re
import sys
import urllib.request

import websockets


def decide(act):
    """Your bot: the action for an `act`. Here: raise with a pair or an ace, else call small bets."""
    first, second = act["you"]["hole"]
    strong = first[0] == second[0] or "A" in (first[0], second[0])
    if strong and "RAISE_TO" in act["legal"]:
        return {"action": "RAISE_TO", "amount": act["min_raise_to"]}
    if "CHECK" in act["legal"]:
        return {"action": "CHECK"}
    return {"action": "CALL" if strong or act["you"]["to_call"] * 4 <= act["pot"] else "FOLD"}


class Client:
    def __init__(self, url, team, code):
        self.url, self.team, self.code = url, team, code
        self.token, self.event, self.table, self.match = "", None, "", ""  # the token proves that the seat is ours
        self.hands, self.done, self.last = 0, False, None  # `last`: the number of the last message that we have
        self.asked, self.answer = None, None  # the question that was answered last, and the answer

    async def run(self):
        failures = 0
        while not self.done:
            try:
                async with websockets.connect(self.url, ping_timeout=None) as socket:
                    where = {"resume": self.last or 0, "resume_table": self.table, "resume_match": self.match}
                    hello = {"team": self.team, "join_code": self.code, "token": self.token}
                    await self.say(socket, type="hello", **hello, **(where if self.table else {}))
                    async for data in socket:
                        failures = 0
                        await self.hear(socket, json.loads(data))
                        if self.done:
                            return
            except (OSError, websockets.WebSocketException):
                if not self.table:
                    sys.exit("no arena answers")
            if socket.close_code in (1008, 4001, 4002, 4003):  # 4003: an event is over
                sys.exit(f"closed by the arena: {socket.close_reason}" if socket.close_code != 4003 else 0)
            await asyncio.sleep(min(5, 0.1 * 2**failures))  # a broken connection does not end a match: reconnect
            failures += 1

    async def say(self, socket, **message):
        await socket.send(json.dumps({"v": 1, **message}))

    async def hear(self, socket, message):
        if "n" in message:
            if self.last is not None and message["n"] <= self.last:
                return  # came twice
            if self.last is not None and message["n"] > self.last + 1:
                return await socket.close()  # a message is missing: reconnect to get it
            self.last, self.match = message["n"], message.get("match_id", self.match)
        if message["type"] == "welcome":
            self.token = message.get("token", self.token)
            if self.table != message["table_id"]:  # another table of an event: forget the last one
                self.last = self.asked = self.answer = None
            if self.table and self.answer:  # it may have been lost; if not, it is refused as too late
                await self.say(socket, **self.answer)
            self.table, self.event = message["table_id"], message.get("event")
            print(f"{self.team} sits in seat {message['seat']} at {self.table}")
        elif message["type"] == "snapshot":
            self.last, self.match = None, message["match_id"]  # numbers go on from anywhere
        elif message["type"] == "end_hand":
            self.hands += 1
        elif message["type"] == "error":
            if not self.table:
                sys.exit(f"the arena refused us: {message['msg']}")
            if message["code"] != "ACTION_TOO_LATE":
                print(f"refused: {message['msg']}")
        elif message["type"] == "match_end":
            print(f"{self.hands} hands; {message['winner']['team']} has won", message["final_stacks"])
            self.done = not self.event and not await asyncio.to_thread(self.goes_on)
        if "legal" in message and message["act_id"] != self.asked:  # an `act`, or a snapshot with a question in it
            self.asked = message["act_id"]
            self.answer = {"type": "action", "act_id": self.asked, **decide(message)}
            await self.say(socket, **self.answer)

    def goes_on(self):
        http = re.sub("/ws$", "", re.sub("^ws", "http", self.url))
        with urllib.request.urlopen(f"{http}/api/tables/{self.table}") as answer:
            return json.load(answer)["playing"]


if __name__ == "__main__":
    url, team, code = sys.argv[1:]
    asyncio.run(Client(url, team, code).run())
