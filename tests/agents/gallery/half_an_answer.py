"""A bot whose answer contains half of a character (a lone surrogate), which cannot be encoded."""


def act(view, decision):
    return "\ud83dFOLD"
