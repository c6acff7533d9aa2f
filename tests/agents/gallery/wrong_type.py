"""A bot that answers with a value of a wrong type."""


def act(view, decision):
    return {"action": "CALL"}
