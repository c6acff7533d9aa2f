"""A bot whose amounts raise when they are rounded or printed."""


class Amount:
    def __round__(self):
        raise RuntimeError("do not touch")

    def __repr__(self):
        raise SystemExit("do not look")


def act(view, decision):
    return "RAISE_TO", Amount()
