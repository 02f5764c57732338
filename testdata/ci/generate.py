#!/usr/bin/env python3
"""Writes the logs of this folder: real runs of pytest and cargo test as the services' runners wrap them.

The services cannot run here. What they write round a command is their format; every other line is a real run's, from
the folders beside this one.
"""

import pathlib

HERE = pathlib.Path(__file__).parent
ESC = "\x1b"


def lines(path):
    return (HERE.parent / path).read_text(encoding="utf-8").splitlines()


def stamped(rows, form):
    return [form(f"2026-01-02T03:{4 + index // 60:02}:{index % 60:02}.678901") + row for index, row in enumerate(rows)]


def github(command, output, code):
    rows = [f"##[group]Run {command}", f"{ESC}[36;1m{command}{ESC}[0m", "shell: /usr/bin/bash -e {0}", "##[endgroup]", *output]
    if code:
        rows.append(f"##[error]Process completed with exit code {code}.")
    rows += ["Post job cleanup.", "Cleaning up orphan processes"]
    return stamped(rows, lambda time: f"{time}2Z ")


def azure(command, output, code):
    rows = ["##[section]Starting: Test", "Generating script.", command, *output]
    if code:
        rows.append(f"##[error]Bash exited with code '{code}'.")
    rows.append("##[section]Finishing: Test")
    return stamped(rows, lambda time: f"{time}2Z ")


def gitlab(command, output, code):
    rows = [
        f"{ESC}[0KRunning with gitlab-runner 17.0.0 (44feccdf){ESC}[0;m",
        f"section_start:1767323045:step_script\r{ESC}[0K{ESC}[0K{ESC}[36;1mExecuting \"step_script\" stage of the job script{ESC}[0;m{ESC}[0;m",
        f"{ESC}[32;1m$ {command}{ESC}[0;m",
        *output,
        f"section_end:1767323099:step_script\r{ESC}[0K",
    ]
    end = f"{ESC}[31;1mERROR: Job failed: exit code {code}" if code else f"{ESC}[32;1mJob succeeded"
    rows.append(f"{ESC}[0K{end}{ESC}[0;m")
    return stamped(rows, lambda time: f"{time}Z 01O ")


def travis(command, output, code):
    colour = 31 if code else 32
    return [
        f"travis_fold:start:install\r{ESC}[0Ktravis_time:start:0b1f\r{ESC}[0K$ pip install pytest",
        f"travis_time:end:0b1f:start=1,finish=2,duration=1\r{ESC}[0Ktravis_fold:end:install\r{ESC}[0K",
        f"travis_time:start:0c2e\r{ESC}[0K$ {command}",
        *output,
        f"travis_time:end:0c2e:start=2,finish=9,duration=7\r{ESC}[0K{ESC}[{colour};1mThe command \"{command}\" exited with {code}.{ESC}[0m",
        "",
        "",
        f"Done. Your build exited with {code}.",
    ]


def jenkins(command, output, code):
    rows = ["[Pipeline] stage", "[Pipeline] { (Test)", "[Pipeline] sh", f"+ {command}", *output, "[Pipeline] }", "[Pipeline] // stage", "[Pipeline] End of Pipeline"]
    rows += [f"ERROR: script returned exit code {code}", "Finished: FAILURE"] if code else ["Finished: SUCCESS"]
    return stamped(rows, lambda time: f"[{time[:-3]}Z] ")


def clock(command, output, code):
    """What the page of a job under Jenkins shows when Timestamper is on."""
    rows = ["Started by user Kim", "[Pipeline] sh", f"+ {command}", *output, "[Pipeline] End of Pipeline"]
    rows += [f"ERROR: script returned exit code {code}", "Finished: FAILURE"] if code else ["Finished: SUCCESS"]
    return stamped(rows, lambda time: f"{time[11:19]} ")


def act(command, output, code):
    said = [f"\U0001f680  Start image=node:20", f"\u2b50 Run Main {command}"]
    if code:
        ended = [f"  \u274c  Failure - Main {command} [1.2s]", f"exitcode '{code}': failure", "\U0001f3c1  Job failed"]
    else:
        ended = [f"  \u2705  Success - Main {command} [1.2s]", "\U0001f3c1  Job succeeded"]
    rows = [f"[CI/unit tests] {row}" for row in said] + [f"[CI/unit tests]   | {row}" for row in output]
    return rows + [f"[CI/unit tests] {row}" for row in ended] + (["Error: Job 'unit tests' failed"] if code else [])


