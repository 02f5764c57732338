"""The packages for npm: one with a launcher, which every platform installs, and one with the binary for each platform.

npm installs of the optional dependencies the one whose os and cpu are the machine's. Nothing runs while it installs.
"""

import json
import os
import shutil

from project import HERE, ROOT, Trouble, empty, run
from tree import LICENCES, put


def package_name(project, target):
    return f"{project.name}-{'-'.join(target.npm)}"


def common(project):
    fields = {"version": project.version, "description": project.description, "license": "MIT OR Apache-2.0"}
    if project.address:
        # The proof of origin that npm shows needs it.
        fields["repository"] = {"type": "git", "url": f"git+{project.address}.git"}
    return fields


def pack(folder, fields, dist):
    (folder / "package.json").write_text(json.dumps(fields, indent=2) + "\n")
    goal = dist / f"{fields['name']}-{fields['version']}.tgz"
    # Without the user's settings and without a look at the network.
    quiet = {**os.environ, "npm_config_loglevel": "error", "npm_config_update_notifier": "false"}
    run("npm", "pack", "--ignore-scripts", "--pack-destination", dist, cwd=folder, env=quiet)
    if not goal.is_file():
        raise Trouble(f"npm pack did not write {goal.name}")
    return goal


def platform(project, target, binary, notices, work, dist):
    """The package with the binary of a target."""
    name = package_name(project, target)
    folder = empty(work / "npm" / name)
    put(binary, folder / "bin" / target.binary, 0o755)
    for licence in LICENCES:
        put(ROOT / licence, folder / licence)
    put(notices, folder / "THIRD-PARTY.txt")
    (folder / "README.md").write_text(f"The binary of {project.name} for {target.triple}.\n")
    system, processor = target.npm
    fields = {"name": name, **common(project), "os": [system], "cpu": [processor], "preferUnplugged": True}
    return pack(folder, fields, dist)


def launcher(project, targets, work, dist):
    """The package that people install."""
    folder = empty(work / "npm" / project.name)
    put(HERE / "npm/weir.js", folder / "bin/weir.js", 0o755)
    put(HERE / "npm/README.md", folder / "README.md")
    for licence in LICENCES:
        put(ROOT / licence, folder / licence)
    pages = sorted(page.name for page in (ROOT / "man").glob("*.1"))
    for page in pages:
        put(ROOT / "man" / page, folder / "man" / page)
    names = sorted({package_name(project, target) for target in targets})
    fields = {
        "name": project.name,
        **common(project),
        "keywords": ["cli", "test", "filter", "log", "ci"],
        "bin": {"weir": "bin/weir.js"},
        "man": [f"man/{page}" for page in pages],
        "engines": {"node": ">=16"},
        "optionalDependencies": {name: project.version for name in names},
    }
    return pack(folder, fields, dist)


def has_npm():
    return shutil.which("npm") is not None
