#!/bin/sh
# Makes the logs of this folder: programs of `sample` that die, built by g++ with sanitizers, and scripts.
set -u
cd "$(dirname "$0")"
out=$(mktemp -d) here=$(pwd)
cp sample/* "$out"
cd "$out" || exit 1
g++ -g -O0 -o plain die.cc -lpthread || exit 1
g++ -g -O0 -fsanitize=address,undefined -o asan die.cc -lpthread || exit 1
g++ -g -O1 -fsanitize=thread -o tsan die.cc || exit 1
run() {
  log=$1
  shift
  ("$@" 2>&1) | sed -E "s#$out#/home/user/project#g; s/0x[0-9a-f]{6,}/0x7f0000001230/g; s/==[0-9]+==/==4711==/; s/pid=[0-9]+/pid=4711/; s/tid=[0-9]+/tid=4712/; s/line 1: +[0-9]+ /line 1:  4711 /; s/BuildId: [0-9a-f]+/BuildId: 0123/" > "$here/$log"
}
run asan-free.txt ./asan free
run asan-leak.txt ./asan leak
run ubsan.txt env UBSAN_OPTIONS=print_stacktrace=1 ./asan overflow
run tsan.txt ./tsan race
run assert.txt bash -c './plain assert; true'
run terminate.txt bash -c './plain throw; true'
run segfault.txt bash -c './plain segv; true'
run killed.txt bash -c './plain kill; true'
run timeout.txt timeout -v 0.1 sleep 5
run python.txt python3 chained.py
run python-group.txt python3 chained.py group
run all-pass-ignored.txt python3 chained.py ignored
run node.txt node app.js
run node-unfinished.txt node unfinished.js
run node-unheard.txt node unheard.js
run node-unequal.txt node unequal.js
run all-pass.txt ./plain
cd "$here" && head -3 asan-free.txt > crash-cut.txt
rm -r "$out"
