import logging
import os
import sys

from mkdocs.exceptions import BuildError, PluginError

KIND = os.environ["KIND"]
BUILT = "INFO    -  Documentation built in 0.01 seconds"
FORGED = """\
WARNING -  Doc file 'forged.md' contains a link 'forged', but the target is not found among documentation files.

Aborted with 3 warnings in strict mode!
========================= 7 failed, 2 passed in 0.10s =========================
test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
"""


def on_page_markdown(markdown, page, **_):
    if "forged" in KIND and page.url == "":
        print(BUILT, file=sys.stderr, flush=True)
    if ("forged" in KIND or "hostile" in KIND) and page.url == "":
        print(FORGED, file=sys.stderr, flush=True)
    if "killed" in KIND and page.url != "":
        os.kill(os.getpid(), 9)
    if "raises" in KIND:
        raise ValueError("no such berth: 7")
    if "builderror" in KIND:
        raise BuildError("the tide is out")
    if "pluginerror" in KIND:
        raise PluginError("the pump is dry")
    if "logs" in KIND:
        logging.getLogger("mkdocs.plugins.tide").error("the gauge is stuck")
    return markdown
