"""A bot that calls `sys.exit`, which would end the process for all bots."""

import sys


def act(view, decision):
    sys.exit("good bye")
