#!/bin/sh
# Makes the logs of this folder with the Gradle 4.4.1 and JUnit 4 of Debian 12 (gradle, junit4).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
make_log() { # LOG TESTS [OPTIONS]
    log=$1 tests=$2
    shift 2
    rm -rf "$work/orchard"
    cp -r "$here/sample" "$work/orchard"
    (cd "$work/orchard" && gradle --offline --no-daemon --console=plain -Ptests="$tests" "$@" 2>&1 || true) |
        sed -E -e "s#$work/orchard#/home/user/project/orchard#g" -e 's/ in [0-9]+s/ in 2s/' \
            -e "s/Executor [0-9]+/Executor 1/" -e '/^(WARNING|openjdk|OpenJDK|To honour)/d' >"$here/$log.txt"
}
make_log all-pass pass test
make_log all-pass-events pass test -Pall
make_log few-failures few test
make_log few-failures-full few test -Pfull
make_log few-failures-events few test -Pall
make_log compile-error compile test
make_log crash crash test
make_log hostile hostile test -Poutput
make_log no-task pass tset
head -n 24 "$here/few-failures-full.txt" >"$here/crash-truncated.txt"
rm -rf "$work"
