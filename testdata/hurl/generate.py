#!/usr/bin/env python3
"""Writes logs of hurl --test; the forms are facts of hurl's source and manual, files and requests are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def error(what, file, line, code, *reasons):
    said = "".join(f"   | {reason}\n" for reason in reasons)
    return f"error: {what}\n  --> {file}:{line}:6\n   |\n   | POST http://localhost/berths\n   | ...\n{line:2} | {code}\n{said}   |\n\n"


def numbers(passed, failed):
    of = passed + failed
    return (f"{'-' * 80}\nExecuted files:    {of}\nExecuted requests: 22 (32.0/s)\n"
            f"Succeeded files:   {passed} ({100 * passed / of:.1f}%)\nFailed files:      {failed} ({100 * failed / of:.1f}%)\n"
            "Duration:          1220 ms (0h:0m:1s:220ms)\n\n")


FEED = "Success api/feed.hurl (12 request(s) in 454 ms)\n"
SHIPS = "Success api/ships.hurl (7 request(s) in 219 ms)\n"
BERTHS = (error("Assert status code", "api/berths.hurl", 25, "HTTP 201", "     ^^^ actual value is <409>")
          + error("Assert failure", "api/berths.hurl", 31, 'jsonpath "$.name" == "north"', "  actual:   string <south>",
                  "  expected: string <north>"))
GONE = error("HTTP connection", "api/gone.hurl", 1, "GET http://localhost:1", "    ^^^^^ (7) Failed to connect")
write("all-pass", FEED + SHIPS + numbers(2, 0))
write("all-pass-5", "api/feed.hurl: Running [1/1]\napi/feed.hurl: Success (12 request(s) in 454 ms)\n" + numbers(1, 0))
write("few-failures", FEED + BERTHS + "Failure api/berths.hurl (2 request(s) in 187 ms)\n" + SHIPS + GONE
      + "Failure api/gone.hurl (0 request(s) in 3 ms)\n" + numbers(2, 2))
write("few-failures-5", "api/berths.hurl: Running [1/2]\n" + BERTHS + "api/berths.hurl: Failure (2 request(s) in 187 ms)\n"
      "api/feed.hurl: Running [2/2]\napi/feed.hurl: Success (12 request(s) in 454 ms)\n" + numbers(1, 1))
write("retries", BERTHS + "Success api/berths.hurl (4 request(s) in 1870 ms)\n" + FEED + numbers(2, 0))
write("crash-cut", FEED + BERTHS)
write("crash-cut-passes", FEED + SHIPS)
write("hostile", FEED + "error: the rope is torn\nFailed files: many\nFailure is near\n" + SHIPS + numbers(2, 0))
