#!/bin/sh
# Makes the logs of this folder by running CTest (Debian's cmake 3.25.1) on the project in `sample`.
set -u
cd "$(dirname "$0")"
out=$(mktemp -d) here=$(pwd) top=$(cd .. && pwd)
configure() { cmake -S sample -B "$out/$1" "$2" > /dev/null && cmake --build "$out/$1" > /dev/null; }
run() {
  log=$1 folder=$2
  shift 2
  (cd "$out/$folder" && "$@" 2>&1) | sed -E "s#$out#/home/user/project#g; s#$here#/home/user/project#g; s#$top#/home/user/project#g; s/ [0-9]+\.[0-9]+ sec/ 0.01 sec/" > "$log"
}
configure pass -DFAIL=OFF && configure fail -DFAIL=ON && configure hostile -DHOSTILE=ON || exit 1
run all-pass.txt pass ctest
run all-pass-verbose.txt pass ctest -V
run few-failures.txt fail ctest
run few-failures-output.txt fail ctest --output-on-failure
run few-failures-verbose.txt fail ctest -V
run few-failures-parallel.txt fail ctest -j 4 -V --schedule-random
run repeated.txt fail ctest --repeat until-pass:2 -R cart
run none.txt pass ctest -R nothing
run hostile.txt hostile ctest -V
head -12 few-failures-output.txt > crash.txt
rm -r "$out"
