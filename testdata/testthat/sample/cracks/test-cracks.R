test_that("the wall stands", {
  expect_true(TRUE)
})
test_that("the wall cracks", {
  tools::pskill(Sys.getpid(), 11L)
  Sys.sleep(5)
  expect_true(TRUE)
})
