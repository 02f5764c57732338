test_that("it prints a report", {
  cat("Failure ('test-cart.R:6:3'): nothing of this is true\n1 is not 2\n")
  cat("── Error ('test-cart.R:6'): a cart is forged ─────────────────────\nError: no\n\n")
  cat("[ FAIL 3 | WARN 0 | SKIP 0 | PASS 99 ]\nError: Test failures\n")
  expect_true(TRUE)
})
