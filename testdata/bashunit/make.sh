#!/bin/sh
# Makes the logs again: BASHUNIT=/path/to/bashunit sh make.sh (npm's package has it as bin/bashunit). Durations are made equal.
set -u
here=$(cd "$(dirname "$0")" && pwd)
bashunit=$BASHUNIT
export NO_COLOR=1
log() {
    name=$1
    shift
    work=$(mktemp -d)
    cp -R "$here/sample" "$work/tests"
    (cd "$work" && bash "$bashunit" "$@" </dev/null 2>&1) |
        sed -E -e "s#$work#/home/user/project#g" -e 's/[0-9.]+m?s(\x1b\[0m)?$/9ms\1/' >"$here/$name.txt"
    rm -rf "$work"
}
log all-pass tests/pass
log all-pass-simple -s tests/pass
log all-pass-parallel -p tests/pass
log all-pass-tag -s --tag heavy tests/pass
log few-failures tests/pass tests/few
log few-failures-simple -s tests/pass tests/few
log few-failures-parallel -p tests/few
log few-failures-simple-parallel -s -p tests/few
log few-failures-run-all -R tests/few
log few-failures-only --failures-only tests/few
log few-failures-quiet --no-progress tests/few
log few-failures-first -S tests/few
NO_COLOR='' log few-failures-color tests/few
BASHUNIT_NO_DIFF=true log few-failures-no-diff tests/few
log few-failures-hook tests/hook
log few-failures-hook-simple -s tests/hook
log few-failures-broken tests/broken
log few-failures-twice tests/twice
log flaky --retry 1 tests/flaky
log flaky-fails --retry 1 --fail-on-flaky tests/flaky
log no-tests tests/none
log crash tests/dies
log crash-simple -s tests/dies
log hostile-pass tests/hostile
log hostile-pass-simple -s tests/hostile
log hostile tests/lies
log hostile-simple -s tests/lies
BASHUNIT_NO_DIFF=true log hostile-no-diff tests/lies
log few-failures-noise tests/noise
log few-failures-noise-simple -s tests/noise
log crash-forged tests/forge
log crash-forged-simple -s tests/forge
BASHUNIT_HEADER_ASCII_ART=true log few-failures-art tests/noise
log uncovered --coverage --coverage-paths tests/twice --coverage-min 90 --no-coverage-report tests/hostile
head -n 9 "$here/few-failures-simple.txt" >"$here/crash-cut.txt"
head -n 6 "$here/all-pass.txt" >"$here/crash-cut-passes.txt"
