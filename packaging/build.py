"""Builds the binary of a target, with what the machine at hand has for it."""

import os
import shutil
import subprocess

from project import FEATURES, ROOT, Trouble, read, run


def target_folder():
    return (ROOT / os.environ.get("CARGO_TARGET_DIR", "target")).resolve()


def at_hand(targets):
    """The targets that this machine can build for, and why it can't for the others."""
    can, cannot = [], {}
    for target in targets.values():
        reason = missing(target)
        if reason:
            cannot[target.triple] = reason
        else:
            can.append(target)
    return can, cannot


def host_triple():
    return next(line.split()[1] for line in read("rustc", "-vV").splitlines() if line.startswith("host: "))


def missing(target):
    """What a build of this target needs and the machine does not have; what is easy to fetch is not missing."""
    host = host_triple()
    if target.triple == host:
        return ""
    if "apple" in target.triple:
        return "" if "apple" in host else "needs a Mac"
    if "msvc" in target.triple:
        return "" if "windows" in host else "needs Windows"
    if target.is_linux:
        same = "linux" in host and target.triple.split("-")[0] == host.split("-")[0]
        return "" if same else "needs a machine of this kind"
    return "" if shutil.which("x86_64-w64-mingw32-gcc") else "needs x86_64-w64-mingw32-gcc"


def prepare(target):
    """Rust's library for the target, and a C compiler for the C in our dependencies."""
    if shutil.which("rustup") and target.triple not in read("rustup", "target", "list", "--installed").split():
        run("rustup", "target", "add", target.triple)
    if "musl" not in target.triple:
        return
    # Else a compiler is asked for whose name begins with that of the target.
    os.environ.setdefault(f"CC_{target.triple.replace('-', '_')}", "musl-gcc")
    if shutil.which("musl-gcc"):
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise Trouble("musl-gcc is missing: install musl-tools")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "--no-install-recommends", "musl-tools"]
    if subprocess.run(install, env=quiet, capture_output=True, check=False).returncode != 0:
        run("apt-get", "update", env=quiet)
        run(*install, env=quiet)


def build(target, profile):
    """The path of the built binary. Its compiler's talk goes to standard error."""
    reason = missing(target)
    if reason:
        raise Trouble(f"cannot build {target.triple} here: it {reason}")
    prepare(target)
    if profile == "dist" and target.layout:
        words = [ROOT / ".ci" / "release", target.triple]
        done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise Trouble(f".ci/release {target.triple} ended with {done.returncode}")
        return ROOT / done.stdout.splitlines()[-1]
    words = ["cargo", "build", "--locked", "--bin", "weir", "--features", FEATURES]
    words += ["--profile", profile, "--target", target.triple]
    if subprocess.run(words, cwd=ROOT, check=False).returncode != 0:
        raise Trouble(f"'{' '.join(words)}' failed")
    return target_folder() / target.triple / profile / target.binary
