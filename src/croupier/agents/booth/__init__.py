"""A Python bot in a process of its own: the same class, told and asked as in ours, and nothing else within its reach.

`messages` has what is said, `outside` is the bot that sits at the table, `inside` the program that runs the author's.
"""
