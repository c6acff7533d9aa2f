"""A bot that wants to leave, and takes everybody with it."""

import sys


def act(view, decision):
    sys.exit("good bye")
