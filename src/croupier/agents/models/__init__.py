"""Language models as bots: an endpoint is asked in words (`kernel.showing.narrator`), and its answers are read
leniently, which only the client's side of a table may do."""
