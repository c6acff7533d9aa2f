"""What writes `docs/protocol.md` and `web/src/lib/wire.ts`. `scripts/golden` runs it; tests compare the result."""
