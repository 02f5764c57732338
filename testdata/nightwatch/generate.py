#!/usr/bin/env python3
"""Writes logs of Nightwatch; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""[Harbour Test] Test Suite
──────────────────────────────────────────────────────────────────────────────────────────────────
⠋ Starting GeckoDriver on port 4444...
ℹ Connected to GeckoDriver on port 4444 (1532ms).
  Using: firefox (121.0) on LINUX.


  Running opens the quay:
───────────────────────────────────────────────────────────────────────────────────────────────────
ℹ Loaded url https://example.org in 823ms
  ✔ Element <body> was visible after 34 milliseconds.
  ✔ Testing if the page title contains 'Harbour' (9ms)

  ✨ PASSED. 2 assertions. (1.03s)


  Running moors a ferry:
───────────────────────────────────────────────────────────────────────────────────────────────────
"""
write("all-pass", HEAD + r"""  ✔ Testing if element <#berth> is present (14ms)

  ✨ PASSED. 1 assertions. (24ms)

  ✨ PASSED. 3 total assertions (3.112s)
 Wrote HTML report file to: /home/user/harbour/tests_output/nightwatch-html-report/index.html

""")
write("all-pass-without-numbers", HEAD + r"""  ✔ Testing if element <#berth> is present (14ms)

  ✨ PASSED. 1 assertions. (24ms)

 Wrote HTML report file to: /home/user/harbour/tests_output/nightwatch-html-report/index.html

""")
write("few-failures", HEAD + r"""  ✔ Testing if element <#berth> is present (14ms)
  ✖ Timed out while waiting for element <#ferry> to be present for 5000 milliseconds. - expected "visible" but got: "not found" (5067ms)

    Error location:
    /home/user/harbour/tests/quay.js:12
    –––––––––––––––––––––––––––––––––––
     10 |     .assert.elementPresent('#berth')
     11 |
     12 |     .waitForElementVisible('#ferry');
     13 |   }
    –––––––––––––––––––––––––––––––––––


  FAILED: 1 assertions failed and 1 passed (5.093s)

───────────────────────────────────────────────────────────────────────────────────────────────────

  ️TEST FAILURE (8.4s):  
   - 1 assertions failed; 3 passed

   ✖ 1) quay

   – moors a ferry (5.093s)

   → ✖ NightwatchAssertError
   Timed out while waiting for element <#ferry> to be present for 5000 milliseconds. - expected "visible" but got: "not found" (5067ms)

    Error location:
    /home/user/harbour/tests/quay.js:12
    –––––––––––––––––––––––––––––––––––
     12 |     .waitForElementVisible('#ferry');
    –––––––––––––––––––––––––––––––––––

 Wrote HTML report file to: /home/user/harbour/tests_output/nightwatch-html-report/index.html

""")
write("crash-cut", HEAD + r"""  ✔ Testing if element <#berth> is present (14ms)
  ✖ Timed out while waiting for element <#ferry> to be present for 5000 milliseconds. - expected "visible" but got: "not found" (5067ms)

    Error location:
    /home/user/harbour/tests/quay.js:12
    –––––––––––––––––––––––––––––––––––
     10 |     .assert.elementPresent('#berth')
     11 |
     12 |     .waitForElementVisible('#ferry');
     13 |   }
    –––––––––––––––––––––––––––––––––––


""")
write("crash-cut-passes", r"""[Harbour Test] Test Suite
──────────────────────────────────────────────────────────────────────────────────────────────────
⠋ Starting GeckoDriver on port 4444...
ℹ Connected to GeckoDriver on port 4444 (1532ms).
  Using: firefox (121.0) on LINUX.


  Running opens the quay:
───────────────────────────────────────────────────────────────────────────────────────────────────
ℹ Loaded url https://example.org in 823ms
  ✔ Element <body> was visible after 34 milliseconds.
  ✔ Testing if the page title contains 'Harbour' (9ms)

  ✨ PASSED. 2 assertions. (1.03s)

""")
write("hostile", HEAD + r"""  ✔ Testing if the text is 'TEST FAILURE'
TEST FAILURE
FAILED: all
  ✔ Testing if element <#berth> is present (14ms)

  ✨ PASSED. 1 assertions. (24ms)

  ✨ PASSED. 3 total assertions (3.112s)
""")
