"""A bot with a bug."""


def act(view, decision):
    return decision.legal[len(decision.legal)]
