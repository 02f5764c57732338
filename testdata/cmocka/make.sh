#!/bin/sh
# Makes the logs of this folder: compiles `sample` with cmocka and runs it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$here"/sample/*.[ch] "$work"
cd "$work" || exit 1
for each in pass fail setup crash hostile; do
    cc -w "$each.c" -o "$each" -lcmocka || exit 1
done

log() {
    name=$1
    shift
    "$@" 2>&1 | sed -E 's/0x[0-9a-f]{12}/0x5581c0de0dc0/g' >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

# As cmocka 1.1.6 and later print them: with the group's name.
named() {
    name=$1
    shift
    "$@" 2>&1 | sed -E 's/0x[0-9a-f]{12}/0x5581c0de0dc0/g
        s/^(\[==========\] )(Running [0-9]+ test\(s\)\.)$/\1berth: \2/
        s/^(\[==========\] )([0-9]+ test\(s\) run\.)$/\1berth: \2/
        s/^(\[  (SKIPPED |FAILED  )\] )([0-9]+ test\(s\), listed below:)$/\1berth: \3/' >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

log all-pass ./pass
named all-pass-named ./pass
log all-pass-output sh -c './pass 2>/dev/null'
log few-failures ./fail
named few-failures-named ./fail
log few-failures-apart sh -c './fail 2>errors; cat errors'
log errors-alone sh -c './fail 2>&1 >/dev/null'
log few-failures-two sh -c './fail; ./pass'
log setup ./setup
log setup-group ./setup group
log setup-group-checks ./setup group-checks
log setup-teardown ./setup teardown
log crash env HARBOUR_HOW=exit ./crash
log crash-signal ./crash
log crash-kill sh -c 'HARBOUR_HOW=kill ./crash; true'
log crash-two sh -c 'HARBOUR_HOW=exit ./crash; ./fail'
log none ./setup nobody
log hostile-pass ./hostile
log hostile-pass-own ./hostile fails
log hostile-fails env HARBOUR_FAIL=1 ./hostile
log hostile-fails-own ./hostile passes
rm -rf "$work"
