"""The arena: a server with tables for clients. Decisions read no clock and open no file; only `store` writes files."""
