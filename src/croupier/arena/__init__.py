"""The arena: tables for strangers. What is decided here reads no clock and opens no file; only `store` writes."""
