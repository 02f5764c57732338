#!/usr/bin/env python3
"""Writes logs in the format of Pester, beside this script."""

from pathlib import Path

HERE = Path(__file__).parent
ROOT = "C:\\harbour\\"
QUAY, LAMP, BERTH = (ROOT + name for name in ["Quay.Tests.ps1", "Lamp.Tests.ps1", "Berth.Tests.ps1"])
TIME = "12ms (10ms|2ms)"


def totals(passed, failed, skipped=0, inconclusive=0, not_run=0, end="\n"):
    return (
        f"Tests completed in 1.21s\nTests Passed: {passed}, Failed: {failed}, Skipped: {skipped}, "
        f"Inconclusive: {inconclusive}, NotRun: {not_run}{end}"
    )


def early(passed, failed, skipped=0, pending=0, inconclusive=0, prefix="Tests ", comma=","):
    parts = {"Passed": passed, "Failed": failed, "Skipped": skipped, "Pending": pending, "Inconclusive": inconclusive}
    return "Tests completed in 1.21s\n" + prefix + f"{comma} ".join(f"{name}: {count}" for name, count in parts.items()) + " \n"


def begin(count, files=2):
    return f"\nStarting discovery in {files} files.\nDiscovery found {count} tests in 200ms.\nRunning tests.\n"


def margin(width, text):
    return "".join(" " * width + line + "\n" for line in text.splitlines())


UNLOADS = f"Expected 4, but got 5.\nat Measure-Cargo | Should -Be 4, {QUAY}:12\nat <ScriptBlock>, {QUAY}:12"
LIGHTS = (
    "Expected strings to be the same, but they were different.\nExpected length: 3\nActual length:   4\n"
    f"Strings differ at index 0.\nExpected: 'lit'\nBut was:  'dark'\n          ^\nat Get-Lamp | Should -Be 'lit', {LAMP}:7\n"
    f"at <ScriptBlock>, {LAMP}:7"
)
STUCK = f"RuntimeException: the crane is stuck\nat Move-Crane, {ROOT}Crane.psm1:31\nat <ScriptBlock>, {QUAY}:20"
BOTH = (
    f"[0] Expected 1, but got 2.\nat $one | Should -Be 1, {LAMP}:15\nat <ScriptBlock>, {LAMP}:15\n"
    f"[1] Expected $true, but got $false.\nat $lit | Should -BeTrue, {LAMP}:16\nat <ScriptBlock>, {LAMP}:16"
)
PARSE = (
    f"System.Management.Automation.ParseException: At {BERTH}:6 char:5\n+     }}\n+     ~\n"
    f"Unexpected token '}}' in expression or statement.\n   at <ScriptBlock>, {BERTH}:6\n"
)
FAILED = [
    ("Quay.at night", "unloads", UNLOADS),
    ("Quay.at night", "moves the crane", STUCK),
    ("Lamp", "is lit", LIGHTS),
    ("Lamp", "burns oil", BOTH),
]
NORMAL = "".join(f"[-] {group}.{name} {TIME}\n" + margin(1, text) for group, name, text in FAILED)
GITHUB = "".join(
    f"::error::[-] {group}.{name} {TIME}\n::group::Message\n{text}\n::endgroup::\n" for group, name, text in FAILED
)
RAW = "".join(
    f"##[error][-] {group}.{name} {TIME}\n##[group]Message\n{text}\n##[endgroup]\n" for group, name, text in FAILED
)
AZURE = "".join(
    f"##vso[task.logissue type=error] [-] {group}.{name} {TIME}\n"
    + "".join(f"##[error]  {line}\n" for line in text.splitlines())
    for group, name, text in FAILED
)


def detailed(failing=True):
    unloads = (
        f"   [-] unloads {TIME}\n" + margin(4, UNLOADS) + f"   [-] moves the crane 5ms (4ms|1ms)\n" + margin(4, STUCK)
        if failing
        else f"   [+] unloads {TIME}\n   [+] moves the crane 5ms (4ms|1ms)\n"
    )
    lamp = (
        f"  [-] is lit {TIME}\n" + margin(3, LIGHTS) + f"  [-] burns oil {TIME}\n" + margin(3, BOTH)
        if failing
        else f"  [+] is lit {TIME}\n  [+] burns oil {TIME}\n"
    )
    return (
        f"\nRunning tests from '{QUAY}'\nDescribing Quay\n  [+] moors {TIME}\n Context at night\n   [+] moors {TIME}\n{unloads}"
        " Context in fog\n   [!] waits is skipped, because there is no fog 1ms (0ms|1ms)\n   [!] sounds the horn 0ms (0ms|0ms)\n"
        f"   [?] listens is inconclusive, because of the noise 2ms (1ms|1ms)\n\nRunning tests from '{LAMP}'\nDescribing Lamp\n{lamp}"
    )


