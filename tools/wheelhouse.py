"""All wheels for a system with Python and no network: python3 dev.py wheelhouse [PLATFORM]

Writes a folder with the wheel of Review Desk, the locked wheels that it needs on
that platform, and INSTALL.txt with the command that checks their hashes and
installs them. It is tried at once where the platform is the one it runs on.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from tools import environment
from tools.environment import ROOT
from tools.system import SetupError

# What pip calls the builds that run on each; the newest first.
PLATFORMS = {
    "linux-x86_64": [f"manylinux_2_{minor}_x86_64" for minor in (34, 28, 17)],
    "linux-aarch64": [f"manylinux_2_{minor}_aarch64" for minor in (39, 34, 28, 17)],
    "macos": ["macosx_14_0_universal2", "macosx_13_0_universal2", "macosx_11_0_universal2"],
    "windows-x86_64": ["win_amd64"],
    "windows-arm64": ["win_arm64"],
}
LOCKED = ROOT / "requirements" / "run.txt"
HASHED = "requirements.txt"
COMMAND = (
    "{python} -m pip install --no-index --find-links . --require-hashes --only-binary :all: -r "
    f"{HASHED}"
)
INSTALL = """\
Review Desk {version} for {platform}, with all that it needs. Python 3.11 to 3.14 must be there.

In this folder, best in an environment of its own (python -m venv):

    {command}

pip checks the hash of every file against {hashed} and uses no network. Then start
review-desk, or review-desk-cli for the command line; review-desk --self-test tries all of it.
"""


def main(arguments: Sequence[str]) -> int:
    """Collect the wheels for a platform; return 0, or 1 if what was made does not install."""
    parser = argparse.ArgumentParser(prog="dev.py wheelhouse", description=__doc__)
    parser.add_argument("platform", nargs="?", default=this_platform(), choices=PLATFORMS)
    parser.add_argument("--folder", type=Path, default=ROOT / "dist", help="else dist")
    options = parser.parse_args(arguments)
    python = environment.prepare("bundle")
    with tempfile.TemporaryDirectory() as name:
        wheel = build_wheel(python, Path(name, "wheel"))
        if from_source_archive(python, Path(name)).read_bytes() != wheel.read_bytes():
            raise SetupError("the source archive gives another wheel than this checkout.")
        version = wheel.name.split("-")[1]
        folder = options.folder / f"review-desk-{version}-wheels-{options.platform}"
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        (folder / wheel.name).write_bytes(wheel.read_bytes())
    _download(python, options.platform, folder)
    own = f"review-desk=={version} --hash=sha256:{_sha256(folder / wheel.name)}\n"
    (folder / HASHED).write_text(own + LOCKED.read_text("utf-8"), "utf-8", newline="\n")
    command = COMMAND.format(python="py" if "windows" in options.platform else "python3")
    text = INSTALL.format(
        version=version, platform=options.platform, command=command, hashed=HASHED
    )
    (folder / "INSTALL.txt").write_text(text, "utf-8", newline="\n")
    files = [path for path in folder.iterdir() if path.suffix == ".whl"]
    size = sum(path.stat().st_size for path in files) / 1e6
    print("The source archive gives the same wheel, byte for byte.")
    print(f"{len(files)} wheels, {size:.0f} MB, for {options.platform}: {folder.name}")
    if options.platform != this_platform():
        print("This system is another one: not tried here.")
        return 0
    return _try(folder)


def this_platform() -> str:
    """Name the platform this runs on, as PLATFORMS does."""
    machine = platform.machine().lower()
    if sys.platform == "win32":
        return "windows-arm64" if machine == "arm64" else "windows-x86_64"
    if sys.platform == "darwin":
        return "macos"
    return "linux-aarch64" if machine in ("aarch64", "arm64") else "linux-x86_64"


def build_wheel(python: Path, folder: Path, source: Path = ROOT, target: str = "wheel") -> Path:
    """Build the wheel, or the "sdist", of a checkout without a network, and return it."""
    command = [str(python), "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    done = subprocess.run(
        command,
        cwd=source,
        env=environment.child_environment(),
        capture_output=True,
        text=True,
    )
    made = list(folder.iterdir()) if folder.is_dir() else []
    if done.returncode or len(made) != 1:
        raise SetupError(f"the {target} was not built: {_last(done.stderr)}")
    return made[0]


def from_source_archive(python: Path, folder: Path) -> Path:
    """Build the wheel from the source archive of this checkout, in a folder, and return it."""
    archive = build_wheel(python, folder / "archive", target="sdist")
    with tarfile.open(archive) as content:
        content.extractall(folder / "source")  # our own, made just now
    (source,) = (folder / "source").iterdir()
    return build_wheel(python, folder / "again", source)


def _download(python: Path, target: str, folder: Path) -> None:
    command = [str(python), "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps"]
    command += ["--disable-pip-version-check", "--only-binary=:all:", "--implementation", "cp"]
    command += ["--python-version", "3.11", "--abi", "abi3", "--abi", "none"]
    for name in PLATFORMS[target]:
        command += ["--platform", name]
    command += ["-d", str(folder), "-r", str(LOCKED)]
    done = subprocess.run(
        command, env=environment.child_environment(), capture_output=True, text=True
    )
    if done.returncode:
        raise SetupError(f"the wheels could not be fetched: {_last(done.stderr)}")


def _try(folder: Path) -> int:
    """Install in a new environment with the command of INSTALL.txt, and let it test itself."""
    with tempfile.TemporaryDirectory() as name:
        venv.create(name, with_pip=True)
        programs = Path(name, "Scripts" if sys.platform == "win32" else "bin")
        words = COMMAND.format(python=str(programs / "python")).split(" ")
        unset = {"PIP_INDEX_URL", "PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"}
        kept = {k: v for k, v in environment.child_environment().items() if k not in unset}
        done = subprocess.run(
            [*words, "--quiet"], cwd=folder, env={**kept, "PIP_CONFIG_FILE": os.devnull}
        )
        if done.returncode == 0:
            done = subprocess.run([programs / "review-desk", "--self-test"], cwd=name, env=kept)
        if done.returncode == 0:
            done = subprocess.run([programs / "review-desk-cli", "--version"], cwd=name, env=kept)
    return int(done.returncode != 0)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _last(text: str) -> str:
    lines = [line for line in re.split(r"[\r\n]+", text) if line.strip()]
    return lines[-1].strip() if lines else "it said nothing"
