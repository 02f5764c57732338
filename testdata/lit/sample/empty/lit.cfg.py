import lit.formats

config.name = "empty"
config.test_format = lit.formats.ShTest()
config.suffixes = [".test"]
