-module(stock_tests).
-include_lib("eunit/include/eunit.hrl").
one_test() -> ?assert(shop:total([1]) =:= 1).
two_test() -> ?assert(shop:total([2]) =:= 2).
