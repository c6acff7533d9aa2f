"""The arena on the network: sockets and connections, the gateway of `/ws`, the JSON API, and the server process.

`settings` has the keys of a config file, `serving` runs an arena from start to stop, `app` has its routes.
"""

from __future__ import annotations
