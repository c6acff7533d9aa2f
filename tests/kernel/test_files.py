"""Files that are there whole or not at all, and TOML that is refused by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming, read_toml, whole_file, write_file


def test_a_file_has_its_name_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("before")
    with whole_file(path, mode=0o600) as file:
        file.write(b"after")
        assert path.read_text() == "before"
    assert [*tmp_path.iterdir()] == [path] and path.read_text() == "after"
    assert path.stat().st_mode & 0o077 == 0


def test_the_old_file_stays_if_a_new_one_is_not_finished(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("before")
    with pytest.raises(OSError, match="no room"), whole_file(path, previous=tmp_path / "b") as file:
        file.write(b"half")
        raise OSError("no room")
    assert [*tmp_path.iterdir()] == [path] and path.read_text() == "before"


def test_the_old_file_is_kept_under_another_name_on_request(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for text in ("first", "second", "third"):
        with whole_file(path, previous=tmp_path / "b") as file:
            file.write(text.encode())
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {"a": "third", "b": "second"}


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"x = ", "is not TOML: Invalid value"), (b"\xff", "is not TOML"), (None, "cannot be read: No such")],
)
def test_toml_that_cannot_be_read_is_refused_by_its_name(tmp_path: Path, content: bytes | None, why: str) -> None:
    path = tmp_path / "a.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadInput, match=f"a.toml {why}"):
        read_toml(path)


def test_an_error_of_the_disk_names_the_file(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "file"
    with pytest.raises(BadInput, match=r"no/file cannot be written: No such file or directory\.$"):
        write_file(missing, "text")
    with pytest.raises(BadInput, match=r"^The genome x cannot be read: late\.$"), naming("The genome x", "read"):
        raise OSError("late")
    write_file(tmp_path / "file", "é")
    assert (tmp_path / "file").read_bytes() == "é".encode()
