"""A bot that answers in what no file can hold."""


def act(view, decision):
    return "\ud83dFOLD"
