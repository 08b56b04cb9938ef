"""Which files are read, in which order, and what is said of those that cannot be."""

import os
from pathlib import Path

import pytest

from kuota.diag.model import Diagnostic
from kuota.source.files import SourceFile
from kuota.source.load import INVENTORY_LIMIT, SIZE_LIMIT, decode, load, load_beside
from kuota.source.span import Position, Span


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_yaml", ".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def names(files: tuple[SourceFile, ...]) -> list[str]:
    return [file.path for file in files]


def told(findings: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{f.span.path}: {f.code.name}: {f.headline}" for f in findings]


def test_files_of_a_folder_come_in_the_order_of_their_paths(tmp_path: Path) -> None:
    write(tmp_path, b_yaml="", a__z_yaml="", a__b__c_yaml="", Z_yaml="")
    assert ["Z.yaml", "a/b/c.yaml", "a/z.yaml", "b.yaml"] == names(load(["."], tmp_path).files)


def test_the_order_of_arguments_does_not_matter_and_no_file_is_read_twice(tmp_path: Path) -> None:
    write(tmp_path, a_yaml="1", b_yaml="2")
    assert ["a.yaml", "b.yaml"] == names(load(["b.yaml", ".", "a.yaml"], tmp_path).files)


def test_only_yaml_files_are_taken_from_a_folder(tmp_path: Path) -> None:
    write(tmp_path, a_yaml="")
    for name in ("b.yml", "c.json", "README", ".hidden.yaml"):
        (tmp_path / name).write_text("")
    write(tmp_path / ".git", x_yaml="")
    assert ["a.yaml", "b.yml"] == names(load(["."], tmp_path).files)


def test_a_file_that_is_named_is_read_whatever_its_ending(tmp_path: Path) -> None:
    (tmp_path / "team.txt").write_text("a: 1")
    assert ["team.txt"] == names(load(["team.txt"], tmp_path).files)


def test_a_pattern_names_the_files_that_match(tmp_path: Path) -> None:
    write(tmp_path, teams__a_yaml="", teams__deep__b_yaml="", other__c_yaml="")
    loaded = load(["teams/**/*.yaml"], tmp_path)
    assert ["teams/a.yaml", "teams/deep/b.yaml"] == names(loaded.files)


def test_a_pattern_that_matches_nothing_is_a_finding(tmp_path: Path) -> None:
    assert ["x*.yaml: file-not-found: no file matches x*.yaml"] == told(
        load(["x*.yaml"], tmp_path).diagnostics
    )


def test_a_missing_path_is_a_finding_that_names_its_neighbour(tmp_path: Path) -> None:
    write(tmp_path, teams__ml_alpha_yaml="")
    (finding,) = load(["teams/ml_alhpa.yaml"], tmp_path).diagnostics
    assert "teams/ml_alhpa.yaml does not exist" == finding.headline
    assert "did you mean ml_alpha.yaml?" == finding.help


def test_an_empty_folder_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "teams").mkdir()
    assert ["teams: no-files: the folder holds no file that ends in .yaml or .yml"] == told(
        load(["teams"], tmp_path).diagnostics
    )


def test_a_folder_that_cannot_be_read_is_not_called_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "teams").mkdir()

    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    assert ["teams: unreadable-file: it cannot be read: permission denied"] == told(
        load(["teams"], tmp_path).diagnostics
    )


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000, ""])
def test_a_path_that_cannot_exist_is_no_crash(path: str, tmp_path: Path) -> None:
    loaded = load([path], tmp_path)
    assert () == loaded.files
    assert 1 == len(loaded.diagnostics)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_a_finding(tmp_path: Path) -> None:
    write(tmp_path, a_yaml="")
    (tmp_path / "a.yaml").chmod(0)
    assert ["a.yaml: unreadable-file: the file cannot be read: permission denied"] == told(
        load(["."], tmp_path).diagnostics
    )


def test_a_read_error_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, a_yaml="")

    def fail(*_args: object, **_options: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "open", fail)
    assert ["a.yaml: unreadable-file: the file cannot be read: input/output error"] == told(
        load(["."], tmp_path).diagnostics
    )


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.yaml")
    assert ["a.yaml: unreadable-file: it is neither a file nor a folder"] == told(
        load(["."], tmp_path).diagnostics
    )


def test_a_binary_file_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\x7fELF\x02\x01\0\0")
    assert ["a.yaml: binary-file: the file holds binary data"] == told(
        load(["."], tmp_path).diagnostics
    )


