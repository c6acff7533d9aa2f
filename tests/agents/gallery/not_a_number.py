"""A bot that bets NaN, infinity divided by infinity."""


def act(view, decision):
    return ("RAISE_TO", float("nan")) if "RAISE_TO" in decision.legal else "CALL"
