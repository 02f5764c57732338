#!/usr/bin/env python3
"""How much longer a tool takes to start behind a link of weir's than without it.

    python3 benches/link.py WEIR

The two are started in turns, a small program of C's (`true`) as the tool; the medians of 200 pairs are printed, in
milliseconds: a pipe as standard output, as in `pytest | tail -1`, and a call that is none of weir's, as `cargo metadata`
straight to the agent.
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PAIRS = 200


def once(command, env, out):
    begun = time.perf_counter()
    subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out, check=True)
    return (time.perf_counter() - begun) * 1000


def main():
    weir = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as root:
        links, tools = os.path.join(root, "weir/agents/bin"), os.path.join(root, "tools")
        os.makedirs(links)
        os.makedirs(tools)
        os.symlink(weir, os.path.join(links, "cargo"))
        shutil.copy(shutil.which("true"), os.path.join(tools, "cargo"))
        with open(os.path.join(root, "out"), "w") as file:
            stat = os.fstat(file.fileno())
            lines = {
                "in a pipe": ({"WEIR_OUT": "1:1"}, subprocess.PIPE),
                "not ours": ({"WEIR_OUT": f"{stat.st_dev}:{stat.st_ino}"}, file),
            }
            for name, (variables, out) in lines.items():
                env = {"PATH": f"{links}:{tools}:/usr/bin:/bin", **variables}
                plain = [os.path.join(tools, "cargo"), "metadata"]
                link = [os.path.join(links, "cargo"), "metadata"]
                pairs = [(once(plain, env, out), once(link, env, out)) for _ in range(PAIRS)]
                more = statistics.median(behind - before for before, behind in pairs)
                before = statistics.median(before for before, _ in pairs)
                print(f"{name}: {before:.2f} ms without, {more:.2f} ms more with the link")


if __name__ == "__main__":
    main()
