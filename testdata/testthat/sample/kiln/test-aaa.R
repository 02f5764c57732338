test_that("it is cold", {
  expect_true(FALSE)
})
