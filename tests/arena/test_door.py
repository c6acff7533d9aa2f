"""Who may sit down: codes, rosters, seat tokens, and throttles against guessing."""

from __future__ import annotations

import pytest

from croupier.arena import throttle as throttle_module
from croupier.arena.door import MOST_TOKENS, Door, Entered, Refused
from croupier.arena.identity import Lock
from croupier.arena.throttle import MOST, Limit, Throttle
from croupier.kernel.errors import BadInput

PEPPER = bytes(32)
CODE = "KF7Q9C"
MINUTE = 60_000


def open_door() -> Door:
    return Door(PEPPER, code=CODE)


def closed_door() -> Door:
    return Door(PEPPER, roster={"Alpha": "AAAA11", "Beta": "BBBB22"})


def hello(
    door: Door,
    team: str,
    code: str = CODE,
    token: str = "",
    *,
    connected: bool = False,
    address: str = "a",
    now: int = 0,
) -> Entered | Refused:
    return door.enter(team, code, token, address=address, connected=connected, now=now)


def let_in(door: Door, team: str, code: str = CODE, token: str = "", **options: object) -> Entered:
    entered = hello(door, team, code, token, **options)  # type: ignore[arg-type]
    assert isinstance(entered, Entered)
    return entered


def refusal(door: Door, team: str, code: str = CODE, token: str = "", **options: object) -> str:
    refused = hello(door, team, code, token, **options)  # type: ignore[arg-type]
    assert isinstance(refused, Refused)
    return refused.code


def test_a_door_has_a_code_or_a_roster() -> None:
    for wrong in ({}, {"code": CODE, "roster": {"Alpha": "AAAA11"}}, {"roster": {}}):
        with pytest.raises(BadInput, match="either one join code or a roster"):
            Door(PEPPER, **wrong)  # type: ignore[arg-type]


def test_with_a_roster_only_listed_pairs_may_sit() -> None:
    door = closed_door()
    assert let_in(door, "Alpha", "AAAA11").team == "Alpha"
    assert let_in(door, "BETA", "bbbb22").team == "Beta", "a name is written as the roster has it"


def test_a_roster_gives_no_hint_whether_team_or_code_was_wrong() -> None:
    refusals = {
        hello(closed_door(), team, code)
        for team, code in [("Alpha", "BBBB22"), ("Gamma", "AAAA11"), ("Alpha", ""), ("Gamma", ""), ("Gamma", CODE)]
    }
    assert [(one.code, one.msg) for one in refusals if isinstance(one, Refused)] == [
        ("TEAM_UNKNOWN", "There is no such team with this join code.")
    ]


def test_with_a_roster_the_code_replaces_a_living_connection() -> None:
    door = closed_door()
    let_in(door, "Alpha", "AAAA11")
    let_in(door, "Alpha", "AAAA11", connected=True)


def test_a_wrong_code_at_an_open_table_is_team_unknown() -> None:
    assert refusal(open_door(), "Alpha", "WRONG1") == "TEAM_UNKNOWN"
    assert refusal(open_door(), "Alpha", "") == "TEAM_UNKNOWN"


def test_the_first_to_claim_a_name_owns_it() -> None:
    door = open_door()
    let_in(door, "Alpha")
    assert refusal(door, "Alpha", connected=True) == "TEAM_TAKEN"
    assert refusal(door, "aLPHA", connected=True) == "TEAM_TAKEN"


def test_a_seat_token_proves_the_name_on_reconnect() -> None:
    door = open_door()
    token = let_in(door, "Alpha").token
    assert let_in(door, "alpha", "", token, connected=True) == Entered("Alpha")
    assert refusal(door, "Alpha", token="0" * 64, connected=True) == "TEAM_TAKEN"
    let_in(door, "Beta")
    assert refusal(door, "Beta", token=token, connected=True) == "TEAM_TAKEN", "a token proves one name"


