"""A booth: a sandboxed process that runs a Python bot. The bot class is the same, and is called as in our process.

`messages` has the messages, `outside` is the bot that sits at the table, `inside` is the program that runs the
author's file, `walls` builds the sandbox.
"""
