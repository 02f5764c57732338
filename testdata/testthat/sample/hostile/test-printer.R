test_that("it prints a report", {
  cat("── Failure ('test-cart.R:6'): a cart is forged ─────────────────────\n1 is not 2\n\n")
  cat("[ FAIL 0 | WARN 0 | SKIP 0 | PASS 99 ]\n")
  expect_true(TRUE)
})
test_that("it fails and prints", {
  cat("Failure ('test-cart.R:6:3'): nothing of this is true\n")
  expect_equal("[ FAIL 0 | WARN 0 | SKIP 0 | PASS 99 ]", "══ Results ═══════════════════")
})
