test_that("prices are added", {
  expect_equal(total(c(1, 2)), 3)
  expect_equal(total(4), 4)
})
test_that("a cart with three goods costs four", {
  expect_equal(total(c(1, 1, 1)), 4)
  expect_true(total(2) == 3)
})
test_that("goods are weighed", {
  weigh("pear")
})
describe("a discount", {
  it("is taken off at the end", {
    expect_identical(total(c(5, -1)), 4.5)
  })
})
