"""A bot that bets a negative amount."""


def act(view, decision):
    return ("RAISE_TO", -300) if "RAISE_TO" in decision.legal else "CALL"
