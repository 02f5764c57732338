"""The folder that the container image is built from, and the image, where there is a daemon."""

import shutil
import subprocess

from project import HERE, ROOT
from tree import DOC, LICENCES, put

TAG = "weir:packaged"


def context(target, binary, notices, dist):
    """The root folder of the image of a Linux target."""
    folder = dist / "image"
    root = folder / target.deb
    put(HERE / "Dockerfile", folder / "Dockerfile")
    put(binary, root / "usr/bin/weir", 0o755)
    for licence in LICENCES:
        put(ROOT / licence, root / "usr" / DOC / licence)
    put(notices, root / "usr" / DOC / "THIRD-PARTY.txt")
    return root


def has_daemon():
    docker = shutil.which("docker")
    return bool(docker) and subprocess.run([docker, "info"], capture_output=True, check=False, timeout=30).returncode == 0
