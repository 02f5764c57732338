#!/bin/sh
# Makes the logs of this folder: compiles `sample` with CppUnit and runs it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$here"/sample/* "$work"
cd "$work" || exit 1
for each in pass one fail crash hostile; do
    c++ "$each.cpp" -o "$each" -lcppunit || exit 1
done

log() {
    name=$1
    shift
    "$@" 2>/dev/null >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

for progress in points brief; do
    for each in pass fail; do
        kind=$([ "$each" = pass ] && echo all-pass || echo few-failures)
        log "$kind-$progress" "./$each" "$progress"
        log "$kind-$progress-compiler" "./$each" "$progress" compiler
    done
    log "crash-$progress" ./crash "$progress"
    for outputter in "" compiler; do
        # shellcheck disable=SC2086
        log "hostile-pass-$progress${outputter:+-$outputter}" ./hostile "$progress" $outputter
        # shellcheck disable=SC2086
        log "hostile-fails-$progress${outputter:+-$outputter}" env HARBOUR_FAIL=1 ./hostile "$progress" $outputter
    done
done
log all-pass-one ./one points
log few-failures-quiet ./fail quiet
log few-failures-two sh -c './fail points; ./pass points; ./fail brief compiler'
rm -rf "$work"
