"""Installs each package where nothing else is, and asks what is installed for answers.

A bare place is an empty home and nothing on the path but the system's folders and what was just installed. A package has
answered a piped log at most `MOST_SECONDS` after the first command, with the right verdict and exit code.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import image
from project import ROOT, Trouble, empty

MOST_SECONDS = 10
SYSTEM = "/usr/bin:/bin"
LOGS = [
    ("testdata/cargo-test/few-failures.log", 1, "weir: FAILED 5 failed, 62 passed, 3 skipped"),
    ("testdata/cargo-test/all-pass.log", 0, "weir: PASSED "),
]


class Place:
    """Where a package is installed and tried."""

    def __init__(self, folder, project, path=""):
        self.folder, self.project = empty(folder), project
        self.home = folder / "home"
        self.home.mkdir()
        self.path = path or SYSTEM
        self.begun = time.monotonic()

    def do(self, *words, **options):
        return bare([str(word) for word in words], self.path, self.home, **options)

    def has(self, folder):
        """What was installed is found before what the system has."""
        self.path = f"{folder}:{self.path}"

    def answers(self, *command, manual=True):
        """The two logs, the version and the manual; gives the seconds until the first answer."""
        command = [str(word) for word in command] or ["weir"]
        seconds = None
        for log, code, verdict in LOGS:
            with open(ROOT / log, "rb") as source:
                done = self.do(*command, "--no-store", stdin=source, check=False)
            if seconds is None:
                seconds = time.monotonic() - self.begun
            if done.returncode != code or not any(line.startswith(verdict) for line in done.stdout.splitlines()):
                raise Trouble(f"{log}: exit {done.returncode} instead of {code}, or no '{verdict}':\n{done.stdout}{done.stderr}")
        told = self.do(*command, "--version").stdout.split()
        if told[:2] != ["weir", self.project.version]:
            raise Trouble(f"the version is {told}")
        if seconds > MOST_SECONDS:
            raise Trouble(f"the first answer came after {seconds:.1f} s, and {MOST_SECONDS} are allowed")
        if manual and shutil.which("man", path=SYSTEM):
            page = self.do("man", "-w", "weir").stdout.strip()
            if not page.startswith(str(self.folder)) or not Path(page).is_file():
                raise Trouble(f"'man weir' shows {page or 'nothing'}")
        return seconds


def bare(words, path, home, stdin=subprocess.DEVNULL, check=True):
    env = {"PATH": path, "HOME": str(home)}
    program = shutil.which(words[0], path=path) if "/" not in words[0] else words[0]
    if not program:
        raise Trouble(f"{words[0]} is not on {path}")
    done = subprocess.run([program, *words[1:]], env=env, cwd=home, stdin=stdin, capture_output=True, text=True,
                          check=False, timeout=120)
    if check and done.returncode != 0:
        raise Trouble(f"'{' '.join(words)}' ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


def archive(place, made):
    """tar, into the folder of a user."""
    place.do("tar", "-xzf", made["archive"], "-C", place.home, "--strip-components=1")
    place.has(place.home / "bin")
    seconds = place.answers()
    for name in ("bash-completion/completions/weir", "zsh/site-functions/_weir", "fish/vendor_completions.d/weir.fish",
                 "doc/weir/LICENSE-MIT", "doc/weir/THIRD-PARTY.txt"):
        if not (place.home / "share" / name).is_file():
            raise Trouble(f"share/{name} is missing")
    return seconds


def wheel(place, made):
    """pip, into an environment of its own, without the network."""
    place.do(sys.executable, "-m", "venv", place.folder / "venv")
    # Who uses pip has an environment.
    place.begun = time.monotonic()
    place.do(place.folder / "venv/bin/pip", "install", "--no-index", "--disable-pip-version-check", made["wheel"])
    place.has(place.folder / "venv/bin")
    seconds = place.answers()
    place.do("pip", "uninstall", "--yes", place.project.name)
    if (place.folder / "venv/bin/weir").exists():
        raise Trouble("pip left the program behind")
    return seconds


def npm(place, made):
    """npm, into a prefix of its own, without the network; the launcher keeps exit codes and signals."""
    for program in ("npm", "node"):
        place.path += f":{Path(shutil.which(program)).parent}"
    prefix = place.folder / "prefix"
    place.do("npm", "install", "--global", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", prefix,
             made["platform"], made["launcher"])
    place.has(prefix / "bin")
    seconds = place.answers()
    ended = place.do("weir", "run", "--no-store", "--", "sh", "-c", "exit 7", check=False)
    if ended.returncode != 7:
        raise Trouble(f"the launcher ended with {ended.returncode} instead of 7")
    for script in ("preinstall", "install", "postinstall", "prepare"):
        for name in ("platform", "launcher"):
            with tarfile.open(made[name]) as packed:
                fields = json.load(packed.extractfile("package/package.json"))
            if script in fields.get("scripts", {}):
                raise Trouble(f"{made[name].name} has a script {script}")
    return seconds


def deb(place, made):
    """dpkg, into an empty system: what is installed runs there without any library."""
    root = place.folder / "system"
    if os.geteuid() == 0 and shutil.which("dpkg", path=SYSTEM + ":/usr/sbin:/sbin"):
        for name in ("updates", "info", "triggers"):
            (root / "var/lib/dpkg" / name).mkdir(parents=True)
        for name in ("status", "available"):
            (root / "var/lib/dpkg" / name).touch()
        place.path += ":/usr/sbin:/sbin"
        # Images of containers leave manual pages out.
        place.do("dpkg", f"--root={root}", "--log=/dev/null", "--path-include=*", "-i", made["deb"])
    else:
        place.do("dpkg-deb", "-x", made["deb"], root)
    place.has(root / "usr/bin")
    seconds = place.answers()
    inside(place, root)
    return seconds


def inside(place, root):
    """Answers where there is nothing but the root folder."""
    place.path += ":/usr/sbin:/sbin"
    ways = [["chroot"]] if os.geteuid() == 0 else [["sudo", "-n", "chroot"], ["unshare", "--map-root-user", "chroot"]]
    for way in ways:
        if shutil.which(way[0], path=place.path) and place.do(*way, "/", "/bin/true", check=False).returncode == 0:
            place.begun = time.monotonic()
            return place.answers(*way, root, "/usr/bin/weir", manual=False)
    raise Trouble("this user may not change the root folder: run it as root")


def container(place, made):
    """The image, where there is a daemon; else its root folder, which has nothing else in it."""
    if not image.has_daemon():
        return inside(place, made["image"])
    docker = shutil.which("docker")
    place.do(docker, "build", "--quiet", "--tag", image.TAG, made["image"].parent)
    place.begun = time.monotonic()
    seconds = place.answers(docker, "run", "--rm", "-i", image.TAG, manual=False)
    place.do(docker, "image", "rm", image.TAG)
    return seconds


def formula(place, made):
    """What the formula installs is in the archive, and its checksum is that of the archive."""
    text = made["formula"].read_text()
    if "@" in text:
        raise Trouble("the formula is not filled in")
    if hashlib.sha256(made["archive"].read_bytes()).hexdigest() not in text:
        raise Trouble("the formula has another checksum")
    with tarfile.open(made["archive"]) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
    for name in re.findall(r'install (?:Dir\[)?"([^"]+)"', text):
        if not any(Path(each).match(name) for each in names):
            raise Trouble(f"the formula installs {name}, which is not in the archive")
    if shutil.which("ruby"):
        place.do(shutil.which("ruby"), "-c", made["formula"])
    return None


def sums(place, made):
    """The checksums are those of the files, of all of them."""
    folder = made["sums"].parent
    place.do("sh", "-c", 'cd "$0" && sha256sum --check --strict --quiet SHA256SUMS', folder)
    listed = {line.split("  ", 1)[1] for line in made["sums"].read_text().splitlines()}
    found = {path.name for path in folder.iterdir() if path.is_file()} - {"SHA256SUMS"}
    if listed != found:
        raise Trouble(f"SHA256SUMS and the folder differ: {sorted(listed ^ found)}")
    return None


def elsewhere(project, target, made):
    """The archive of a platform that this machine is not: what is in it, and that its binary is for that platform."""
    name = f"{project.archive(target)}/bin/{target.binary}"
    path = made["archive"]
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as packed:
            names, binary = packed.namelist(), packed.read(name)
    else:
        with tarfile.open(path) as packed:
            names, binary = packed.getnames(), packed.extractfile(name).read()
    begins = {"windows": b"MZ", "linux": b"\x7fELF", "apple": b"\xcf\xfa\xed\xfe"}
    if not any(word in target.triple and binary.startswith(begin) for word, begin in begins.items()):
        raise Trouble(f"{name} is not a program of {target.triple}")
    if not any(each.endswith("/man/weir.txt" if target.is_windows else "/weir.1") for each in names):
        raise Trouble(f"{path.name} has no manual")


STEPS = {"archive": archive, "wheel": wheel, "platform": npm, "deb": deb, "image": container, "formula": formula, "sums": sums}


def test(project, made, work, report):
    """Tries everything in `made`, the packages for this machine by kind."""
    for kind, step in STEPS.items():
        if kind not in made:
            report(kind, "left out: not made")
            continue
        seconds = step(Place(work / "installed" / kind, project), made)
        report(kind, "good" if seconds is None else f"first answer after {seconds:.1f} s")
