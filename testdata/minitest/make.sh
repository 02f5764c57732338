#!/bin/sh
# Makes the logs by running minitest 5 on the sample; seeds are fixed, times are replaced.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample/." "$work"
cd "$work" || exit 1
run() {
    out="$here/$1.txt"
    shift
    "$@" 2>&1 | sed -E "s#$work#/home/user/project#g; s#in [0-9.]+s, [0-9.]+ runs/s, [0-9.]+ #in 0.001000s, 1000.0000 runs/s, 1000.0000 #; s#= [0-9.]+ s =#= 0.00 s =#; s#line 1: +[0-9]+ #line 1: 12345 #" > "$out"
}
run all-pass ruby cart_test.rb --seed 1 -n '/test_is_empty|counts/'
run all-pass-verbose ruby cart_test.rb --seed 1 -v -n '/test_is_empty|counts/'
run few-failures ruby cart_test.rb --seed 3
run few-failures-verbose ruby cart_test.rb --seed 3 --verbose
run load ruby -e 'require "./missing_test"'
run hostile ruby hostile_test.rb --seed 1
run hostile-fails env FAIL=1 ruby hostile_test.rb --seed 1
run crash bash -c 'ruby dying_test.rb --seed 1; exit $?'
run crash-verbose bash -c 'ruby dying_test.rb --seed 1 -v; exit $?'
rm -r "$work"
