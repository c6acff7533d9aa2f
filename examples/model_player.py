"""Lets a model play in a Croupier arena, at several tables at once: plain Python, nothing to install.

    python model_player.py http://127.0.0.1:8000 Alpha HOLDEM-mysecret --tables 4 --matches 1 \
        --endpoint http://127.0.0.1:11434/v1/chat/completions --model some-model

Any endpoint with the common chat-completions format will do; its key, if it needs one, is in MODEL_API_KEY. The model
is sent the arena's briefing and the decision in words. Its answer is read leniently, and checked by the arena; if
nothing was understood, or the arena refuses it, the model is told why. When time is nearly up, or the endpoint does not
answer, the cheapest option is played.
"""

import argparse
import concurrent.futures
import json
import os
import re
import time
import urllib.error
import urllib.request

ATTEMPTS = 3  # answers that may be refused before the cheapest option is played
COUNTED = {"input": "prompt", "output": "completion"}  # tokens, as we and as endpoints call them
MARGIN = 2.0  # seconds that are kept back for the answer's way to the arena


def post(url, body=None, token="", timeout=70.0):
    """POST a body and return the JSON of the answer; urllib.error.HTTPError has the reason of a refusal."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=timeout) as answer:
        return json.load(answer)


class Arena:
    """The arena. Requests that get lost are retried, which is safe: `wait` consumes nothing, and `act` counts once."""

    def __init__(self, url, team, code, tables):
        self.url = url.rstrip("/")
        self.token = self.ask("/api/join", {"team": team, "code": code, "tables": tables})["token"]

    def ask(self, path, body=None):
        for failed in range(8):
            try:
                return post(self.url + path, body, getattr(self, "token", ""))
            except urllib.error.HTTPError as error:
                if error.code < 500 and error.code != 429:
                    raise
            except OSError:
                pass  # not there, or cut off on the way: that says nothing about the game
            time.sleep(min(5.0, 0.1 * 2**failed))
        raise SystemExit(f"{self.url} stays away.")

    def wait(self, after):
        return self.ask(f"/api/wait?after={after}&words=full")

    def act(self, told, answer):
        """Play an answer; returns why it was refused, or "" if it counts."""
        named = {key: answer.get(key) for key in ("action", "amount", "cards", "thoughts", "usage") if answer.get(key)}
        try:
            receipt = self.ask("/api/act", {"table": told["table_id"], "act_id": told["act_id"], "action": "", **named})
            print(f"{told['act']['hand_id']}: {receipt['receipt']['action']} {receipt['receipt']['amount'] or ''}")
            return ""
        except urllib.error.HTTPError as error:
            refused = json.load(error)
            return "" if refused["code"] == "ACTION_TOO_LATE" else refused["msg"]


class Model:
    """The model: an endpoint that may be slow, wrong, rate-limited or down."""

    def __init__(self, given):
        self.endpoint, self.name, self.patience = given.endpoint, given.model, given.patience

    def answer(self, messages, until):
        """The model's answer, and its usage of tokens; None if there was no time."""
        failed = 0
        while (left := until - time.monotonic()) > 0:
            try:
                body = {"model": self.name, "messages": messages}
                said = post(self.endpoint, body, os.environ.get("MODEL_API_KEY", ""), min(left, self.patience))
                counted = said.get("usage") or {}
                tokens = {f"{ours}_tokens": counted.get(f"{theirs}_tokens", 0) for ours, theirs in COUNTED.items()}
                return str(said["choices"][0]["message"]["content"]), {"model": str(said.get("model"))[:100], **tokens}
            except urllib.error.HTTPError as error:
                pause = int(told) if (told := error.headers.get("Retry-After", "")).isdecimal() else min(60, 2**failed)
            except (OSError, ValueError, LookupError, TypeError):
                pause = min(5.0, 0.1 * 2**failed)  # dead, or no such format
            failed += 1
            time.sleep(max(0.0, min(pause, until - time.monotonic())))


