#!/bin/sh
# Makes the logs of this folder with the javac of Debian 12.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cd "$here/sample"
javac -Xlint:all -d "$work" broken/*.java >"$here/few-failures.txt" 2>&1 || true
javac -Xlint:all -d "$work" warned/*.java >"$here/all-pass-warnings.txt" 2>&1 || true
javac -d "$work" missing/Nowhere.java >"$here/no-file.txt" 2>&1 || true
head -n 6 "$here/few-failures.txt" >"$here/crash-truncated.txt"
java -cp "$work" dying/Dying.java >"$here/crash.txt" 2>&1 || true
java hostile/Mimic.java >"$here/hostile.txt" 2>&1 || true
rm -rf "$work"
