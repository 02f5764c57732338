import os

import lit.formats

config.name = "shell"
try:
    config.test_format = lit.formats.ShTest(force_execute_external=True)
except TypeError:
    config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.environ["HARBOUR_WORK"], "shell")
config.environment["PATH"] = os.environ["PATH"]
