"""What is in the binary besides weir: the crates of a target, as Cargo resolves them, and the notices of their licences."""

import json
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from project import FEATURES, ROOT, Trouble, read

NOTICE = re.compile(r"^(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)
# What is linked besides crates; the text of the MIT license follows the names.
LINKED = [
    ("", "The standard library of Rust, Copyright (c) The Rust Project Contributors: MIT OR Apache-2.0"),
    ("musl", "musl, Copyright (c) 2005-2020 Rich Felker, et al.: MIT"),
]
# A file beyond it is no text of a licence.
MOST_BYTES = 256 * 1024


@dataclass
class Crate:
    """A crate in the binary, with the crates that it uses."""

    name: str
    version: str
    license: str
    description: str
    repository: str
    folder: Path
    checksum: str
    uses: list = field(default_factory=list)


def in_binary(target):
    """Names and versions of what is linked: neither tests nor what runs while compiling."""
    listed = read("cargo", "tree", "--locked", "--edges", "normal,no-proc-macro", "--target", target.triple,
                  "--features", FEATURES, "--prefix", "none", "--format", "{p}")
    found = set()
    for line in listed.splitlines():
        words = line.split()
        if len(words) >= 2:
            found.add((words[0], words[1].removeprefix("v")))
    return found


def crates(project, target):
    """The crates by name and version, weir itself among them."""
    linked = in_binary(target)
    metadata = json.loads(read("cargo", "metadata", "--locked", "--format-version", "1", "--features", FEATURES,
                               "--filter-platform", target.triple))
    sums = checksums()
    by_id, found = {}, {}
    for package in metadata["packages"]:
        key = (package["name"], package["version"])
        if key in linked:
            by_id[package["id"]] = key
            found[key] = Crate(*key, package["license"] or "", package["description"] or "", package["repository"] or "",
                               Path(package["manifest_path"]).parent, sums.get(key, ""))
    if set(found) != linked or (project.name, project.version) not in found:
        raise Trouble(f"cargo tree and cargo metadata differ: {sorted(linked ^ set(found))}")
    for node in metadata["resolve"]["nodes"]:
        if node["id"] in by_id:
            uses = (by_id.get(each["pkg"]) for each in node["deps"] if any(kind["kind"] is None for kind in each["dep_kinds"]))
            found[by_id[node["id"]]].uses = sorted({key for key in uses if key})
    return found


def checksums():
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    return {(package["name"], package["version"]): package.get("checksum", "") for package in lock["package"]}


def texts_of(crate):
    """The files with licences of a crate, and of the C library that it carries."""
    files = [*crate.folder.iterdir(), *(crate.folder.glob("*/LICENSE*") if crate.name.endswith("-sys") else [])]
    return sorted(path for path in files
                  if NOTICE.match(path.name) and path.is_file() and path.stat().st_size <= MOST_BYTES)


def notices(project, target, found, goal):
    """The licences of all crates, each text once with the crates that have it."""
    texts, without = {}, []
    for key, crate in sorted(found.items()):
        if key == (project.name, project.version):
            continue
        files = texts_of(crate)
        if not files:
            without.append(f"{crate.name} {crate.version}: {crate.license}, {crate.repository}")
        for file in files:
            text = file.read_text(errors="replace").replace("\r\n", "\n").strip()
            users = texts.setdefault(" ".join(text.split()), (text, []))[1]
            users.append(f"{crate.name} {crate.version}")
    if not texts:
        raise Trouble("no licence of any crate was found")
    lines = ["The program weir has these libraries in it, under these licences.", ""]
    lines += [text for word, text in LINKED if word in target.triple]
    mit = (ROOT / "LICENSE-MIT").read_text()
    lines += ["", mit[mit.index("Permission is hereby granted"):]]
    if without:
        lines += ["Their packages have no text of a licence:", "", *(f"- {line}" for line in without), ""]
    for text, users in sorted(texts.values(), key=lambda row: row[1]):
        lines += ["=" * 78, ", ".join(dict.fromkeys(users)), "=" * 78, "", text, ""]
    goal.write_text("\n".join(lines))
    return goal


def describe(project, target, found):
    """The crates as `bom.py` reads them."""
    rows = [
        {
            "name": crate.name, "version": crate.version, "license": crate.license, "description": crate.description,
            "repository": crate.repository, "checksum": crate.checksum, "uses": crate.uses,
        }
        for _, crate in sorted(found.items())
    ]
    return {"root": [project.name, project.version], "target": target.triple, "epoch": project.epoch, "crates": rows}
