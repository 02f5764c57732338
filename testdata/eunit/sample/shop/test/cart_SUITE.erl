-module(cart_SUITE).
-include_lib("common_test/include/ct.hrl").
-export([all/0, groups/0, init_per_suite/1, end_per_suite/1, adds/1, total/1, skips/1, crashes/1, grouped/1]).
all() -> [adds, total, skips, crashes, {group, g}].
groups() -> [{g, [], [grouped]}].
init_per_suite(C) -> C.
end_per_suite(_) -> ok.
adds(_) -> 3 = shop:total([1, 2]).
total(_) -> 4 = shop:total([1, 2]).
skips(_) -> {skip, "no warehouse"}.
crashes(_) -> ct:pal("till ~p", [open]), error(no_till).
grouped(_) -> 5 = shop:total([1]).
