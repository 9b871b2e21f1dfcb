"""What can be seen of the bundle without building it; ``dev.py bundle`` tries the rest itself."""

from __future__ import annotations

import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from app.platform.system_libraries import QT_LIBRARIES, X11_LIBRARIES, prepare
from app.shell.guide_dialog import guide_faults, guide_html
from evalcore.version import VERSION
from tools import bundle_contents, bundle_icons, wheelhouse
from tools.bundle import differences
from tools.bundle_alone import unpack
from tools.bundle_libraries import LICENCES
from tools.bundle_list import NAME, Component, bill_of_materials
from tools.bundle_zip import write_zip

ROOT = Path(__file__).resolve().parents[1]
EPOCH = 1_700_000_000
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries of Linux")


def _start(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    dropped = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        env={**kept, **variables},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


def _folder(place: Path) -> Path:
    folder = place / "review-desk"
    (folder / "inside").mkdir(parents=True)
    for name, content in {"review-desk": b"\x7fELF", "inside/ä.so": b"lib", "b.txt": b"b"}.items():
        (folder / name).write_bytes(content)
    (folder / "review-desk").chmod(0o755)
    return folder


def test_the_self_test_does_the_whole_main_job(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    done = _start("app", "--self-test", str(report))
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
    for part in (
        VERSION,
        "passed",
        "4 files opened",
        "9 exports",
        "read back",
        "fault in a return",
    ):
        assert part in done.stdout
    assert report.read_text("utf-8") == done.stdout


def test_the_self_test_says_in_one_line_what_failed(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("", "utf-8")
    code = (
        "import sys, tempfile; tempfile.tempdir = sys.argv.pop();"
        "from app.__main__ import main; sys.argv.append('--self-test'); sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(nowhere)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"Review Desk {VERSION} self-test on offscreen failed: "
        "no file can be written here (NotADirectoryError)."
    ]


@LINUX
def test_without_a_screen_the_window_says_so_and_does_not_abort() -> None:
    for display in ({}, {"DISPLAY": ":987"}):
        done = _start("app", **display)
        assert done.returncode == 2
        assert re.fullmatch(r"Review Desk cannot start: .* no screen here .*\n", done.stderr)


@LINUX
def test_a_missing_library_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(QT_LIBRARIES, "libnot-there.so.7", "libnot-there7")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    told = prepare()
    assert "libnot-there.so.7" in told and "libnot-there7" in told
    assert len(told.splitlines()) == 1


@LINUX
@pytest.mark.parametrize(
    ("given", "after"),
    [
        ({}, {"LC_CTYPE": "C.UTF-8"}),
        ({"LANG": "C"}, {"LANG": "C", "LC_CTYPE": "C.UTF-8"}),
        ({"LC_ALL": "POSIX"}, {"LC_ALL": "C.UTF-8"}),
        ({"LANG": "de_DE.UTF-8"}, {"LANG": "de_DE.UTF-8"}),
    ],
)
def test_where_no_encoding_is_named_it_is_utf_8(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], after: dict[str, str]
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    prepare()
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    assert {name: os.environ[name] for name in names if name in os.environ} == after
    monkeypatch.delenv("LC_CTYPE", raising=False)


def test_a_zip_depends_on_the_files_alone(tmp_path: Path) -> None:
    archives = []
    for name in ("one", "two"):
        folder = _folder(tmp_path / name)
        os.utime(folder / "b.txt", (len(archives), len(archives)))
        archives.append(tmp_path / f"{name}.zip")
        write_zip(folder, archives[-1], EPOCH)
    assert archives[0].read_bytes() == archives[1].read_bytes()
    unpacked = unpack(archives[0], tmp_path / "Prüfung ✓")
    assert unpacked.name == "review-desk"
    assert not differences(_folder(tmp_path / "three"), unpacked) or sys.platform == "win32"
    with zipfile.ZipFile(archives[0]) as content:
        assert content.namelist() == sorted(content.namelist())
        assert {entry.date_time for entry in content.infolist()} == {(2023, 11, 14, 22, 13, 20)}


def test_a_file_that_differs_between_two_builds_is_named(tmp_path: Path) -> None:
    one, other = _folder(tmp_path / "one"), _folder(tmp_path / "two")
    assert differences(one, other) == []
    (other / "b.txt").write_text("c", "utf-8")
    (one / "more.txt").write_text("", "utf-8")
    assert differences(one, other) == ["b.txt", "more.txt"]


def test_the_bill_of_materials_has_every_file_with_its_hash(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    parts = [
        Component("Qt", "6.11.3", "LGPL-3.0-only", "pkg:generic/qt@6.11.3", "framework"),
        Component("libx", "1", "MIT AND BSD-3-Clause", "pkg:deb/debian/libx@1"),
    ]
    made = bill_of_materials(folder, parts, EPOCH, "linux-x86_64")
    assert made == bill_of_materials(folder, parts[::-1], EPOCH, "linux-x86_64")
    (folder / NAME).write_bytes(made)
    assert made == bill_of_materials(folder, parts, EPOCH, "linux-x86_64"), "not of itself"
    content = json.loads(made)
    assert (content["bomFormat"], content["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(
        r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", content["serialNumber"]
    )
    assert content["metadata"]["component"]["version"] == VERSION
    assert content["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    files = {c["name"]: c["hashes"] for c in content["components"] if c["type"] == "file"}
    assert files["inside/ä.so"] == [
        {"alg": "SHA-256", "content": hashlib.sha256(b"lib").hexdigest()}
    ]
    assert files.keys() == {"review-desk", "inside/ä.so", "b.txt"}
    terms = {c["name"]: c["licenses"] for c in content["components"] if c["type"] != "file"}
    assert terms == {
        "Qt": [{"license": {"id": "LGPL-3.0-only"}}],
        "libx": [{"expression": "MIT AND BSD-3-Clause"}],
    }
    references = [c["bom-ref"] for c in content["components"]]
    assert len(references) == len(set(references))


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("PySide6/Qt/lib/libQt6Gui.so.6", True),
        ("PySide6/Qt/lib/libQt6Network.so.6", False),
        ("PySide6/Qt/lib/libQt6Quick.so.6", False),
        ("PySide6/Qt/lib/libicudata.so.73", True),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqvnc.so", False),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", False),
        ("PySide6/QtWidgets.abi3.so", True),
        ("PySide6/QtNetwork.abi3.so", False),
        ("python3.11/lib-dynload/zlib.cpython-311-x86_64-linux-gnu.so", True),
        ("libpython3.11.so.1.0", True),
        ("libffi.so.8", True),
        ("libz.so.1", True),
        ("libzstd.so.1", False),
        ("libcrypto.so.3", False),
        ("libgtk-3.so.0", False),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6/plugins/imageformats/qwebp.dll", False),
        ("PySide6/Qt6Core.dll", True),
        ("PySide6/Qt6Quick.dll", False),
        ("PySide6/opengl32sw.dll", False),
    ],
)
def test_only_what_is_used_of_qt_comes_along(
    monkeypatch: pytest.MonkeyPatch, name: str, kept: bool
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    entries = [(name, "from", "BINARY"), ("link.so", name, "SYMLINK")]
    assert bool(bundle_contents.binaries(entries)) is kept


def test_no_library_comes_along_whose_licence_is_not_known() -> None:
    known = {stem for stems in LICENCES.values() for stem in stems}
    needed = {name.partition(".so")[0] for name in QT_LIBRARIES | X11_LIBRARIES}
    assert needed <= known
    assert not known & {"libreadline", "libgdbm", "libgtk-3", "libgnutls"}


def test_the_icon_of_windows_and_that_of_macos_have_the_form_they_must_have() -> None:
    first, second = b"\x89PNG one", b"\x89PNG second"
    icon = bundle_icons.ico([(16, first), (256, second)])
    assert struct.unpack("<HHH", icon[:6]) == (0, 1, 2)
    for number, (side, content) in enumerate([(16, first), (0, second)]):
        entry = struct.unpack("<BBBBHHII", icon[6 + 16 * number : 22 + 16 * number])
        assert entry[:2] == (side, side)
        assert icon[entry[7] : entry[7] + entry[6]] == content
    apple = bundle_icons.icns([("ic07", first)])
    assert apple[:4] == b"icns" and struct.unpack(">I", apple[4:8])[0] == len(apple)
    assert apple[8:12] == b"ic07" and apple[16:] == first


@pytest.mark.parametrize("system", ["win32", "darwin", "linux"])
def test_the_icon_is_drawn_for_the_systems_whose_programs_have_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    path = bundle_icons.icon_file(tmp_path)
    assert (path is None) == (system == "linux")
    if path is not None:
        pictures = Path(path).read_bytes().split(b"\x89PNG\r\n\x1a\n")[1:]
        sides = [struct.unpack(">I", picture[8:12])[0] for picture in pictures]
        wanted = bundle_icons.SIZES_ICO if system == "win32" else bundle_icons.TYPES_ICNS.values()
        assert sides == list(wanted)


def test_the_version_is_written_in_one_place_alone() -> None:
    written = re.compile(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.])")
    sources = [ROOT / "pyproject.toml", *(ROOT / "packaging").glob("*.*")]
    for folder in ("app", "evalcore", "tools"):
        sources += (ROOT / folder).rglob("*.py")
    holding = [path.name for path in sources if written.search(path.read_text("utf-8"))]
    assert holding == ["version.py"]
    for words in (["app", "--version"], ["evalcore", "--version"]):
        assert _start(*words).stdout == f"Review Desk {VERSION}\n"


def test_the_changelog_tells_of_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## \[(.+?)\]", text, re.M)
    assert headings[0] == "Unreleased" and VERSION in headings
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.+)$", text, re.M)) <= kinds


def test_the_guide_is_whole_small_and_names_what_it_must() -> None:
    assert guide_faults() == []
    text = guide_html()
    for words in ("Check the returns", "Write to a reviewer", "Record a reason", "combined file"):
        assert words in text
    for words in (
        "committee’s document",
        "suppressed cell",
        "not yet proven",
        "never for diagnosis",
    ):
        assert words in text
    assert not re.search(r"https?:|<script|<link|url\(", text), "it is read without a network"
    pictures = re.findall(r"<img [^>]*>", text)
    assert all('alt="' in picture for picture in pictures)
    size = sum(path.stat().st_size for path in (ROOT / "resources" / "guide").iterdir())
    assert size < 1_000_000


def test_a_wheelhouse_is_installed_with_checked_hashes() -> None:
    words = wheelhouse.COMMAND.split()
    for option in ("--no-index", "--require-hashes", "--find-links"):
        assert option in words
    assert wheelhouse.this_platform() in wheelhouse.PLATFORMS


def test_all_three_systems_are_built_and_tested_for_a_release() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    for words in ("ubuntu", "windows", "macos", "dev.py bundle", "release"):
        assert words in text
    used = re.findall(r"uses: (\S+)", text)
    assert used and all(re.search(r"@v\d+$", name) for name in used)


def test_the_guide_on_paper_has_two_pages_and_is_the_same_on_every_run(tmp_path: Path) -> None:
    made = []
    for name in ("one.pdf", "two.pdf"):
        done = _start("tools.bundle_guide", str(tmp_path / name))
        assert (done.returncode, done.stderr) == (0, "")
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    assert len(re.findall(rb"/Type /Page\b(?!s)", made[0])) == 2
    assert b"CreationDate" not in made[0] and b"CreateDate" not in made[0]
