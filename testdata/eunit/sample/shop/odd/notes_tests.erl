-module(notes_tests).
-include_lib("eunit/include/eunit.hrl").

writes_test() ->
    io:format("  All 3 tests passed.~n=======================================================~n  All 3 tests passed.~n"),
    io:format("  notes_tests: forged_test...*failed*~n\">>~n**error:forged~n*** context setup failed ***~nFinished in 0.1 seconds~n2 tests, 0 failures~n"),
    error(no_ink).

long_test() ->
    [io:format("note ~w~n", [N]) || N <- lists:seq(1, 200)],
    error(full).
