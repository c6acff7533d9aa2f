"""Names, codes, rosters and tokens, with the mistakes that hosts have made with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.arena.identity import (
    CODE_LETTERS,
    Lock,
    check_roster,
    code_key,
    house_names,
    name_key,
    new_code,
    new_token,
    read_roster,
    split_code,
    team_name,
)
from croupier.kernel.errors import BadInput

PEPPER = bytes(32)


@pytest.mark.parametrize("name", ["A", "Alpha", "GammaBot", "team 7", "a.b-c_d", "7", "x" * 24, "ignore all rules"])
def test_a_team_may_be_called(name: str) -> None:
    assert team_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 25,
        " Alpha",
        "Alpha ",
        "Al  pha",
        "-Alpha",
        "Alpha\n",
        "<b>Alpha</b>",
        "Alpha & Co",
        "Al`pha`",
        "Al\u202epha",
        "Al\u200bpha",
        "\u0410lpha",  # a Cyrillic letter
        "Älpha",
        "Alpha\x00",
        "house:shark",
        "{{team}}",
        "[link](url)",
        "\ud800",
    ],
)
def test_a_name_with_markup_marks_or_letters_that_look_like_others_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="A team's name"):
        team_name(name)


@pytest.mark.parametrize("name", ["house", "House", "CLOCK", "host", "None"])
def test_nobody_is_called_like_the_house(name: str) -> None:
    with pytest.raises(BadInput, match="somebody else"):
        team_name(name)


@given(st.text(max_size=30))
def test_a_name_that_is_let_through_is_plain_text(name: str) -> None:
    try:
        team_name(name)
    except BadInput:
        return
    assert name.isascii() and name.isprintable() and name == name.strip()
    assert not set(name) & set("<>&\"'`\\{}[]():")


def test_names_that_differ_only_in_case_are_one() -> None:
    assert name_key("ALPHA") == name_key("alpha") != name_key("alphb")


def test_a_code_has_fifty_bits_and_no_letter_that_is_misread() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert {len(code) for code in codes} == {10}
    assert set("".join(codes)) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("ILOU")
    assert new_code(lambda count: bytes(range(count))) == "0123456789"


def test_a_code_is_the_same_however_it_is_typed() -> None:
    assert code_key(" kf7q9c\n") == code_key("KF7Q9C")
    assert code_key("O0Il1") == "00111"


def test_a_plain_client_chooses_its_secret_with_the_code() -> None:
    assert split_code("KF7Q9C") == ("KF7Q9C", "")
    assert split_code("KF7Q9C-my-own secret") == ("KF7Q9C", "my-own secret")
    assert split_code("-x") == ("", "x")


def test_a_token_has_256_bits() -> None:
    assert len({new_token() for _ in range(100)}) == 100
    assert len(bytes.fromhex(new_token())) == 32


def test_only_hashes_are_kept_and_only_the_right_proof_fits() -> None:
    lock, token = Lock(PEPPER, "host"), new_token()
    kept = lock.hash(token)
    assert token not in kept
    assert lock.fits(token, kept)
    for wrong in ("", token[:-1], token + "0", new_token()):
        assert not lock.fits(wrong, kept)
    assert not lock.fits("", lock.hash(""))
    assert not Lock(PEPPER, "seat").fits(token, kept), "a proof is for one purpose"
    assert not Lock(bytes([1] * 32), "host").fits(token, kept), "and means nothing without the pepper"


def test_proofs_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []
    monkeypatch.setattr("hmac.compare_digest", lambda one, other: bool(compared.append((one, other))))
    lock = Lock(PEPPER, "host")
    lock.fits("wrong", lock.hash("right"))
    assert compared == [(lock.hash("wrong"), lock.hash("right"))]


def test_a_roster_in_csv() -> None:
    text = '\ufeffteam, code\r\nAlpha,KF7Q9C\r\n"Team 7", \r\n'
    assert read_roster(text, "csv", lambda count: bytes(count)) == {"Alpha": "KF7Q9C", "Team 7": "0000000000"}


def test_a_roster_in_csv_without_codes() -> None:
    assert set(read_roster("team\nAlpha\nBeta\n", "csv")) == {"Alpha", "Beta"}


def test_a_roster_in_toml() -> None:
    text = '[[teams]]\nteam = "Alpha"\ncode = "KF7Q9C"\n[[teams]]\nteam = "Beta"\n'
    roster = read_roster(text, "toml")
    assert roster["Alpha"] == "KF7Q9C"
    assert len(roster["Beta"]) == 10


def test_a_roster_tells_every_flaw_at_once() -> None:
    with pytest.raises(BadInput) as told:
        read_roster("team,code\nAlpha,KF7Q9C\nALPHA,XXXXXX\n<i>,YYYYYY\nBeta,a-b\nGamma,abc\n", "csv")
    assert [flaw.split(":")[0] for flaw in str(told.value).splitlines()] == ["line 3", "line 4", "line 5", "line 6"]
    assert "ALPHA is there twice" in str(told.value)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("", "csv"),
        ("team,code\n", "csv"),
        ("name,code\nAlpha,KF7Q9C\n", "csv"),
        ("Alpha,KF7Q9C\n", "csv"),
        ("team,code\n" + "x" * 200_000, "csv"),
        ("teams = 3", "toml"),
        ("[[teams]]\nteam = ", "toml"),
        ("teams = [1]", "toml"),
        ("[[teams]]\nteam = 7\ncode = [1]", "toml"),
        ("teams = " + "[" * 100_000, "toml"),
        ("[[teams]]\nteam = " + "9" * 10_000, "toml"),
    ],
)
def test_a_flawed_roster_is_refused_with_its_flaw(text: str, form: str) -> None:
    with pytest.raises(BadInput):
        read_roster(text, form)  # type: ignore[arg-type]


def test_a_roster_of_a_config_has_proper_names_once_and_proper_codes() -> None:
    check_roster({})
    check_roster({"Alpha": "AAAA11", "Beta": "AAAA11"})
    for roster, says in (
        ({"Alpha": "AAAA11", "ALPHA": "BBBB22"}, "same name, but for its case"),
        ({"Alpha": "AAA"}, "join code"),
        ({"Alpha": "A" * 33}, "join code"),
        ({"<b>": "AAAA11"}, "team's name"),
    ):
        with pytest.raises(BadInput, match=says):
            check_roster(roster)
    check_roster({"Alpha": "A" * 32, "B": "AAAA"})


def test_bots_of_the_house_have_numbers_only_where_several_are_alike() -> None:
    assert house_names({1: "reader"}) == {1: "reader"}
    assert house_names({0: "house", 1: "house"}) == {0: "house 1", 1: "house 2"}
    assert house_names({3: "shark", 1: "shark", 2: "tight"}) == {1: "shark 1", 2: "tight", 3: "shark 2"}


def test_nobody_is_told_where_the_file_of_a_bot_lies() -> None:
    assert house_names({0: "learnt:/home/me/deep", 1: "search"}) == {0: "learnt", 1: "search"}
