"""What a random match may be: every option occurs, and every value of those that are a choice among a few."""

from __future__ import annotations

import random

import pytest

from croupier.games.holdem.game import BUTTONS, REOPENINGS, SHORT_BETS, STRUCTURES, TIMEOUTS, any_config
from croupier.games.holdem.records import BIG_BLIND_ANTES, EACH_ANTES, NO_ANTE, Config
from croupier.kernel.language.records import to_dict
from croupier.kernel.vocabulary.betting import SEATS

RNG = random.Random(1)
CONFIGS = [any_config(RNG) for _ in range(400)]


@pytest.mark.parametrize("name", list(to_dict(Config())))
def test_every_option_varies_in_random_matches(name: str) -> None:
    assert len({str(getattr(config, name)) for config in CONFIGS}) > 1


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("seats", range(2, SEATS + 1)),
        ("ante_kind", (NO_ANTE, EACH_ANTES, BIG_BLIND_ANTES)),
        ("blind_before_ante", (0, 1)),
        ("button_rule", BUTTONS.values()),
        ("structure", STRUCTURES.values()),
        ("reopen", REOPENINGS.values()),
        ("short_bet", SHORT_BETS.values()),
        ("timeout_rule", TIMEOUTS.values()),
        ("open_table", (0, 1)),
    ],
)
def test_every_choice_is_made_in_random_matches(name: str, values: object) -> None:
    assert {getattr(config, name) for config in CONFIGS} == set(values)  # type: ignore[call-overload]


def test_random_matches_have_what_only_shows_together() -> None:
    """A big-blind ante in either order, a cap without a fixed limit, a bank on both sides of the least buy-in."""
    assert {config.blind_before_ante for config in CONFIGS if config.ante_kind == BIG_BLIND_ANTES} == {0, 1}
    assert any(config.cap for config in CONFIGS if config.structure != STRUCTURES["fixed"])
    opened = [config for config in CONFIGS if config.open_table]
    assert {config.bank - config.big_blind for config in opened} >= {-1, 0}
