-module(oven_tests).
-include_lib("eunit/include/eunit.hrl").

warm_test() -> ?assert(true).

burns_test_() ->
    {inparallel, [{"the bread is black", fun() -> exit(self(), kill), timer:sleep(1000) end},
                  {"the cake is fine", ?_assert(true)}]}.

mixed_test_() -> [{oven_tests, no_such}, {no_such_module, bakes}].

kneads_test_() -> error(no_flour).

rises_test_() -> {ok, 3}.

glows_test_() -> {spawn, {"the oven glows", fun() -> exit(self(), kill), timer:sleep(1000) end}}.
