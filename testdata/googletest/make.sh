#!/bin/sh
# Makes the logs of this folder by running GoogleTest (Debian's libgtest-dev 1.12.1).
set -u
cd "$(dirname "$0")"
out=$(mktemp -d)
(cd sample && g++ -O0 -o "$out/shop_test" shop_test.cc -lgtest -lpthread) || exit 1
cp sample/shop_test.cc "$out"
run() {
  log=$1
  shift
  (cd "$out" && env "$@" 2>&1) | sed -E "s#$out#/home/user/project#g; s/\([0-9]+ ms( total)?\)/(0 ms\1)/; s/line [0-9]+: +[0-9]+ /line 1: 4711 /" > "$log"
}
run all-pass.txt ./shop_test
run all-pass-brief.txt ./shop_test --gtest_brief=1
run few-failures.txt FAIL=1 GLUED=1 ./shop_test
run few-failures-brief.txt FAIL=1 ./shop_test --gtest_brief=1
run few-failures-without-times.txt FAIL=1 ./shop_test --gtest_print_time=0 --gtest_color=yes
run repeat-shuffle.txt FAIL=1 ./shop_test --gtest_repeat=2 --gtest_shuffle --gtest_random_seed=7 --gtest_filter=CartTest.*
run suite-set-up.txt SETUP=1 ./shop_test
run environment.txt WORLD=1 ./shop_test
run crash.txt FAIL=1 CRASH=1 bash -c './shop_test; true'
run hostile.txt HOSTILE=1 ./shop_test
run hostile-failing.txt HOSTILE=1 FAIL=1 ./shop_test
rm -r "$out"
