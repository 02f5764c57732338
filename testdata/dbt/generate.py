#!/usr/bin/env python3
"""Writes logs of dbt; the forms are facts of dbt-core's source, projects, nodes and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, lines, stamp="10:02:12  "):
    # What a database says on several lines has a time before its first line only.
    text = "".join(stamp[: stamp.find("Z ") + 2 if "Z " in stamp else 0] + line[1:] + "\n" if line.startswith("\\") else stamp + line + "\n"
                   for line in lines)
    (HERE / f"{name}.txt").write_text(text)


def node(number, of, told, state):
    return f"{number} of {of} {told} ".ljust(70, ".") + f" [{state}]"


HEAD = ["Running with dbt=1.7.4", "Registered adapter: duckdb=1.7.1", "Found 3 models, 4 tests, 1 seed, 391 macros", "",
        "Concurrency: 4 threads (target='dev')", ""]
TESTS = [node(1, 2, "START test not_null_ships_id", "RUN"), node(2, 2, "START test unique_ships_id", "RUN"),
         node(1, 2, "PASS not_null_ships_id", "PASS in 0.03s"), node(2, 2, "PASS unique_ships_id", "PASS in 0.03s")]
END = ["", "Finished running 2 tests in 0 hours 0 minutes and 0.61 seconds (0.61s).", ""]
write("all-pass", HEAD + TESTS + END + ["Completed successfully", "", "Done. PASS=2 WARN=0 ERROR=0 SKIP=0 TOTAL=2"])
write("all-pass-hooks", HEAD + [node(1, 1, "START hook: harbour.on-run-start.0", "RUN"),
                                node(1, 1, "OK hook: harbour.on-run-start.0", "OK in 0.01s")] + TESTS + END
      + ["Completed successfully", "", "Done. PASS=2 WARN=0 ERROR=0 SKIP=0 NO-OP=0 TOTAL=2"])
BUILD = HEAD + [
    node(1, 8, "START seed file main.raw_ships", "RUN"), node(1, 8, "OK loaded seed file main.raw_ships", "INSERT 3 in 0.05s"),
    node(2, 8, "START sql view model main.stg_ships", "RUN"),
    node(2, 8, "OK created sql view model main.stg_ships", "OK in 0.06s"),
    node(3, 8, "PASS not_null_ships_id", "PASS in 0.03s"), node(4, 8, "FAIL 2 unique_ships_id", "FAIL 2 in 0.03s"),
    node(5, 8, "START sql table model main.calls_v2", "RUN"),
    node(5, 8, "ERROR creating sql table model main.calls_v2", "ERROR in 0.04s"),
    node(6, 8, "SKIP relation main.ports", "SKIP"), node(7, 8, "SKIP test not_null_ports_id", "SKIP"),
    node(8, 8, "WARN 1 accepted_values_ships_kind", "WARN 1 in 0.03s")]
REASONS = ["", "Finished running 1 seed, 2 view models, 4 tests in 0 hours 0 minutes and 0.61 seconds (0.61s).", "",
           "Completed with 2 errors and 1 warning:", "", "Failure in test unique_ships_id (models/schema.yml)",
           "  Got 2 results, configured to fail if != 0", "", "  compiled Code at target/compiled/harbour/unique_ships_id.sql", "",
           "  Runtime Error in model calls (models/calls.sql)", "\\  Binder Error: column \"portt\" not found",
           "\\  LINE 9: select portt", "", "  compiled Code at target/compiled/harbour/models/calls.sql", "",
           "Warning in test accepted_values_ships_kind (models/schema.yml)", "Got 1 result, configured to warn if != 0", ""]
write("few-failures", BUILD + REASONS + ["Done. PASS=3 WARN=1 ERROR=2 SKIP=2 TOTAL=8"])
write("broken-project", HEAD[:2] + ["Encountered an error:", "\\Compilation Error",
                                    "\\  Model 'model.harbour.calls' depends on a node named 'ship' which was not found"])
write("crash-cut", BUILD[:-5])
write("crash-cut-passes", HEAD + TESTS[:3])
write("hostile", HEAD + TESTS + ["1 of 2 berths is full", "Done. PASS=1 and more", "Failure in test of patience (later)"] + END
      + ["Completed successfully", "", "Done. PASS=2 WARN=0 ERROR=0 SKIP=0 TOTAL=2"])
write("few-failures-ci", BUILD + REASONS + ["Done. PASS=3 WARN=1 ERROR=2 SKIP=2 TOTAL=8"], "2024-03-11T10:02:12.1234567Z 10:02:12  ")
