"""A bot that sends SIGTERM to the whole program, as a service manager would."""

import os
import signal


def act(view, decision):
    os.kill(os.getpid(), signal.SIGTERM)
    return "CHECK" if "CHECK" in decision.legal else "CALL"
