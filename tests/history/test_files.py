"""Finding hand histories in files, folders and archives."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from croupier.history import files, find
from croupier.kernel.errors import BadInput


def test_folders_are_searched_in_natural_order(tmp_path: Path) -> None:
    for name in ("b/10.phh", "b/9.phh", "b/10²3.phh", "a.phhs", "readme.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = find([tmp_path])
    names = ("a.phhs", "b/9.phh", "b/10.phh", "b/10²3.phh")
    assert [source.name for source in found] == [str(tmp_path / name) for name in names]
    assert found[1].read() == "b/9.phh"


def test_archives_are_searched(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "hands.zip", "w") as archive:
        for name in ("day/10.phh", "day/9.phh", "LICENSE"):
            archive.writestr(name, name)
    found = find([tmp_path / "hands.zip"])
    assert [source.name for source in found] == [f"{tmp_path}/hands.zip/day/{name}" for name in ("9.phh", "10.phh")]
    assert found[0].read() == "day/9.phh"


def test_a_file_in_an_archive_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "hands.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("day/10.phh", "day/9.phh"):
            archive.writestr(name, name)
    [source] = find([path / "day/9.phh"])
    assert (source.name, source.read()) == (f"{path}/day/9.phh", "day/9.phh")
    with pytest.raises(BadInput, match=r"There is no day/8\.phh in .*hands\.zip\."):
        find([path / "day/8.phh"])


def test_a_broken_archive_is_refused_as_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "hands.zip"
    path.write_text("variant = 'NT'")
    [source] = find([path])
    with pytest.raises(BadInput, match="cannot be read as a zip archive"):
        source.read()


def test_a_file_that_is_named_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    path = tmp_path / "hand.zzz"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb")
    [source] = find([path])
    assert source.read() == "a\nb"


def test_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no file or folder"):
        find([tmp_path / "nothing"])
    with pytest.raises(BadInput, match=r"There is no .phh or .phhs or .txt file in"):
        find([tmp_path])


def test_a_file_that_is_not_text_is_refused_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.phh"
    path.write_bytes(b"\xff\xfe")
    [source] = find([tmp_path])
    with pytest.raises(BadInput, match="is not UTF-8 text"):
        source.read()


def test_a_damaged_archive_is_refused_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hands.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.phh", "variant = 'NT'")
    path.write_bytes(path.read_bytes().replace(b"variant = 'NT'", b"variant = 'XX'"))
    [source] = find([path])
    with pytest.raises(BadInput, match="cannot be read: Bad CRC"):
        source.read()


def test_a_file_or_a_line_may_have_as_many_bytes_as_are_read_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 4)
    (tmp_path / "a.phh").write_text("1234")
    (tmp_path / "b.phh").write_text("12345")
    (tmp_path / "c.phh").write_text("123\n567\n9")
    (tmp_path / "d.phh").write_text("1\n3456\n8")
    right, large, by_lines, long = find([tmp_path])
    assert right.read() == "1234" and [*right.lines()] == [b"1234"]
    with pytest.raises(BadInput, match="is larger than 4 bytes"):
        large.read()
    assert [*by_lines.lines()] == [b"123\n", b"567\n", b"9"]
    with pytest.raises(BadInput, match="has a line of more than 4 bytes"):
        [*long.lines()]


def test_a_source_says_how_many_bytes_it_has(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text("1234")
    with zipfile.ZipFile(tmp_path / "b.hands", "w") as archive:
        archive.writestr("x.phh", "123")
    (tmp_path / "c.zip").write_text("none")
    found = find([tmp_path / "a.phh", tmp_path / "b.hands", tmp_path / "c.zip"])
    assert [source.size for source in found] == [4, 3, 0], "an archive is one whatever it is called"


def test_a_path_through_a_file_that_is_no_archive_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("text")
    with pytest.raises(BadInput, match="There is no file or folder"):
        find([tmp_path / "a.txt" / "x.phh"])


def test_a_folder_that_is_called_like_a_hand_is_none(tmp_path: Path) -> None:
    (tmp_path / "a.phh").mkdir()
    (tmp_path / "a.phh" / "b.phhs").write_text("b")
    assert [source.name for source in find([tmp_path])] == [str(tmp_path / "a.phh" / "b.phhs")]


def test_records_are_found_by_their_own_names(tmp_path: Path) -> None:
    for name in ("a.phh", "b.jsonl"):
        (tmp_path / name).write_text("x")
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("d.json", "x")
        archive.writestr("e.phh", "x")
    found = find([tmp_path, tmp_path / "c.zip", tmp_path / "c.zip" / "d.json"], files.RECORDS)
    assert [Path(source.name).name for source in found] == ["b.jsonl", "d.json", "d.json"]
    with pytest.raises(BadInput, match=r"There is no e\.phh in"):
        find([tmp_path / "c.zip" / "e.phh"], files.RECORDS)


def test_a_file_that_vanishes_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a.phh"
    path.write_text("x")
    [source] = find([path])
    path.unlink()
    with pytest.raises(BadInput, match=r"a\.phh cannot be read: No such file or directory\."):
        [*source.lines()]
