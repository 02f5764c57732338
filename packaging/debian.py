"""The Debian package: what it has and where. dpkg-deb packs it."""

import gzip
import os
import shutil

from project import ROOT, empty, run
from tree import COMPLETIONS, DOC, put, shared

ZSH = "share/zsh/vendor-completions/_weir"

COPYRIGHT = """\
weir is licensed under either of the Apache License, Version 2.0, or the MIT license, as you like.

The text of the Apache License is in /usr/share/common-licenses/Apache-2.0 and in LICENSE-APACHE beside this file. The
licences of the libraries in the program are in THIRD-PARTY.txt. The MIT license:

"""


def compress(path):
    """As gzip -9n does: without name and time."""
    with open(path.with_name(path.name + ".gz"), "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(path.read_bytes())
    path.unlink()


def deb(project, target, binary, notices, work, dist):
    """The package of a Linux target."""
    root = empty(work / "deb" / target.triple)
    usr = root / "usr"
    put(binary, usr / "bin/weir", 0o755)
    shared(usr, notices)
    (usr / ZSH).parent.mkdir(parents=True)
    (usr / COMPLETIONS["_weir"]).rename(usr / ZSH)
    (usr / COMPLETIONS["_weir"]).parent.rmdir()
    for page in (usr / "share/man/man1").iterdir():
        compress(page)
    put(ROOT / "CHANGELOG.md", usr / DOC / "changelog")
    compress(usr / DOC / "changelog")
    (usr / DOC / "copyright").write_text(COPYRIGHT + (ROOT / "LICENSE-MIT").read_text())
    (usr / DOC / "LICENSE-MIT").unlink()
    control(project, target, root)
    for path in root.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (project.epoch, project.epoch))
    goal = dist / f"weir_{project.version}-1_{target.deb}.deb"
    time = {**os.environ, "SOURCE_DATE_EPOCH": str(project.epoch)}
    # xz: the tools of older systems cannot read zstd.
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, goal, env=time)
    return goal


def control(project, target, root):
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
    fields = {
        "Package": "weir",
        "Version": f"{project.version}-1",
        "Architecture": target.deb,
        "Maintainer": "The weir authors",
        "Installed-Size": size,
        "Section": "devel",
        "Priority": "optional",
        "Homepage": project.address,
        "Description": project.description.partition(":")[0],
    }
    folder = root / "DEBIAN"
    folder.mkdir()
    text = "".join(f"{name}: {value}\n" for name, value in fields.items() if value)
    text += " weir reads the output of test runners, build tools and any other command, and\n"
    text += " prints an answer within limits that has every failure.\n"
    (folder / "control").write_text(text)


def has_dpkg():
    return shutil.which("dpkg-deb") is not None
