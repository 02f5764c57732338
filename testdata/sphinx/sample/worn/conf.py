"""A project with warnings; HARBOUR says what else goes wrong."""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
project = "Harbour"
extensions = ["sphinx.ext.autodoc", "trouble"]
WRONG = os.environ.get("HARBOUR", "")
if WRONG == "extension":
    extensions.append("harbour_missing")
if WRONG == "config":
    raise ValueError("no such quay")
if WRONG == "setting":
    highlight_language = 3
if WRONG == "theme":
    html_theme = "driftwood"