def buildkite(command, output, code):
    rows = ["~~~ Running agent environment hook", f"--- :pytest: {command}", *output]
    if code:
        rows += ["^^^ +++", f"\U0001f6a8 Error: The command exited with status {code}"]
    return [f"{ESC}_bk;t={1767323045000 + index}\x07{row}" for index, row in enumerate(rows)]


def circle(command, output, code):
    return ["#!/bin/bash -eo pipefail", command, *output, *([f"Exited with code exit status {code}"] if code else [])]


def interleaved(prefixes, logs):
    rows = []
    for index in range(max(map(len, logs))):
        for prefix, log in zip(prefixes, logs):
            if index < len(log):
                rows.append(prefix + log[index])
    return rows


def compose(logs, codes):
    rows = ["Attaching to api-1, worker-1"] + interleaved(["api-1     | ", "worker-1  | "], logs)
    return rows + [f"{name} exited with code {code}" for name, code in zip(["api-1", "worker-1"], codes)]


def pnpm(logs, codes):
    rows = ["Scope: 2 of 3 workspace projects", "packages/a test$ pytest", "packages/b test$ cargo test"]
    rows += interleaved(["packages/a test: ", "packages/b test: "], logs)
    return rows + [f"packages/{name} test: {'Failed' if code else 'Done'}" for name, code in zip("ab", codes)]


def turbo(logs, codes):
    rows = ["\u2022 Packages in scope: a, b", "\u2022 Running test in 2 packages"]
    rows += ["a:test: cache miss, executing 1f2e3d4c5b6a7980", "b:test: cache miss, executing 0f2e3d4c5b6a7980"]
    return rows + interleaved(["a:test: ", "b:test: "], logs)


def nix(logs, codes):
    stores = [f"/nix/store/{letter * 32}-{letter}-1.0.drv" for letter in "ab"]
    rows = ["these 2 derivations will be built:"] + [f"  {store}" for store in stores]
    rows += [f"building '{store}'..." for store in stores]
    rows += interleaved(["a-1.0> ", "b-1.0> "], [["Running phase: checkPhase", *log] for log in logs])
    for store, code, log in zip(stores, codes, logs):
        if code:
            rows += [f"error: builder for '{store}' failed with exit code {code};", "       last 3 log lines:"]
            rows += [f"       > {row}" for row in log[-3:]] + [f"       For full logs, run 'nix log {store}'."]
    return rows


def write(name, rows):
    (HERE / name).write_bytes("".join(row + "\n" for row in rows).encode())


PASS, FEW, HOSTILE = "pytest/all-pass.txt", "pytest/all-kinds.txt", "pytest/hostile-passes.txt"
RUST_PASS, RUST_FEW = "cargo-test/all-pass.log", "cargo-test/few-failures.log"
for service in [github, azure, gitlab, travis, jenkins, clock, act, buildkite, circle]:
    name = service.__name__
    write(f"all-pass-{name}.txt", service("pytest", lines(PASS), 0))
    write(f"few-failures-{name}.txt", service("pytest", lines(FEW), 1))
    write(f"hostile-{name}.txt", service("pytest", lines(HOSTILE), 0))
    # The run dies in its middle without a word; only the service knows.
    write(f"crash-{name}.txt", service("cargo test", lines(RUST_PASS)[:20], 137))
    # A tool that nobody knows says that all went well, and the service knows better.
    write(f"hostile-forged-{name}.txt", service("./check", ["checking", "all 12 checks passed", "12 passed"], 3))
for tool in [compose, pnpm, turbo, nix]:
    name = tool.__name__
    write(f"all-pass-{name}.txt", tool([lines(PASS), lines(RUST_PASS)], [0, 0]))
    write(f"few-failures-{name}.txt", tool([lines(FEW), lines(RUST_FEW)], [1, 101]))
    write(f"crash-{name}.txt", tool([lines(PASS), lines(RUST_PASS)[:20]], [0, 137]))
    write(f"hostile-{name}.txt", tool([lines(HOSTILE), lines(RUST_PASS)], [0, 0]))
