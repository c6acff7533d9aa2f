"""`python -m croupier` is the program `croupier`."""

from croupier.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
