"""What a host may want of a table on the day.

`book` has all orders and says what they lead to, with those about one player in `players`; `obeying` does what they
change.

An order is looked at first: one that cannot be is BadInput, and changes nothing. Then it is a line, with its time and
its reason, and everybody at the table is told (`notice`). A table that is made again from its lines follows it again.
"""

from __future__ import annotations
