"""Generators of `docs/protocol.md`, `web/src/lib/wire.ts`, `http.ts` and `web/src/host/structures.ts`. `scripts/golden`
runs them; tests compare."""
