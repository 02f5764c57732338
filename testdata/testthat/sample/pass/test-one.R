test_that("one price is no sum", {
  expect_equal(total(7), 7)
})
