#!/usr/bin/env python3
"""Writes logs of Kahlan; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r"""spec directory : /home/user/harbour/spec

..                                                                  2 / 2 (100%)



Expectations   : 2 Executed
Specifications : 0 Pending, 0 Excluded, 0 Skipped

Passed 2 of 2 PASS in 0.012 seconds (using 4MB)

""")
write("few-failures", r"""            _     _
  /\ /\__ _| |__ | | __ _ _ __
 / //_/ _` | '_ \| |/ _` | '_ \
/ __ \ (_| | | | | | (_| | | | |
\/  \/\__,_|_| |_|_|\__,_|_| |_|

The PHP Test Framework for Freedom, Truth and Justice.

src directory  : /home/user/harbour/src
spec directory : /home/user/harbour/spec

.F                                                                  2 / 2 (100%)


  Quay
    ->moor()
      ✖ it moors a ferry
        expect->toBe() failed in `./spec/Quay.spec.php` line 12

        It expect actual to be identical to expected (===).

        actual:
          (integer) 3
        expected:
          (integer) 4


Expectations   : 2 Executed
Specifications : 0 Pending, 0 Excluded, 0 Skipped

Passed 1 of 2 FAIL (FAILURE: 1) in 0.012 seconds (using 4MB)

""")
write("crash-cut", r"""            _     _
  /\ /\__ _| |__ | | __ _ _ __
 / //_/ _` | '_ \| |/ _` | '_ \
/ __ \ (_| | | | | | (_| | | | |
\/  \/\__,_|_| |_|_|\__,_|_| |_|

The PHP Test Framework for Freedom, Truth and Justice.

src directory  : /home/user/harbour/src
spec directory : /home/user/harbour/spec

.F                                                                  2 / 2 (100%)


  Quay
    ->moor()
      ✖ it moors a ferry
        expect->toBe() failed in `./spec/Quay.spec.php` line 12

        It expect actual to be identical to expected (===).

        actual:
          (integer) 3
        expected:
          (integer) 4


""")
write("crash-cut-passes", r"""The PHP Test Framework for Freedom, Truth and Justice.

spec directory : /home/user/harbour/spec

.
""")
write("hostile", r"""spec directory : /home/user/harbour/spec
Passed all of it
Passed 3 of 9 PASS in 1 seconds (using 4MB)

..                                                                  2 / 2 (100%)



Expectations   : 2 Executed
Specifications : 0 Pending, 0 Excluded, 0 Skipped

Passed 2 of 2 PASS in 0.012 seconds (using 4MB)

""")
write("few-failures-margin", r"""            _     _
  /\ /\__ _| |__ | | __ _ _ __
 / //_/ _` | '_ \| |/ _` | '_ \
/ __ \ (_| | | | | | (_| | | | |
\/  \/\__,_|_| |_|_|\__,_|_| |_|

The PHP Test Framework for Freedom, Truth and Justice.

src directory  : /home/user/harbour/src
spec directory : /home/user/harbour/spec

.FE                                                                 3 / 3 (100%)

Quay
  ->moor()
    ✖ it moors a ferry
      expect->toBe() failed in `./spec/Quay.spec.php` line 12

      It expect actual to be identical to expected (===).

      actual:
        (integer) 3
      expected:
        (integer) 4

✖ it stands alone
  an uncaught exception has been thrown in `spec/Quay.spec.php` line 20

  message:`Exception` Code(0) with message "no berth"

    [NA] - spec/Quay.spec.php, line 20 to 21

Expectations   : 2 Executed
Specifications : 0 Pending, 0 Excluded, 0 Skipped

Passed 1 of 3 FAIL (FAILURE: 1, EXCEPTION: 1) in 0.012 seconds (using 4MBo)

""")
