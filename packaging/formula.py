"""The formula for Homebrew and the manifests for Scoop and winget, filled in with version and checksums. A platform without an
archive is left out of the formula."""

import hashlib
import re
import zipfile

from project import HERE, Trouble

# The target whose archive Scoop and winget install.
WINDOWS = "x86_64-pc-windows-msvc"
EARLIEST_TIME = (1980, 1, 1, 0, 0, 0)

NAME = re.compile(r"@([^@\n]+)@")
BLOCK = re.compile(r"    on_(?:arm|intel) do\n(?:      .*\n)+    end\n")
EMPTY = re.compile(r"  on_(?:macos|linux) do\n  end\n\n")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def known_values(project, archives):
    """What a template may name. Archives are paths by target."""
    values = {"description": project.description, "repository": project.repository, "version": project.version}
    values["owner"] = project.repository.rstrip("/").split("/")[-2]
    for triple, path in archives.items():
        values |= {f"sha256 {triple}": digest(path), f"SHA256 {triple}": digest(path).upper()}
    return values


def filled(text, values):
    return NAME.sub(lambda found: values[found.group(1)], text)


def formula(project, archives, dist):
    values = known_values(project, archives)

    def known(block):
        return block.group() if all(name in values for name in NAME.findall(block.group())) else ""

    text = EMPTY.sub("", BLOCK.sub(known, (HERE / "weir.rb").read_text()))
    text = filled(text, values)
    if "url " not in text:
        raise Trouble("the formula has no archive")
    goal = dist / "weir.rb"
    goal.write_text(text)
    return goal


def manifests(project, archives, dist):
    """`weir.json` for Scoop, and the three files that winget wants in a folder of their own, packed."""
    values = known_values(project, archives)
    scoop = dist / "weir.json"
    scoop.write_text(filled((HERE / "weir.json").read_text(), values))
    winget = dist / f"weir-{project.version}-winget.zip"
    with zipfile.ZipFile(winget, "w", zipfile.ZIP_DEFLATED) as packed:
        for template in sorted((HERE / "winget").iterdir()):
            name = f"{values['owner']}.{template.name}"
            packed.writestr(zipfile.ZipInfo(name, EARLIEST_TIME), filled(template.read_text(), values))
    return scoop, winget
