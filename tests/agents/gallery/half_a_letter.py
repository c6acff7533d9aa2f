"""A bot that complains in what no file can hold."""


def act(view, decision):
    raise ValueError("half a letter: \ud83d")
