-module(cart_tests).
-include_lib("eunit/include/eunit.hrl").

adds_test() -> ?assertEqual(3, shop:total([1, 2])).

total_test() -> ?assertEqual(4, shop:total([1, 2])).

match_test() -> ?assertMatch({ok, _}, {error, shop:total([1])}).

crash_test() ->
    io:format("the till is open~n"),
    error(no_till).

exit_test() -> exit(gone).

named_test_() ->
    [{"three goods cost three", ?_assertEqual(3, shop:total([1, 1, 1]))},
     {"four goods cost five", ?_assertEqual(5, shop:total([1, 1, 1, 1]))}].

setup_test_() ->
    {setup, fun() -> error(no_shelf) end, fun(_) -> ok end, [?_assert(true)]}.

slow_test_() -> {timeout, 0.1, fun() -> timer:sleep(1000) end}.
