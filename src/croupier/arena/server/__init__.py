"""The arena on the network: sockets and connections, the gateway of `/ws`, the JSON API, and what starts it all.

`settings` is what a config file can say, `serving` runs an arena from beginning to end, `app` has its addresses.
"""

from __future__ import annotations
