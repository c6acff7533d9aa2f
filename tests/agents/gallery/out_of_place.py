"""A bot that checks even when it faces a bet."""


def act(view, decision):
    return "CHECK"
