"""The formula for Homebrew, filled in with version and checksums. A platform without an archive is left out of it."""

import hashlib
import re

from project import HERE, Trouble

BLOCK = re.compile(r"    on_(?:arm|intel) do\n(?:      .*\n)+    end\n")
EMPTY = re.compile(r"  on_(?:macos|linux) do\n  end\n\n")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def formula(project, archives, dist):
    """Archives are paths by target."""
    values = {"description": project.description, "repository": project.repository, "version": project.version}
    values |= {f"sha256 {triple}": digest(path) for triple, path in archives.items()}

    def known(block):
        return block.group() if all(name in values for name in re.findall(r"@([^@\n]+)@", block.group())) else ""

    text = EMPTY.sub("", BLOCK.sub(known, (HERE / "weir.rb").read_text()))
    text = re.sub(r"@([^@\n]+)@", lambda found: values[found.group(1)], text)
    if "url " not in text:
        raise Trouble("the formula has no archive")
    goal = dist / "weir.rb"
    goal.write_text(text)
    return goal
