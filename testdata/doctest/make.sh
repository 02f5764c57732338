#!/bin/sh
# Makes the logs of this folder by running doctest (Debian's doctest-dev 2.4.9).
set -u
cd "$(dirname "$0")"
out=$(mktemp -d)
(cd sample && g++ -O0 -o "$out/shop_test" shop_test.cc) || exit 1
cp sample/shop_test.cc "$out"
run() {
  log=$1
  shift
  (cd "$out" && env "$@" 2>&1) | sed -E "s#$out#/home/user/project#g; s/line [0-9]+: +[0-9]+ /line 1: 4711 /" > "$log"
}
run all-pass.txt ./shop_test
run few-failures.txt FAIL=1 ./shop_test
run few-failures-verbose.txt FAIL=1 ./shop_test -s --force-colors=true
run crash.txt FAIL=1 CRASH=1 bash -c './shop_test; true'
run hostile.txt HOSTILE=1 ./shop_test
run hostile-failing.txt HOSTILE=1 FAIL=1 ./shop_test
rm -r "$out"
