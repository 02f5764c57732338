for (price in 1:6) test_that(paste("the tax of", price), {
  expect_equal(taxed(price), price * 1.2)
})
