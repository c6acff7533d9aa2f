"""A bot that answers with something that is no answer."""


def act(view, decision):
    return {"action": "CALL"}
