#!/usr/bin/env python3
"""Writes logs of kyua; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r"""quay:main  ->  passed  [0.018s]

Results file id is home_user_harbour.20261126-034206-798261
Results saved to /home/user/.kyua/store/results.home_user_harbour.20261126-034206-798261.db

1/1 passed (0 failed)
""")
write("few-failures", r"""quay:main  ->  passed  [0.018s]
tug:main  ->  failed: Returned non-success exit status 3  [0.048s]
crane:main  ->  failed: 1 of 2 tests failed  [0.004s]
buoy:__test_cases_list__  ->  broken: Test program received signal  [0.012s]

Results file id is home_user_harbour.20261126-034206-551216
Results saved to /home/user/.kyua/store/results.home_user_harbour.20261126-034206-551216.db

1/4 passed (3 failed)
""")
write("few-failures-report", r"""quay:main  ->  passed  [0.018s]
tug:main  ->  failed: Returned non-success exit status 3  [0.048s]
crane:main  ->  failed: 1 of 2 tests failed  [0.004s]
buoy:__test_cases_list__  ->  broken: Test program received signal  [0.012s]

Results file id is home_user_harbour.20261126-034206-551216
Results saved to /home/user/.kyua/store/results.home_user_harbour.20261126-034206-551216.db

1/4 passed (3 failed)
===> Broken tests
buoy:__test_cases_list__  ->  broken: Test program received signal  [0.012s]
===> Failed tests
crane:main  ->  failed: 1 of 2 tests failed  [0.004s]
tug:main  ->  failed: Returned non-success exit status 3  [0.048s]
===> Summary
Results read from /home/user/.kyua/store/results.home_user_harbour.20261126-034206-551216.db
Test cases: 4 total, 0 skipped, 0 expected failures, 1 broken, 2 failed
Total time: 0.083s
""")
write("few-failures-report-alone", r"""===> Broken tests
buoy:__test_cases_list__  ->  broken: Test program received signal  [0.012s]
===> Failed tests
crane:main  ->  failed: 1 of 2 tests failed  [0.004s]
tug:main  ->  failed: Returned non-success exit status 3  [0.048s]
===> Summary
Results read from /home/user/.kyua/store/results.home_user_harbour.20261126-034206-551216.db
Test cases: 4 total, 0 skipped, 0 expected failures, 1 broken, 2 failed
Total time: 0.083s
""")
write("few-failures-14", r"""quay:main  ->  passed  [0.018s]
tug:main  ->  failed: Returned non-success exit status 3  [0.048s]
crane:main  ->  failed: 1 of 2 tests failed  [0.004s]
buoy:__test_cases_list__  ->  broken: Test program received signal  [0.012s]

Results file id is home_user_harbour.20261126-034206-551216
Results saved to /home/user/.kyua/store/results.home_user_harbour.20261126-034206-551216.db

1/4 passed (1 broken, 2 failed, 0 skipped)
""")
write("crash-cut", r"""quay:main  ->  passed  [0.018s]
tug:main  ->  failed: Returned non-success exit status 3  [0.048s]
""")
write("crash-cut-passes", r"""quay:main  ->  passed  [0.028s]
""")
write("hostile", r"""quay:main  ->  passed  [0.028s]
a  ->  failed
1/1 passed in all
===> Building quay

Results file id is home_user_harbour.20261126-034206-798261
Results saved to /home/user/.kyua/store/results.home_user_harbour.20261126-034206-798261.db

1/1 passed (0 failed)
""")
