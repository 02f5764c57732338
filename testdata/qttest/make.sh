#!/bin/sh
# Makes the logs of this folder: compiles `sample` with Qt 5 and runs it. Durations and the folder's name are made neutral.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$here"/sample/*.cpp "$work"
cd "$work" || exit 1
moc=$(pkg-config --variable=host_bins Qt5Core)/moc
for each in tide crane hooks crash hostile empty; do
    "$moc" "$each.cpp" -o "$each.moc"
    # shellcheck disable=SC2046
    c++ -fPIC -I. $(pkg-config --cflags Qt5Test) "$each.cpp" -o "$each" $(pkg-config --libs Qt5Test) || exit 1
done

log() {
    name=$1
    shift
    "$@" 2>&1 | sed -E \
        -e "s#$work#/home/user/harbour#g" \
        -e 's/, [0-9]+ms$/, 1ms/' \
        -e 's/[0-9.]+ms\)?/1ms/; s/[0-9]+ms, /1ms, /' \
        -e 's/0x[0-9a-f]+/0x7f00/g' >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

log all-pass ./tide
log all-pass-silent ./tide -silent
log all-pass-verbose ./tide -v2
log few-failures ./crane
log few-failures-silent ./crane -silent
log few-failures-verbose ./crane -v2
log few-failures-two sh -c './crane; ./tide'
log hooks ./hooks
log crash ./crash
log crash-segfault env HARBOUR_SEGV=1 ./crash -nocrashhandler
log crash-exit env HARBOUR_EXIT=1 ./crash
log hostile-pass ./hostile
log hostile-fails env HARBOUR_FAIL=1 ./hostile
log empty ./empty
log one ./crane slips lifts
log unknown ./crane nobody
rm -rf "$work"
