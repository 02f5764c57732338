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
# LastTest.log, which CTest 4 wrote: CMAKE names the folder of its programs.
[ -n "${CMAKE:-}" ] || exit 0
out=$(mktemp -d)
log() {
  "$CMAKE/cmake" -S sample-log -B "$out/$2" "$3" > /dev/null 2>&1
  (cd "$out/$2" && "$CMAKE/ctest" > /dev/null 2>&1)
  sed -E "s#$out#/home/user/project#g; s/: [A-Z][a-z]+ [0-9]+ [0-9:]+ UTC/: Nov 26 10:00 UTC/; s/ [0-9]+\.[0-9]+ sec/ 0.01 sec/" "$out/$2/Testing/Temporary/LastTest.log" > "$1.txt"
}
log all-pass-log pass -DX=1
log few-failures-log fail -DFAIL=ON
log hostile-log hostile -DHOSTILE=ON
head -60 few-failures-log.txt > crash-log.txt
head -24 all-pass-log.txt | head -15 > crash-log-passes.txt
rm -r "$out"
