-module(kiln_tests).
-include_lib("eunit/include/eunit.hrl").
cold_test() -> ?assert(true).
burns_test() -> halt(3, [{flush, false}]).
late_test() -> ?assert(true).
