total <- function(prices) sum(prices)
taxed <- function(price) price * 1.2
weigh <- function(goods) scale_of(goods)
scale_of <- function(goods) stop("the scale is broken")
