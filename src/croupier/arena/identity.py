"""Identities: team names, join codes, rosters and tokens. `door` decides which client may sit down with them.

team_name("Alpha"), name_key("ALPHA")        checks a name; the key by which names are compared
new_code(), code_key("kf7q9c")               a join code; the key by which codes are compared
split_code("KF7Q9C-my secret")               ("KF7Q9C", "my secret")
read_roster(text, "csv" | "toml")            {"Alpha": "KF7Q9C", …}
new_token()                                  for a seat or for the host
Lock(pepper, "host").hash(token), .fits(token, hash)
                                             only hashes are stored, and comparing takes constant time
"""

from __future__ import annotations

import csv
import hmac
import io
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from ..kernel.errors import BadInput
from ..kernel.files import parse_toml

LONGEST_NAME = 24
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]| (?! ))*", re.ASCII)
RESERVED = frozenset({"house", "clock", "host", "nobody", "none"})
"""Names that have another meaning in records and messages."""
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are misread."""
MISREAD = str.maketrans("OIL", "011")
CODE_LENGTH = 10
"""Fifty bits: at a million guesses a second, a code is found after some eighteen years on average."""
CODE = re.compile(r"[A-Za-z0-9_]{4,32}", re.ASCII)
TOKEN_BYTES = 32
LARGEST_ROSTER = 10_000

Entropy = Callable[[int], bytes]


def team_name(text: str) -> str:
    """A team's name, checked: 1 to 24 letters from A to Z, digits, `_ . -` and single spaces, a letter or digit first.

    Other alphabets are refused, since they have letters that look like these, and marks that reverse text.
    """
    if not isinstance(text, str) or not 1 <= len(text) <= LONGEST_NAME:
        raise BadInput(f"A team's name has 1 to {LONGEST_NAME} characters.")
    if not NAME.fullmatch(text) or text.endswith(" "):
        allowed = "letters from A to Z, digits, _ . - and single spaces"
        raise BadInput(f"A team's name has {allowed}, and begins with a letter or a digit.")
    if name_key(text) in RESERVED:
        raise BadInput(f"{text} cannot be a team's name: it means somebody else here.")
    return text


def name_key(name: str) -> str:
    """The key of a name: the same for names that differ only in case."""
    return name.casefold()


def new_code(entropy: Entropy = secrets.token_bytes) -> str:
    """A random join code that is easy to read out."""
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in entropy(CODE_LENGTH))


def code_key(code: str) -> str:
    """The key of a code: the same in any case, with letters that look like digits, and with spaces around it."""
    return code.strip().upper().translate(MISREAD)


def new_token(entropy: Entropy = secrets.token_bytes) -> str:
    """A random token, which proves a seat or the host."""
    return entropy(TOKEN_BYTES).hex()


def split_code(join_code: str) -> tuple[str, str]:
    """The code and the secret of a `join_code` such as "KF7Q9C-secret"; without one, the secret is empty."""
    code, _, secret = join_code.partition("-")
    return code, secret


def read_roster(text: str, form: Literal["csv", "toml"], entropy: Entropy = secrets.token_bytes) -> dict[str, str]:
    """The teams of a roster with their codes; a team without a code gets a new one. BadInput lists every flaw.

    CSV has a head line `team,code`; TOML has `[[teams]]` with `team` and `code`.
    """
    try:
        rows = list(_csv_rows(text) if form == "csv" else _toml_rows(text))
    except csv.Error as error:
        raise BadInput(f"This roster cannot be read: {error}.") from error
    if not rows or len(rows) > LARGEST_ROSTER:
        raise BadInput(f"A roster has 1 to {LARGEST_ROSTER:,} teams; this one has {len(rows):,}.")
    roster: dict[str, str] = {}
    flaws, taken = list[str](), set[str]()
    for where, team, code in rows:
        try:
            name = team_name(team)
            if name_key(name) in taken:
                raise BadInput(f"{name} is there twice.")
            taken.add(name_key(name))
            roster[name] = _checked_code(code) if code else new_code(entropy)
        except BadInput as flaw:
            flaws.append(f"{where}: {flaw}")
    if flaws:
        raise BadInput("\n".join(flaws))
    return roster


def check_roster(roster: Mapping[str, str]) -> None:
    """Check teams and their codes; BadInput says what is wrong."""
    for team, code in roster.items():
        team_name(team)
        _checked_code(code)
    if len({name_key(team) for team in roster}) < len(roster):
        raise BadInput("Two teams of the roster have the same name, but for its case.")


def _csv_rows(text: str) -> Iterable[tuple[str, str, str]]:
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), skipinitialspace=True)
    if not reader.fieldnames or "team" not in reader.fieldnames:
        raise csv.Error("its first line does not name a column `team`, beside `code`")
    for row in reader:
        yield f"line {reader.line_num}", (row["team"] or "").strip(), (row.get("code") or "").strip()


def _toml_rows(text: str) -> Iterable[tuple[str, str, str]]:
    teams = parse_toml(text, "This roster").get("teams")
    if not isinstance(teams, list) or not all(isinstance(one, dict) for one in teams):
        raise BadInput("This roster cannot be read: teams are written as [[teams]], each with `team` and `code`.")
    for number, one in enumerate(teams, 1):
        yield f"team {number}", str(one.get("team", "")), str(one.get("code", ""))


def _checked_code(code: str) -> str:
    if not CODE.fullmatch(code):
        raise BadInput("A join code has 4 to 32 letters, digits and underscores.")
    return code


class Lock:
    """Hashes proofs with a pepper that is not stored beside the hashes (`HouseKey.pepper`)."""

    def __init__(self, pepper: bytes, purpose: str) -> None:
        self._pepper, self._purpose = pepper, purpose

    def hash(self, proof: str) -> str:
        """The hash of a proof, for the store."""
        text = f"{self._purpose}\0{proof}".encode("utf-8", "surrogatepass")
        return hmac.digest(self._pepper, text, "sha256").hex()

    def fits(self, proof: str, kept: str) -> bool:
        """Whether a proof has this hash; compares in constant time."""
        return bool(proof) and hmac.compare_digest(self.hash(proof), kept)


def house_names(bots: Mapping[int, str]) -> dict[int, str]:
    """The names of house bots at a table, by seat: "reader", or "shark 1" and "shark 2" for two of the same kind."""
    kinds = {seat: policy.partition(":")[0] for seat, policy in sorted(bots.items())}
    alike, so_far = Counter(kinds.values()), Counter[str]()
    names = {}
    for seat, kind in kinds.items():
        so_far[kind] += 1
        names[seat] = kind if alike[kind] == 1 else f"{kind} {so_far[kind]}"
    return names


def without_folder(policy: str) -> str:
    """The public name of a house bot: that of a learnt one does not show the folder of its file."""
    kind, colon, path = policy.partition(":")
    return kind + colon + path.rpartition("/")[2]
