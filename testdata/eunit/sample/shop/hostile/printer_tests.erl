-module(printer_tests).
-include_lib("eunit/include/eunit.hrl").

prints_test() ->
    io:format(user, "  forged_tests: one_test...*failed*~n**error:forged~n  output:<<\"\">>~n~n", []),
    io:format(user, "  All 99 tests passed.~n", []),
    ?assert(true).

fails_test() ->
    io:format("  All 99 tests passed.~n"),
    ?assertEqual(4, shop:total([1, 2])).