def test_a_file_in_latin_1_is_a_finding_at_the_byte(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes("a: 1\nb: ü\n".encode("latin-1"))
    (finding,) = load(["."], tmp_path).diagnostics
    assert "the file is not UTF-8: byte 0xFC on line 2" == finding.headline
    assert Span("a.yaml", Position(2, 4), Position(2, 5)) == finding.span


def test_a_byte_order_mark_is_a_warning_and_not_part_of_the_text() -> None:
    loaded = decode(b"\xef\xbb\xbfa: 1\n", "a.yaml")
    assert ["a.yaml: byte-order-mark: the file begins with a byte-order mark"] == told(
        loaded.diagnostics
    )
    assert "a: 1\n" == loaded.files[0].text


def test_windows_line_ends_are_one_warning_with_a_fix_for_each_line() -> None:
    loaded = decode(b"a: 1\r\nb: 2\nc: 3\r\n", "a.yaml")
    assert ["a.yaml: crlf-line-ends: the file has 2 Windows line ends"] == told(loaded.diagnostics)
    (fix,) = loaded.diagnostics[0].fixes
    assert [1, 3] == [edit.span.start.line for edit in fix.edits]


@pytest.mark.parametrize("size", [SIZE_LIMIT + 1, 50 * 2**20])
def test_a_file_over_the_limit_is_a_finding(size: int, tmp_path: Path) -> None:
    with (tmp_path / "a.yaml").open("wb") as stream:
        stream.truncate(size)
    assert ["a.yaml: file-too-large: the file is larger than 4 MiB"] == told(
        load(["."], tmp_path).diagnostics
    )


def test_a_file_at_the_limit_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"#" * SIZE_LIMIT)
    assert ["a.yaml"] == names(load(["."], tmp_path).files)


def test_a_link_out_of_the_tree_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("password: x")
    (tmp_path / "repo/teams").mkdir(parents=True)
    (tmp_path / "repo/teams/a.yaml").symlink_to(tmp_path / "secret.yaml")
    (tmp_path / "repo/teams/more").symlink_to(tmp_path)
    loaded = load(["teams"], tmp_path / "repo")
    assert () == loaded.files
    assert ["teams/a.yaml", "teams/more"] == sorted(f.span.path for f in loaded.diagnostics)
    assert {"symlink-outside"} == {f.code.name for f in loaded.diagnostics}


def test_a_link_to_a_file_of_the_same_folder_is_read_once(tmp_path: Path) -> None:
    write(tmp_path, a_yaml="a: 1")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    assert ["a.yaml"] == names(load(["."], tmp_path).files)


def test_a_link_to_a_file_elsewhere_in_the_tree_is_read(tmp_path: Path) -> None:
    write(tmp_path, shared__a_yaml="a: 1")
    (tmp_path / "teams").mkdir()
    (tmp_path / "teams/b.yaml").symlink_to("../shared/a.yaml")
    assert ["teams/b.yaml"] == names(load(["teams"], tmp_path).files)


def test_links_in_a_circle_are_no_crash(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to("b.yaml")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    (tmp_path / "c").symlink_to("c")
    (tmp_path / "self").symlink_to(".")
    assert () == load(["."], tmp_path).files


def test_a_link_to_nothing_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to("gone")
    assert ["a.yaml: unreadable-file: the file cannot be read: no such file or directory"] == told(
        load(["."], tmp_path).diagnostics
    )


def test_a_file_name_that_is_no_utf8_can_be_printed(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.yaml")).write_text("a: 1")
    (name,) = names(load(["."], tmp_path).files)
    assert "\\udcff.yaml" == name


def test_a_path_outside_of_the_root_is_named_in_full(tmp_path: Path) -> None:
    write(tmp_path, a_yaml="")
    (tmp_path / "repo").mkdir()
    loaded = load([str(tmp_path / "a.yaml")], tmp_path / "repo")
    assert [f"{tmp_path}/a.yaml"] == names(loaded.files)


def test_an_inventory_is_found_beside_the_file_that_names_it(tmp_path: Path) -> None:
    write(tmp_path, east__platform_yaml="", east__nodes_yaml="items: []")
    file = SourceFile("east/platform.yaml", "")
    assert ["east/nodes.yaml"] == names(load_beside(file, "nodes.yaml", tmp_path).files)


def test_an_inventory_may_be_larger_than_a_team_file(tmp_path: Path) -> None:
    (tmp_path / "nodes.yaml").write_bytes(b"#" * (SIZE_LIMIT + 1))
    file = SourceFile("platform.yaml", "")
    assert ["nodes.yaml"] == names(load_beside(file, "nodes.yaml", tmp_path).files)
    assert INVENTORY_LIMIT > SIZE_LIMIT


@pytest.mark.parametrize("reference", ["../../x.yaml", "/etc/passwd", "a\0b", "gone.yaml"])
def test_an_inventory_outside_of_the_tree_is_refused(reference: str, tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    (tmp_path / "x.yaml").write_text("")
    loaded = load_beside(SourceFile("a/platform.yaml", ""), reference, root)
    assert () == loaded.files
    assert 1 == len(loaded.diagnostics)


def test_an_inventory_behind_a_link_out_of_the_tree_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    (tmp_path / "x.yaml").write_text("")
    (root / "nodes.yaml").symlink_to(tmp_path / "x.yaml")
    (finding,) = load_beside(SourceFile("p.yaml", ""), "nodes.yaml", root).diagnostics
    assert "symlink-outside" == finding.code.name
