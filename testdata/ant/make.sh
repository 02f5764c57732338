#!/bin/bash
# Writes the logs whose names end in the name of a target of sample/build.xml, by running Ant on a copy of it. Needs ant with
# its junit task, a JDK, junit4.jar and hamcrest.jar in /usr/share/java (Debian: ant ant-optional junit4).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/sample/." "$work"
log() { # LOG TARGET
    (cd "$work" && ant "$2" 2>&1 || true) |
        sed -e "s#$work#/home/user/quay#g" -e '/\[javac\] warning/d; /\[javac\] 1 warning/d; /\[mkdir\]/d' >"$here/$1.txt"
}
for target in files summary once oncefiles both brief halt nofork; do
    log "few-failures-$target" "$target"
done
for target in die dieplain dieboth dieonce slow slowbrief; do
    log "crash-$target" "$target"
done
rm "$work/src/dev/quay/TideTest.java" && rm -rf "$work/build"
for target in summary brief; do
    log "all-pass-$target" "$target"
done