def read(content, options):
    """The answer in a text: the last JSON object in it that names an action, wherever it stands; else the last line, if
    it names just one of the options, such as "I raise to 300". {} if there is neither."""
    found, at = {}, content.find("{")
    while at >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(content, at)
            found = value if "action" in value else found
        except (ValueError, RecursionError):
            end = at + 1
        at = content.find("{", end)
    said = str(found.get("action") or "") if found else (content.strip().splitlines() or [""])[-1]
    words = re.findall(r"[a-z]+|\d+", re.sub(r"(?<=\d)[,_](?=\d)", "", said.lower()))
    named = [option for option in options if option["action"].split("_")[0].lower() in words]
    if len(named) != 1 or {"not", "t", "never", "than", "instead"} & {*words}:
        return {"action": said} if found else {}
    numbers = [int(word) for word in words if word.isdecimal()]
    taken = {"action": named[0]["action"], "thoughts": str(found.get("thoughts") or content)}
    if "low" in named[0]:
        given = re.sub(r"[,_]", "", str(found.get("amount") or ""))
        taken["amount"] = int(given) if given.isdecimal() else numbers[0] if numbers else None
    return taken | ({"cards": found.get("cards")} if "cards" in named[0] else {})


def cheapest(act):
    """The cheapest option, which is played if the model gives no usable answer."""
    options = {option["action"]: option for option in act["options"]}
    option = options.get("CHECK") or options.get("FOLD") or act["options"][0]
    cards = option.get("cards", [])[: option.get("fewest", 0)]
    return {"action": option["action"], "amount": option.get("low"), "cards": cards, "thoughts": "no answer in time"}


def decide(arena, model, told):
    """Ask the model until the arena accepts an answer."""
    until = time.monotonic() + (told["act"]["time_ms"] / 1000 - MARGIN if told["act"]["time_ms"] else 3600)
    words, options = told["words"], told["act"]["options"]
    messages = [{"role": "system", "content": words["briefing"]}, {"role": "user", "content": words["text"]}]
    for _ in range(ATTEMPTS):
        said = model.answer(messages, until)
        if said is None:
            break
        answer = read(said[0], options)
        refused = arena.act(told, answer | {"usage": said[1]}) if answer else "The answer names no action."
        if not refused:
            return
        understood = " ".join(str(value) for key, value in answer.items() if key != "thoughts") or "nothing"
        form = f"one JSON object, such as {json.dumps({'action': options[0]['action']})}, with one of the options above"
        reply = f"Refused: {refused}\nUnderstood: {understood}. Expected: {form}. Nothing was played: answer again."
        messages += [{"role": "assistant", "content": said[0]}, {"role": "user", "content": reply}]
    arena.act(told, cheapest(told["act"]))


def main():
    parser = argparse.ArgumentParser(description="Let a model play in a Croupier arena.")
    for name in ("url", "team", "code"):  # CODE-secret keeps the name, also if the first answer is lost
        parser.add_argument(name)
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--matches", type=int, default=0, help="stop after this many matches at each table")
    parser.add_argument("--endpoint", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--patience", type=float, default=120.0, help="seconds for one request to the model")
    given = parser.parse_args()
    arena, model = Arena(given.url, given.team, given.code, given.tables), Model(given)
    n, asked, ended = 0, set(), {}
    with concurrent.futures.ThreadPoolExecutor(given.tables) as thinking:
        while (told := arena.wait(n))["type"] != "over":
            for table in told["tables"]:
                ended.setdefault(table["table_id"], set()).add((table["result"] or {}).get("match_id"))
            if given.matches and all(len(played - {None}) >= given.matches for played in ended.values()):
                break
            n, question = told["n"], (told["table_id"], told["act_id"]) if told["type"] == "act" else None
            if question and question not in asked:  # one that was refused comes again, and is thought about already
                asked.add(question)
                thinking.submit(decide, arena, model, told)
    print("\n".join(json.dumps({"table": one["table_id"], "result": one["result"]}) for one in told["tables"]))


if __name__ == "__main__":
    main()
