"""A bot that bets less than nothing."""


def act(view, decision):
    return ("RAISE_TO", -300) if "RAISE_TO" in decision.legal else "CALL"
