#!/usr/bin/env python3
"""Writes logs of Turborepo; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r"""• Packages in scope: ferry, quay
• Running test in 2 packages
• Remote caching disabled
quay:test: cache miss, executing 1234567890abcdef
ferry:test: cache miss, executing abcdef1234567890

 Tasks:    2 successful, 2 total
Cached:    0 cached, 2 total
  Time:    412ms 

""")
write("few-failures", r"""• Packages in scope: ferry, quay
• Running test in 2 packages
• Remote caching disabled
quay:test: cache miss, executing 1234567890abcdef
ferry:test: cache miss, executing abcdef1234567890
quay:test: 
quay:test: > quay@1.0.0 test
quay:test: > node ok.js
quay:test: 
ferry:test: 
ferry:test: > ferry@1.0.0 test
ferry:test: > node bad.js
ferry:test: 
ferry:test: berth 3 taken
ferry:test: ERROR: command finished with error: command (/home/user/ferry) /usr/bin/npm run test exited (1)
ferry#test: command (/home/user/ferry) /usr/bin/npm run test exited (1)

 Tasks:    1 successful, 2 total
Cached:    0 cached, 2 total
  Time:    412ms 
Failed:    ferry#test

 ERROR  run failed: command  exited (1)
""")
write("crash-cut", r"""• Packages in scope: ferry, quay
• Running test in 2 packages
• Remote caching disabled
quay:test: cache miss, executing 1234567890abcdef
ferry:test: cache miss, executing abcdef1234567890
quay:test: 
quay:test: > quay@1.0.0 test
quay:test: > node ok.js
quay:test: 
ferry:test: 
ferry:test: > ferry@1.0.0 test
ferry:test: > node bad.js
ferry:test: 
ferry:test: berth 3 taken
ferry:test: ERROR: command finished with error: command (/home/user/ferry) /usr/bin/npm run test exited (1)
ferry#test: command (/home/user/ferry) /usr/bin/npm run test exited (1)

 Tasks:    1 successful, 2 total
Cached:    0 cached, 2 total
  Time:    412ms 
""")
write("hostile", r"""Failed:    nothing#test
Tasks:    many
• Packages in scope: ferry, quay
• Running test in 2 packages
• Remote caching disabled
quay:test: cache miss, executing 1234567890abcdef
ferry:test: cache miss, executing abcdef1234567890

 Tasks:    2 successful, 2 total
Cached:    0 cached, 2 total
  Time:    412ms 

""")
write("few-failures-summarize", r"""
  Tasks:    1 successful, 2 total
 Cached:    0 cached, 2 total
   Time:    412ms 
Summary:    /home/user/harbour/.turbo/runs/2Kabc.json
 Failed:    ferry#test

 ERROR  run failed: command  exited (1)
""")
