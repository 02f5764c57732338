#!/bin/sh
# Makes the logs by running test-unit 3 on the sample; times are replaced.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample/." "$work"
cd "$work" || exit 1
run() {
    out="$here/$1.txt"
    shift
    "$@" 2>&1 | sed -E "s#$work#/home/user/project#g; s#in [0-9.]+ seconds#in 0.005 seconds#; s#[0-9.]+ tests/s, [0-9.]+ #100.00 tests/s, 100.00 #; s#\([0-9]\.[0-9]+\)#(0.000100)#; s#line 1: +[0-9]+ #line 1: 12345 #" > "$out"
}
run all-pass ruby cart_test.rb -n test_is_empty
run few-failures ruby cart_test.rb
run few-failures-verbose ruby cart_test.rb --verbose=verbose
run hostile ruby cart_test.rb -t HostileTest
run crash bash -c 'DIE=1 ruby cart_test.rb; exit $?'
rm -r "$work"