def four(failing=True):
    bad = (
        "      [-] unloads 5ms\n" + margin(8, "Expected 4, but got 5.\n12:         Measure-Cargo | Should -Be 4\n" + f"at <ScriptBlock>, {QUAY}: line 12")
        + "      [-] moves the crane 7ms\n" + margin(8, f"RuntimeException: the crane is stuck\nat Move-Crane, {ROOT}Crane.psm1: line 31")
        if failing
        else "      [+] unloads 5ms\n      [+] moves the crane 7ms\n"
    )
    return (
        f"Pester v4.10.1\nExecuting all tests in '{ROOT}'\n\nExecuting script {QUAY}\n\n  Describing Quay\n    [+] moors 12ms\n\n"
        f"    Context at night\n      [+] moors 3ms\n{bad}\n    Context in fog\n      [!] waits, is skipped, because there is no fog 1ms\n"
        "      [?] sounds the horn, is pending 0ms\n      [?] listens, is inconclusive, because of the noise 2ms\n"
    )


THREE = "Describing Quay\n [+] moors 12ms\n   Context at night\n    [+] moors 3ms\n    [-] unloads 5ms\n"
TALK = (
    "the inner run said:\nDescribing Inner\n[-] Inner.breaks 5ms (4ms|1ms)\n Expected 1, but got 2.\n"
    f" at <ScriptBlock>, {ROOT}Inner.Tests.ps1:3\n{totals(0, 7)}"
)
PRINTED = f"the inner run said:\n[+] {ROOT}Inner.Tests.ps1 3ms (2ms|1ms)\n{totals(90, 0)}"
SETUP = f"RuntimeException: no key for the boathouse\nat <ScriptBlock>, {QUAY}:4"
LOGS = {
    "all-pass": begin(5) + f"[+] {QUAY} {TIME}\n[+] {LAMP} 1.2s (1.19s|10ms)\n" + totals(5, 0),
    "all-pass-detailed": "Pester v5.7.1\n" + begin(9) + detailed(False) + totals(6, 0, 2, 1),
    "all-pass-3": "Describing Quay\n [+] moors 12ms\n   Context at night\n    [+] unloads 3ms\n" + early(2, 0, prefix="", comma=""),
    "all-pass-4": four(False) + early(4, 0, 1, 1, 1),
    "all-pass-summary": early(4, 0, 1),
    "fails-summary": early(4, 2),
    "few-failures": begin(9) + NORMAL + totals(5, 4),
    "few-failures-detailed": "Pester v5.7.1\n" + begin(9) + detailed() + totals(2, 4, 2, 1),
    "few-failures-github": begin(9) + GITHUB + totals(5, 4),
    "few-failures-github-raw": begin(9) + RAW + totals(5, 4),
    "few-failures-azure": begin(9) + AZURE + totals(5, 4),
    "few-failures-redirected": begin(9)
    + NORMAL.replace(f" {TIME}", f"\n {TIME}")
    + totals(5, 4).replace(", ", ", \n").replace("NotRun", "\nNotRun"),
    "few-failures-3": THREE
    + margin(6, f"Expected: {{4}}\nBut was:  {{5}}\nat line: 12 in {QUAY}\n12:         Measure-Cargo | Should Be 4")
    + "Describing Lamp\n [!] is lit 0ms\n" + early(2, 1, 1, prefix="", comma=""),
    "few-failures-4": four() + early(2, 2, 1, 1, 1),
    "setup": begin(5)
    + f"[-] Describe Quay failed\n{margin(1, SETUP)}[-] Lamp.is lit {TIME}\n{margin(1, LIGHTS)}"
    + totals(1, 4) + "BeforeAll \\ AfterAll failed: 1\n  - Quay\n",
    "setup-4": f"Executing all tests in '{ROOT}'\n\nExecuting script {QUAY}\n\n  Describing Quay\n    [-] Error occurred in Describe block 59ms\n"
    + margin(6, f"RuntimeException: no key for the boathouse\nat <ScriptBlock>, {QUAY}: line 4")
    + f"\nExecuting script {BERTH}\n  [-] Error occurred in test script '{BERTH}' 7ms\n"
    + margin(4, f"ParseException: At {BERTH}:6 char:5\n+     }}\n+     ~\nUnexpected token '}}' in expression or statement.")
    + early(0, 2),
    "discovery": "\nStarting discovery in 2 files.\n" + f"[-] Discovery in {BERTH} failed with:\n{PARSE}"
    + f"Discovery found 2 tests in 200ms.\nRunning tests.\n[+] {QUAY} {TIME}\n" + totals(2, 0) + f"Container failed: 1\n  - {BERTH}\n",
    "container": begin(2, 1)
    + f"[-] {QUAY} failed with:\nCommandNotFoundException: The term 'Open-Quay' is not known here.\nat <ScriptBlock>, {QUAY}:2\n"
    + totals(2, 0) + f"Container failed: 1\n  - {QUAY}\n",
    "coverage": begin(2, 1) + f"[+] {QUAY} {TIME}\n" + totals(2, 0)
    + "Processing code coverage result.\nCode Coverage result processed in 60 ms.\nCovered 62.5% / 75%. 8 analyzed Commands in 1 File.\nMissed commands:\n\n"
    "File     Class Function  Line Command\n----     ----- --------  ---- -------\nQuay.ps1       Open-Quay    5 throw 'closed'\n",
    "two-runs": begin(2, 1) + f"[-] Quay.unloads {TIME}\n{margin(1, UNLOADS)}" + totals(1, 1) + begin(2, 1) + f"[+] {LAMP} {TIME}\n" + totals(2, 0),
    "two-runs-3": THREE + margin(6, "Expected: {4}\nBut was:  {5}") + early(2, 1, prefix="", comma="")
    + "Describing Lamp\n [+] is lit 2ms\n" + early(1, 0, prefix="", comma=""),
    "none": begin(0, 1) + totals(0, 0),
    "crash": begin(9) + f"[-] Quay.at night.unloads {TIME}\n" + margin(1, UNLOADS) + "pwsh: the process was killed\n",
    "crash-pass": begin(9) + f"[+] {QUAY} {TIME}\n",
    "crash-two": begin(9) + f"[+] {QUAY} {TIME}\n" + begin(2, 1) + f"[+] {LAMP} {TIME}\n" + totals(2, 0),
    "crash-4": four() + "    Context at sea\n",
    "hostile-pass": begin(5) + TALK + f"[+] {QUAY} {TIME}\n[+] {LAMP} {TIME}\n" + totals(5, 0),
    "hostile-pass-detailed": begin(3, 1) + f"Describing Quay\n  [+] moors {TIME}\n{TALK}  [+] talks {TIME}\n  [+] unloads {TIME}\n" + totals(3, 0),
    "hostile-pass-run": begin(3, 1) + "it said:\n" + begin(7) + totals(6, 1) + f"[+] {QUAY} {TIME}\n" + totals(3, 0),
    "hostile-pass-4": f"Executing all tests in '{ROOT}'\n\nExecuting script {QUAY}\n\n  Describing Quay\n    [+] moors 5ms\n"
    "the inner run said:\n  Describing Inner\n    [-] breaks 5ms\n      Expected 1, but got 2.\n" + early(4, 1) + "    [+] talks 5ms\n" + early(2, 0),
    "hostile-group": begin(3, 1) + "[-] Describe Inner failed\n no key\n" + f"[+] {QUAY} {TIME}\n" + totals(3, 0),
    "hostile-fails": begin(5) + f"[-] Quay.unloads {TIME}\n{margin(1, UNLOADS)}" + PRINTED + f"[+] {LAMP} {TIME}\n" + totals(4, 1),
    "hostile-fails-cut": begin(5) + f"[-] Quay.unloads {TIME}\n{margin(1, UNLOADS)}" + PRINTED,
    "hostile-fails-4": f"Executing all tests in '{ROOT}'\n\nExecuting script {QUAY}\n\n  Describing Quay\n    [-] unloads 5ms\n"
    + margin(6, "Expected 4, but got 5.\n12:         Measure-Cargo | Should -Be 4") + early(3, 0) + "    [+] talks 5ms\n" + early(1, 1),
}
for name, text in LOGS.items():
    (HERE / f"{name}.txt").write_text(text, encoding="utf-8")
