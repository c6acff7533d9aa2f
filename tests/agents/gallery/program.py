"""Programs that answer in JSON lines, rightly or wrongly: the first argument names the behaviour."""

import json
import os
import sys
import threading


def say(**message):
    print(json.dumps(message), flush=True)


def cards_of_seed_one(hand):
    """The hole cards that seed 1 deals to both seats in a hand, the big blind first."""
    from croupier import holdem
    from croupier.kernel.contract.dealers import RandomDealer
    from croupier.kernel.vocabulary.cards import format_card

    state = holdem.GAME.start(holdem.configure(seats=2, hands=1)).state
    move = RandomDealer(1, hand).deal(state, holdem.GAME.pending(state)[0])
    return [format_card(card) for card in move.cards]


def main(behaviour):
    hand, knows, flops = -1, False, []
    if behaviour == "dies":
        print("out of memory", file=sys.stderr)
        sys.exit(3)
    if behaviour == "deaf":
        threading.Event().wait()  # for ever: whoever started it has to end it
    for line in sys.stdin:
        message = json.loads(line)
        if behaviour.startswith("listens"):
            with open(behaviour.split()[1], "a") as log:
                log.write(line)
        if message["type"] == "prep_start":
            say(type="layout_confirm", layout=["attack", None, "heal"], roundIndex=message["roundIndex"])
        if behaviour == "out of turn" and message["type"] == "start_hand":
            say(type="action", v=1, action="FOLD", act_id=1_000_000)
        if behaviour == "logs" and message["type"] == "start_hand":
            say(type="action", action=["too early, and no action either"], act_id=1_000_000)
            say(type="log", text="a new hand")
        if message["type"] == "start_hand":
            hand, knows = hand + 1, False
        if behaviour == "predicts" and message["type"] == "start_hand":
            knows = set(message["hole"]) < set(cards_of_seed_one(hand))
        if behaviour == "recognises" and message.get("ev") == "FLOP":
            knows = message["cards"] in flops
            flops.append(message["cards"])
        if message["type"] != "act":
            continue
        if behaviour.endswith("and dies") and message["phase"] == "FLOP" and not os.path.exists("died"):
            open("died", "w").close()
            sys.exit(3)
        legal = message["legal"]
        if knows and "RAISE_TO" in legal and message["phase"] in ("PRE_FLOP", "FLOP"):
            say(type="action", v=1, action="RAISE_TO", amount=message["min_raise_to"], act_id=message["act_id"])
            knows = False
            continue
        if behaviour == "swaps":
            option = message["options"][0]
            say(type="action", v=1, action=option["action"], cards=option["cards"][:1], act_id=message["act_id"])
            continue
        if behaviour == "loops":
            while True:
                pass
        elif behaviour == "late" and message["act_id"] > 1:
            say(type="action", v=1, action="FOLD", act_id=message["act_id"] - 1)
        elif behaviour == "chatters":
            print("let me think …", flush=True)
        elif behaviour == "logs":
            say(type="log", text="let me think …")
            print("[1, 2]", flush=True)
        elif behaviour == "half":
            amount = message.get("min_raise_to", 0) + 0.5
            say(type="action", v=1, action="RAISE_TO" if amount > 1 else "CHECK", amount=amount)
            continue
        elif behaviour == "garbles":
            say(type="action", v=1, action=["CALL"])
            continue
        elif behaviour == "misspells":
            say(type="action", v=1, action="DANCE", act_id=message["act_id"])
            continue
        elif behaviour == "floods":
            while True:
                print("x" * 100_000, flush=True)
        elif behaviour == "overbets" and "RAISE_TO" in legal:
            say(type="action", v=1, action="RAISE_TO", amount=message["max_raise_to"] + 1)
            continue
        say(type="action", v=1, action="CALL" if "CALL" in legal else "CHECK", act_id=message["act_id"])


main(sys.argv[1])
