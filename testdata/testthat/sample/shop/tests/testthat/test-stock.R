test_that("the stock is counted", {
  skip("no warehouse today")
})
test_that("nothing is asked", {
})
test_that("the stock is old", {
  warning("some pears are brown")
  expect_true(TRUE)
})
