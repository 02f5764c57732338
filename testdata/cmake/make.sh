#!/bin/sh
# Makes the logs of this folder by configuring the projects of `sample` (Debian's cmake 3.25.1).
set -u
cd "$(dirname "$0")"
out=$(mktemp -d) here=$(pwd)
run() { cmake -S "sample/$2" -B "$out/$1" 2>&1 | sed -E "s#$out#/home/user/project#g; s#$here#/home/user/project#g" > "$1.txt"; }
run all-pass-hostile fine
run few-failures errors
run missing missing
run parse parse
head -8 missing.txt > crash.txt
rm -r "$out"
