"""A bot that checks, whatever it faces."""


def act(view, decision):
    return "CHECK"
