"""Nodes: several processes that are one arena, on one store and one bus.

Every node takes sockets and requests. One node at a time has the room, with all desks, tables and clocks: the node that
has the lease `room` (`node`). All others relay to it what comes to them (`relay`), and it serves them as it serves its
own clients (`reception`). If it dies, another node takes the lease and opens the room from its lines.

Busy tables are lent (`lending`, `loan`): other nodes play them (`hall`) until anything concerns more than the table,
and what their clients send goes straight there (`routes`).
"""
