"""The files of an installation, each where a system looks for it, and the archive of them."""

import gzip
import os
import re
import shutil
import tarfile
import zipfile
from datetime import datetime, timezone

from project import ROOT, Trouble, empty, read

# Where completions go: below the prefix of an installation, and where Debian wants them.
COMPLETIONS = {
    "weir.bash": "share/bash-completion/completions/weir",
    "_weir": "share/zsh/site-functions/_weir",
    "weir.fish": "share/fish/vendor_completions.d/weir.fish",
    "weir.elv": "share/weir/weir.elv",
    "_weir.ps1": "share/weir/_weir.ps1",
}
LICENCES = ["LICENSE-APACHE", "LICENSE-MIT"]
DOC = "share/doc/weir"


def put(source, goal, mode=0o644):
    goal.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, goal)
    goal.chmod(mode)


def shared(prefix, notices, completions=True):
    """Manual pages, completions and licences below a prefix."""
    pages = sorted((ROOT / "man").glob("*.1"))
    if not any(page.name == "weir.1" for page in pages):
        raise Trouble("man/weir.1 is missing")
    for page in pages:
        put(page, prefix / "share/man/man1" / page.name)
    found = sorted(path.name for path in (ROOT / "completions").iterdir())
    if found != sorted(COMPLETIONS):
        raise Trouble(f"completions/ has {', '.join(found)}, and packaging/tree.py places others")
    for name in found if completions else []:
        put(ROOT / "completions" / name, prefix / COMPLETIONS[name])
    for name in LICENCES:
        put(ROOT / name, prefix / DOC / name)
    put(notices, prefix / DOC / "THIRD-PARTY.txt")


def as_text(page):
    """A manual page as a person reads it where there is no `man`."""
    words = ["groff", "-Tascii", "-P-bcou", "-rLL=78n", "-man", page]
    return re.sub(r"\n{3,}", "\n\n", read(*words, env={**os.environ, "GROFF_NO_SGR": "1"}).strip()) + "\n"


def installation(prefix, target, binary, notices):
    """All that an installation has."""
    put(binary, prefix / "bin" / target.binary, 0o755)
    shared(prefix, notices)
    if target.is_windows:
        pages = prefix / "share/man/man1"
        for page in sorted(pages.iterdir()):
            goal = prefix / DOC / "man" / f"{page.stem}.txt"
            goal.parent.mkdir(exist_ok=True)
            # An editor of Windows shows it.
            goal.write_text(as_text(page), newline="\r\n")
        shutil.rmtree(prefix / "share/man")
    for name in ("README.md", "CHANGELOG.md"):
        put(ROOT / name, prefix / DOC / name)


def archive(project, target, binary, notices, work, dist):
    """The archive: one folder in it, laid out like /usr/local."""
    name = project.archive(target)
    folder = empty(work / "archive" / target.triple)
    installation(folder / name, target, binary, notices)
    goal = dist / project.archive_file(target)
    paths = sorted(path for path in folder.rglob("*"))
    (write_zip if goal.suffix == ".zip" else write_tar)(goal, folder, paths, project.epoch)
    return goal


def write_tar(goal, folder, paths, epoch):
    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = epoch
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with open(goal, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
            for path in paths:
                tar.add(path, str(path.relative_to(folder)), recursive=False, filter=plain)


def write_zip(goal, folder, paths, epoch):
    time = datetime.fromtimestamp(epoch, timezone.utc).timetuple()[:6]
    with zipfile.ZipFile(goal, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in paths:
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), time)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
                packed.writestr(entry, path.read_bytes())
