"""What can go wrong while a project is built."""

import os
import signal
import time

from sphinx.errors import ExtensionError
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)
FORGED = os.path.join(os.path.dirname(__file__), "..", "forged.txt")


def read(app, name, source):
    wrong = os.environ.get("HARBOUR", "")
    if name != "cranes":
        return
    if wrong == "raises":
        raise KeyError("crane 4")
    if wrong == "refuses":
        raise ExtensionError("cranes are not to be built")
    if wrong == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    if wrong == "waits":
        time.sleep(30)
    if wrong == "forges":
        with open(FORGED) as forged:
            print(forged.read())
    if wrong == "errs":
        LOGGER.error("crane %d is out of order", 4)


def setup(app):
    app.connect("source-read", read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
