"""What rules are written with: cards and their ledger, betting and pots, menus, events, chance."""
