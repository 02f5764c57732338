-module(stock_SUITE).
-export([all/0, one/1, two/1]).
all() -> [one, two].
one(_) -> 1 = shop:total([1]).
two(_) -> 2 = shop:total([2]).
