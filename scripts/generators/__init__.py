"""Generators of `docs/protocol.md`, `web/src/lib/wire.ts` and `http.ts`. `scripts/golden` runs them; tests compare."""
