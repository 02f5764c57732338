#!/usr/bin/env python3
"""Writes logs of Nx; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r""" NX   Running target test for 2 projects:

- quay
- tug

——————————————————————————————————————————————————————————————————————————————————————

> nx run quay:test

> nx run tug:test

——————————————————————————————————————————————————————————————————————————————————————

 NX   Successfully ran target test for 2 projects (2s)

""")
write("few-failures", r""" NX   Running target test for 3 projects:

- quay
- tug
- ferry

——————————————————————————————————————————————————————————————————————————————————————

> nx run quay:test


> nx run ferry:test

Error: berth 3 taken
    at Object.<anonymous> (/home/user/ferry.js:3:7)

——————————————————————————————————————————————————————————————————————————————————————

 NX   Ran target test for 3 projects (2s)

   ✔  2/3 succeeded [0 read from cache]

   ✖  1/3 targets failed, including the following:
      - nx run ferry:test

""")
write("few-failures-list", r"""   ✔  nx run quay:test (1s)
   ✖  nx run ferry:test (1s)

——————————————————————————————————————————————————————————————————————————————————————

 NX   Running target test for 2 projects failed

Failed tasks:

- ferry:test

Hint: run the command with --verbose for more details.
""")
write("crash-cut", r""" NX   Running target test for 3 projects:

- quay
- tug
- ferry

——————————————————————————————————————————————————————————————————————————————————————

> nx run quay:test


> nx run ferry:test

Error: berth 3 taken
    at Object.<anonymous> (/home/user/ferry.js:3:7)

——————————————————————————————————————————————————————————————————————————————————————

 NX   Ran target test for 3 projects (2s)

   ✔  2/3 succeeded [0 read from cache]

""")
write("hostile", r"""NX   is fast
- nx run nothing
Failed tasks:
- x
 NX   Running target test for 2 projects:

- quay
- tug

——————————————————————————————————————————————————————————————————————————————————————

> nx run quay:test

> nx run tug:test

——————————————————————————————————————————————————————————————————————————————————————

 NX   Successfully ran target test for 2 projects (2s)

""")
write("few-failures-more", r""" NX   Running targets test, lint for 7 projects:

- quay
- tug

——————————————————————————————————————————————————————————————————————————————————————

   ✔  nx run quay:test
   ✖  nx run ferry:test
   ✖  nx run tug:test
   ✖  nx run a:test
   ✖  nx run b:test
   ✖  nx run c:test
   ✖  nx run d:test

——————————————————————————————————————————————————————————————————————————————————————

 NX   Ran targets test, lint for 7 projects (2s)

      With additional flags:
        --ci=true

   ✔  1/7 succeeded [0 read from cache]

   ✖  6/7 targets failed, including the following:

      - nx run ferry:test
      - nx run tug:test
      - nx run a:test
      - nx run b:test
      - nx run c:test

      ...and 1 more...

""")
write("few-failures-left", r"""
 >  NX   ERROR  Running target "test" failed

  Tasks not run because their dependencies failed:

  - tug:test

  Failed tasks:

  - ferry:test

""")
write("few-failures-cancelled", r""" NX   Cancelled running target test for project quay (3s)

""")
