"""The wheel for PyPI: maturin writes the metadata, `wheel` packs it with the binary.

maturin would compile; the binary is there already, laid out by its profile.
"""

import os
import shutil

from project import ROOT, Trouble, empty, run
from tree import put, shared

# Completions of shells that look below the prefix; a wheel has no place for the others.
LEFT_OUT = ["share/weir", "share/doc"]


def wheel(project, target, binary, notices, components, tools, work, dist):
    """The wheel of a target."""
    folder = empty(work / "wheel" / target.triple)
    run(tools / "maturin", "pep517", "write-dist-info", "--metadata-directory", folder,
        "--interpreter", tools / "python", "--manifest-path", ROOT / "Cargo.toml")
    found = list(folder.glob("*.dist-info"))
    if len(found) != 1:
        raise Trouble(f"maturin wrote {len(found)} folders of metadata")
    info = found[0]
    lines = (info / "WHEEL").read_text().splitlines()
    kept = [line for line in lines if line and not line.startswith("Tag: ")]
    tags = [f"Tag: py3-none-{platform}" for platform in target.wheel]
    (info / "WHEEL").write_text("\n".join(kept + tags) + "\n")
    put(notices, info / "licenses/THIRD-PARTY.txt")
    # Where PEP 770 wants it.
    put(components, info / "sboms" / components.name)
    data = folder / info.name.replace(".dist-info", ".data")
    put(binary, data / "scripts" / target.binary, 0o755)
    shared(data / "data", notices)
    for name in LEFT_OUT:
        shutil.rmtree(data / "data" / name)
    time = {**os.environ, "SOURCE_DATE_EPOCH": str(project.epoch)}
    before = set(dist.glob("*.whl"))
    run(tools / "wheel", "pack", "--dest-dir", dist, folder, env=time)
    (made,) = set(dist.glob("*.whl")) - before
    return made
