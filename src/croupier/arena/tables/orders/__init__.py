"""The orders that a host can give to a table.

`book` lists all orders with their checks and consequences, `players` has those about one player; `obeying` makes the
changes to the table.

An order is checked first: one that cannot be obeyed is BadInput, and changes nothing. Then it becomes a line, with its
time and its reason, and everybody at the table is told (`notice`). A table that is rebuilt from its lines obeys it
again.
"""

from __future__ import annotations