def test_code_and_secret_reclaim_the_seat_and_nothing_else_does() -> None:
    door = open_door()
    let_in(door, "Alpha", f"{CODE}-mine")
    for wrong in (f"{CODE}-other", CODE, f"{CODE}-"):
        for connected in (True, False):
            assert refusal(door, "Alpha", wrong, connected=connected) == "TEAM_TAKEN"
    assert let_in(door, "Alpha", f"{CODE}-mine", connected=True).team == "Alpha"


def test_a_plain_client_comes_back_only_while_no_connection_holds_the_seat() -> None:
    door = open_door()
    first = let_in(door, "Alpha")
    again = let_in(door, "Alpha", connected=False)
    assert again.token == "", "who came without proof gets none to keep"
    assert refusal(door, "Alpha", connected=True) == "TEAM_TAKEN"
    assert let_in(door, "Alpha", token=first.token, connected=True), "the owner's token goes on holding"


def test_a_secret_does_not_open_a_name_that_was_claimed_without_one() -> None:
    door = open_door()
    let_in(door, "Alpha")
    assert refusal(door, "Alpha", f"{CODE}-mine", connected=False) == "TEAM_TAKEN"


def test_a_very_long_secret_is_refused() -> None:
    assert refusal(open_door(), "Alpha", f"{CODE}-{'x' * 129}") == "BAD_SCHEMA"


def test_a_name_that_is_none_is_bad_schema() -> None:
    assert refusal(open_door(), "<script>") == "BAD_SCHEMA"


def test_claims_survive_a_restart_and_hold_no_token() -> None:
    door = open_door()
    entered = let_in(door, "Alpha", f"{CODE}-mine")
    assert entered.claim is not None
    assert entered.claim == door.claims["alpha"]
    assert entered.token not in str(entered.claim)
    assert "mine" not in str(entered.claim)
    again = Door(PEPPER, code=CODE, claims=[entered.claim])
    assert let_in(again, "Alpha", token=entered.token, connected=True)
    assert refusal(again, "Alpha") == "TEAM_TAKEN"


def test_several_connections_of_a_team_keep_their_tokens_and_the_oldest_goes() -> None:
    door = closed_door()
    tokens = [let_in(door, "Alpha", "AAAA11").token for _ in range(MOST_TOKENS + 1)]
    assert refusal(door, "Alpha", "", tokens[0]) == "TEAM_UNKNOWN"
    for token in tokens[1:]:
        assert let_in(door, "Alpha", "", token)


def test_guessing_is_throttled_and_told_when_to_come_back() -> None:
    door = closed_door()
    for _ in range(10):
        assert refusal(door, "Alpha", "WRONG1") == "TEAM_UNKNOWN"
    refused = hello(door, "Alpha", "AAAA11")
    assert isinstance(refused, Refused)
    assert refused.code == "TOO_MANY_TRIES"
    assert refusal(door, "Alpha", "AAAA11", now=refused.retry_after_ms - 2) == "TOO_MANY_TRIES"
    assert let_in(door, "Alpha", "AAAA11", now=refused.retry_after_ms)


def test_a_valid_token_is_never_throttled() -> None:
    door = closed_door()
    token = let_in(door, "Alpha", "AAAA11").token
    for _ in range(1000):
        hello(door, "Alpha", "WRONG1")
    assert refusal(door, "Alpha", "AAAA11") == "TOO_MANY_TRIES"
    assert let_in(door, "Alpha", "", token)


