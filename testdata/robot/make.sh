#!/bin/sh
# Makes the logs by running Robot Framework on the sample; `robot` must be on the path.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample" "$work/shop"
cd "$work" || exit 1
run() {
    out="$here/$1.txt"
    shift
    "$@" 2>&1 | sed -E "s#$work#/home/user/project#g; s#line 1: +[0-9]+ #line 1: 12345 #; s#in [0-9.]+ second#in 0.05 second#" > "$out"
}
run all-pass robot shop/passing.robot
run few-failures robot shop/cart.robot shop/stock.robot shop/passing.robot
run few-failures-dotted robot --console dotted shop/cart.robot shop/passing.robot
run few-failures-teardown robot shop/dock.robot shop/passing.robot
run hostile robot --test 'Prints A Report' shop/cart.robot
run crash bash -c 'robot shop/dying.robot; exit $?'
run load robot missing.robot
rm -r "$work"
