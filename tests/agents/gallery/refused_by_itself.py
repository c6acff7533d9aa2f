"""A bot that raises what we raise: an exception of its own all the same."""

from croupier.kernel.errors import BadInput


def act(view, decision):
    raise BadInput(f"Legal now: {', '.join(decision.legal)}")
