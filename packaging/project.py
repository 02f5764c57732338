"""What is packaged: names, version and targets, and how commands are run. The other files here use it."""

import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "packaging"
# Every package has them: a server over TLS, and snapshots in a Redis.
FEATURES = "https,redis"
# Where the project has no public address yet, this is in its place.
NO_REPOSITORY = "https://github.com/OWNER/weir"
# The first date that a zip can hold.
EARLIEST = 315532800


class Trouble(Exception):
    """What stops the packaging, in words for a person."""


@dataclass(frozen=True)
class Target:
    """A platform, as `targets.toml` describes it."""

    triple: str
    wheel: tuple
    npm: tuple
    deb: str
    layout: bool

    @property
    def binary(self):
        return "weir.exe" if self.is_windows else "weir"

    @property
    def is_windows(self):
        return "windows" in self.triple

    @property
    def is_linux(self):
        return "linux" in self.triple


@dataclass(frozen=True)
class Project:
    """What Cargo.toml says of the project, and when its last commit was made."""

    name: str
    version: str
    description: str
    repository: str
    epoch: int

    @property
    def address(self):
        """The repository, where the project has one."""
        return "" if self.repository == NO_REPOSITORY else self.repository

    def archive(self, target):
        """The name of a target's archive without its ending, and of the folder in it."""
        return f"weir-{self.version}-{target.triple}"

    def archive_file(self, target):
        return self.archive(target) + (".zip" if target.is_windows else ".tar.gz")


def targets():
    table = tomllib.loads((HERE / "targets.toml").read_text())
    return {
        triple: Target(triple, tuple(row.get("wheel", ())), tuple(row.get("npm", ())), row.get("deb", ""), row.get("layout", False))
        for triple, row in table.items()
    }


def project(repository=None):
    package = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]
    address = repository or package.get("repository") or NO_REPOSITORY
    return Project(package["name"], package["version"], package["description"], address, epoch())


def epoch():
    """The time that all packages carry, so that the same binary gives the same bytes."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return max(int(given), EARLIEST)
    found = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return max(int(found.stdout or 0), EARLIEST)


def host():
    """The target of a static binary that runs on this machine, or nothing."""
    machine = os.uname().machine if hasattr(os, "uname") else ""
    triple = f"{machine}-unknown-linux-musl"
    return triple if sys.platform == "linux" and triple in targets() else None


def run(*words, **options):
    """Runs a command whose output is talk; a failure stops everything."""
    words = [str(word) for word in words]
    done = subprocess.run(words, cwd=options.pop("cwd", ROOT), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **options)
    if done.returncode != 0:
        raise Trouble(f"'{' '.join(words)}' ended with {done.returncode}:\n{done.stdout.strip()}")
    return done.stdout


def read(*words, **options):
    """What a command prints on standard output; a failure stops everything."""
    words = [str(word) for word in words]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise Trouble(f"'{' '.join(words)}' ended with {done.returncode}:\n{done.stderr.strip()}")
    return done.stdout


def empty(folder):
    """The folder, made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def tools(work):
    """The folder of the programs that `requirements.txt` names; installed when they are not there."""
    wanted = (HERE / "requirements.txt").read_text()
    folder, stamp = work / "tools", work / "tools.txt"
    if not stamp.is_file() or stamp.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, "-m", "venv", folder)
        run(folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", HERE / "requirements.txt")
        stamp.write_text(wanted)
    return folder / "bin"
