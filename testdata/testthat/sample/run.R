# Runs the tests of a folder with a reporter, and no package around them.
arguments <- commandArgs(TRUE)
suppressWarnings(library(testthat))
source("shop/R/shop.R")
test_dir(arguments[1], reporter = arguments[2], env = globalenv(), load_package = "none")
