#!/bin/sh
# Makes the logs of this folder: compiles `sample` with CppUTest and runs it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$here"/sample/*.cpp "$work"
cd "$work" || exit 1
for each in pass fail crash hostile; do
    # shellcheck disable=SC2046
    c++ "$each.cpp" -o "$each" $(pkg-config --cflags --libs cpputest) || exit 1
done

log() {
    name=$1
    shift
    "$@" 2>/dev/null | sed -E 's/<0x[0-9a-f]+>/<0x5581c0de0dc0>/' >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

log all-pass ./pass
log all-pass-verbose ./pass -v
log all-pass-color ./pass -c
log all-pass-repeat ./pass -r2
log few-failures ./fail
log few-failures-verbose ./fail -v
log few-failures-very-verbose ./fail -vv
log few-failures-two sh -c './fail; ./pass'
log crash ./crash
log crash-verbose ./crash -v
log crash-two sh -c './crash; ./pass'
log crash-verbose-two sh -c './crash -v; ./fail -v'
log none ./pass -g Nobody
log hostile-pass ./hostile
log hostile-pass-verbose ./hostile -v
log hostile-fails env HARBOUR_FAIL=1 ./hostile
log hostile-fails-verbose env HARBOUR_FAIL=1 ./hostile -v
rm -rf "$work"
