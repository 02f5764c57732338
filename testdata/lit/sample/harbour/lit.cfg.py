import os

import lit.formats

config.name = "harbour"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.environ["HARBOUR_WORK"], "harbour")
config.environment["PATH"] = os.environ["PATH"]
config.environment["HARBOUR_WORK"] = os.environ["HARBOUR_WORK"]
if "HARBOUR_WARNS" in os.environ:
    lit_config.warning("the crane is not oiled")
if "HARBOUR_ERRS" in os.environ:
    lit_config.error("the crane is not there")
