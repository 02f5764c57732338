"""A plugin that needs a setting that is not there."""

import os

LEDGER = os.environ["LEDGER_OF_THE_LABELS"]
