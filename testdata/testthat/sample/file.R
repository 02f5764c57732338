# Runs one file as an editor does.
suppressWarnings(library(testthat))
source("shop/R/shop.R")
test_file(commandArgs(TRUE)[1], env = globalenv())
