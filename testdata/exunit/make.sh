#!/bin/sh
# Makes the logs by running mix test on the sample (Elixir 1.14); seeds are fixed, times are replaced.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample/." "$work"
cd "$work" || exit 1
export LANG=C.UTF-8
mix compile > /dev/null 2>&1
run() {
    out="$here/$1.txt"
    shift
    "$@" 2>&1 | sed -E "s#$work#/home/user/project#g; s#^[0-9:.]+ \[#12:00:00.000 [#; s#( +)[0-9:.]+ \[error\]#\112:00:00.000 [error]#; s#Finished in [0-9.]+ seconds .*#Finished in 0.1 seconds (0.00s async, 0.1s sync)#; s#\([0-9.]+ms\)#(0.1ms)#g; s#PID<[0-9.]+>#PID<0.100.0>#" > "$out"
}
run all-pass mix test --seed 0 test/hostile_test.exs:3
run few-failures mix test --seed 0 test/shop_test.exs
run few-failures-trace mix test --seed 0 --trace test/shop_test.exs
run hostile mix test --seed 0 test/hostile_test.exs
run hostile-fails env FAIL=1 mix test --seed 0 test/hostile_test.exs
run crash mix test --seed 0 --trace test/dying_test.exs
echo 'defmodule Broken do def x, do: y end' > lib/broken.ex
run crash-compile mix test
rm -r "$work"
