#!/bin/sh
# Makes the logs of this folder: compiles `sample` with Check and runs it. The folder's name is made neutral.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$here"/sample/*.c "$work"
cd "$work" || exit 1
for each in tide crane hostile; do
    # shellcheck disable=SC2046
    cc "$each.c" -o "$each" $(pkg-config --cflags --libs check) || exit 1
done

log() {
    name=$1
    shift
    "$@" 2>&1 | sed -E "s#$work#/home/user/harbour#g" >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

log all-pass ./tide
log all-pass-verbose env CK_VERBOSITY=verbose ./tide
log all-pass-minimal env CK_VERBOSITY=minimal ./tide
log few-failures ./crane
log few-failures-verbose env CK_VERBOSITY=verbose ./crane
log few-failures-minimal env CK_VERBOSITY=minimal ./crane
log few-failures-two sh -c './crane; ./tide'
log crash env CK_FORK=no ./crane
log hostile-pass ./hostile
log forged-end env HARBOUR_FAIL=1 ./hostile
log none env CK_RUN_SUITE=nobody ./tide
rm -rf "$work"