def test_thirty_teams_behind_one_address_join_though_one_is_in_a_retry_loop() -> None:
    door = Door(PEPPER, roster={f"Team {n}": f"CODE{n:02}" for n in range(30)})
    for n in range(30):
        for attempt in range(2_000):
            assert isinstance(hello(door, "Team 0", "WRONG1", now=n * 1_000 + attempt // 2), Refused)
        if n:
            assert let_in(door, f"Team {n}", f"CODE{n:02}", now=n * 1_000)


def test_another_address_is_not_kept_out_by_somebody_elses_guesses() -> None:
    door = closed_door()
    for _ in range(50):
        hello(door, "Alpha", "WRONG1", address="guesser")
    assert let_in(door, "Alpha", "AAAA11", address="home")


def test_guesses_from_many_addresses_at_one_team_are_throttled() -> None:
    door = closed_door()
    codes = [refusal(door, "Alpha", "WRONG1", address=f"address {n}") for n in range(200)]
    assert codes == ["TEAM_UNKNOWN"] * 100 + ["TOO_MANY_TRIES"] * 100
    assert let_in(door, "Beta", "BBBB22", address="address 1")


def test_guesses_of_many_teams_from_one_address_reach_a_high_ceiling() -> None:
    door = closed_door()
    codes = [refusal(door, f"Team {n}", "WRONG1") for n in range(700)]
    assert codes == ["TEAM_UNKNOWN"] * 600 + ["TOO_MANY_TRIES"] * 100
    assert let_in(door, "Alpha", "AAAA11", now=MINUTE)


def test_a_throttle_forgets_in_time_and_stays_small() -> None:
    throttle = Throttle(pair=Limit(2, 1_000))
    throttle.failed("a", "t", 0)
    assert throttle.wait("a", "t", 0) == 0
    throttle.failed("a", "t", 0)
    assert throttle.wait("a", "t", 0) == 1_001
    assert throttle.wait("a", "t", 1_001) == 0
    throttle.failed("a", "t", 1_001)
    assert throttle.wait("a", "t", 1_001) > 0, "one for one"
    assert throttle.wait("a", "t", 10**9) == 0
    for n in range(MOST):
        throttle.failed(f"address {n}", f"team {n}", 0)
    assert len(throttle) <= MOST


def test_a_guessed_token_costs_one_hash_however_many_teams_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    door = open_door()
    tokens = [let_in(door, f"Team{number}").token for number in range(100)]
    hashed = list[str]()
    own = Lock.hash
    monkeypatch.setattr(Lock, "hash", lambda lock, proof: hashed.append(proof) or own(lock, proof))  # type: ignore[func-returns-value]
    assert door.owner_of("0" * 64) == ""
    assert len(hashed) == 1
    assert door.owner_of(tokens[70]) == "team70" and len(hashed) == 2
    assert door.owner_of("") == "" and len(hashed) == 2


def test_a_token_proves_its_name_until_eight_newer_ones_do_or_the_name_is_free() -> None:
    door = closed_door()
    tokens = [let_in(door, "Alpha", "AAAA11").token for _ in range(MOST_TOKENS + 1)]
    assert [door.owner_of(token) for token in tokens] == ["", *["alpha"] * MOST_TOKENS]
    claim, newest = door.new_token("Alpha")
    door.keep(claim)
    assert door.owner_of(newest) == "alpha" and not any(map(door.owner_of, tokens))
    door.forget("alpha")
    assert door.owner_of(newest) == "" and "alpha" not in door.claims
    door.forget("nobody")


def test_a_token_that_proves_two_names_proves_both() -> None:
    door = open_door()
    token = let_in(door, "Alpha").token
    door.enter("Beta", CODE, address="a", connected=False, now=0, brings=token)
    assert let_in(door, "Alpha", "WRONG1", token).team == "Alpha"
    assert let_in(door, "Beta", "WRONG1", token).team == "Beta"
    assert door.owner_of(token) == "beta", "the name that it was brought for last"
    door.forget("beta")
    assert let_in(door, "Alpha", "WRONG1", token).team == "Alpha"


def test_of_too_many_counts_those_go_that_have_been_quiet_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle_module, "MOST", 6)
    throttle = Throttle(pair=Limit(2, 1_000))
    for team in ("t", "u"):
        throttle.failed("a", team, 0)
    assert len(throttle) == 5, "two pairs, two teams, one address"
    throttle.failed("a", "t", 0)
    assert len(throttle) == 5 and throttle.wait("a", "t", 0) == 1_001
    throttle.failed("b", "v", 0)
    assert len(throttle) == 6, "as many as there may be"
    assert throttle.wait("a", "t", 0) == 1_001, "it failed again after `u`, which is forgotten"
