#!/usr/bin/env python3
"""Whether an MCP server passes in the official conformance suite behind weir what it passes without it.

    npm install node@24 @modelcontextprotocol/conformance @modelcontextprotocol/server-everything
    benches/mcp_conformance.py WEIR NODE_MODULES [--node NODE_MODULES/.bin/node] [--suite-version 2025-11-25]

The bare server and the server behind `weir proxy --listen --url` have the same failing scenarios, or a scenario is in
EXCEPTIONS with the reason. Needs Node 22 or later. Version 0.1.16 of the suite has the scenarios of 2025-11-25 and before.
"""

import argparse
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

# Scenarios that fail behind weir and not without it, each with the reason.
EXCEPTIONS: dict[str, str] = {}

EVERYTHING = "@modelcontextprotocol/server-everything/dist/index.js"


def free() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    sys.exit(f"nothing listens on port {port}")


def scenarios(node: str, suite: str, url: str, version: str | None) -> dict[str, bool]:
    """The scenarios of the suite, and whether they pass."""
    with tempfile.TemporaryDirectory() as folder:
        words = [node, suite, "server", "--url", url, "-o", folder]
        words += ["--spec-version", version] if version else []
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, cwd=folder, check=False)
    text = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    found = re.findall(r"^([✓✗])\s+([\w.:/-]+)", text, re.MULTILINE)
    if not found:
        sys.exit(f"the suite printed no scenarios:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return {name: mark == "✓" for mark, name in found}


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("weir")
    words.add_argument("modules")
    words.add_argument("--node", default="node")
    words.add_argument("--suite-version")
    given = words.parse_args()
    # The suite runs in a folder of its own.
    node = shutil.which(given.node) or sys.exit(f"{given.node} is not here")
    node = os.path.abspath(node)
    suite = os.path.realpath(os.path.join(given.modules, ".bin", "conformance"))
    bare, behind = free(), free()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_STATE_HOME": f"{home}/state", "XDG_CONFIG_HOME": f"{home}/config"}
        server = [node, os.path.join(given.modules, EVERYTHING), "streamableHttp"]
        proxy = [given.weir, "proxy", "--listen", f"127.0.0.1:{behind}", "--url", f"http://localhost:{bare}/mcp"]
        running = []
        try:
            running.append(subprocess.Popen(server, env={**os.environ, "PORT": str(bare)}, **quiet))
            wait_for(bare)
            running.append(subprocess.Popen(proxy, env=environment, **quiet))
            wait_for(behind)
            urls = [f"http://localhost:{port}/mcp" for port in (bare, behind)]
            without, with_weir = (scenarios(node, suite, url, given.suite_version) for url in urls)
        finally:
            for process in running:
                process.terminate()
                process.wait(timeout=20)
    lost = sorted(name for name, passes in without.items() if passes and not with_weir.get(name))
    print(f"{sum(without.values())} of {len(without)} scenarios pass, {sum(with_weir.values())} of {len(with_weir)} behind weir")
    for name in lost:
        print(f"  {name}: {EXCEPTIONS.get(name, 'fails behind weir alone')}")
    unused = sorted(set(EXCEPTIONS) - set(lost))
    if unused:
        print(f"  exceptions that are none: {', '.join(unused)}")
    sys.exit(1 if unused or set(lost) - set(EXCEPTIONS) else 0)


main()
