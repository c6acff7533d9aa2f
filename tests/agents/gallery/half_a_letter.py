"""A bot whose error message contains half of a character (a lone surrogate), which cannot be encoded."""


def act(view, decision):
    raise ValueError("half a letter: \ud83d")
