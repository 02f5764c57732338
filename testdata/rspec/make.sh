#!/bin/sh
# Makes the logs by running RSpec 3 on the sample; seeds are fixed, times are replaced.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample/." "$work"
cd "$work" || exit 1
run() {
    out="$here/$1.txt"
    shift
    "$@" 2>&1 | sed -E "s#$work#/home/user/project#g; s#in [0-9.]+ seconds#in 0.05 seconds#; s#took [0-9.]+ seconds#took 0.1 seconds#; s#line 1: +[0-9]+ #line 1: 12345 #; s/0x[0-9a-f]{16}/0x000000000000dead/g; s#[0-9.]+ seconds average#0.001 seconds average#; s#[0-9.]+% of total#50.0% of total#; s#^( +)[0-9.]+ seconds (\./)#\10.001 seconds \2#; s#\([0-9.]+ seconds / #(0.001 seconds / #" > "$out"
}
run all-pass rspec spec/hostile_spec.rb:3
run few-failures rspec spec/cart_spec.rb
run few-failures-doc rspec -fd --seed 7 --profile 2 spec/cart_spec.rb
run few-failures-fail-fast rspec --fail-fast spec/cart_spec.rb
run load rspec spec/broken_spec.rb spec/cart_spec.rb
run hostile rspec spec/hostile_spec.rb
run hostile-fails env FAIL=1 rspec spec/hostile_spec.rb
run crash bash -c 'rspec --seed 5 spec/dying_spec.rb; exit $?'
run crash-doc bash -c 'rspec --order defined -fd spec/dying_spec.rb; exit $?'
rm -r "$work"
