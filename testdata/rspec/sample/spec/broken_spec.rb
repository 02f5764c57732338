require "a_library_that_is_missing"
