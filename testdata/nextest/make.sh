#!/bin/sh
# Makes the logs of this folder by running cargo nextest on the project in `sample`. Needs cargo and cargo-nextest.
# Paths of this machine become `/home/user/harbour`; run ids, process ids, times and the order of tests differ from
# run to run.
set -u
cd "$(dirname "$0")/sample" || exit 1
target=$(mktemp -d)
export CARGO_TARGET_DIR="$target" RUST_BACKTRACE=0 CARGO_TERM_QUIET=false
here=$(pwd)
clean() {
    sed -e "s#$here#/home/user/harbour#g" -e "s#$target#/home/user/harbour/target#g" -e "s#$HOME#/home/user#g"
}
run() { # log, wanted failures, arguments...
    log=$1 wanted=$2
    shift 2
    HARBOUR=$wanted cargo nextest run --color never "$@" 2>&1 | clean >"../$log.txt"
}
cargo nextest run --color never --no-run >/dev/null 2>&1
every=breaks,returns_an_error,aborts,overflows,exits,expects_a_panic,forges_a_success
run all-pass '' --success-output immediate
run failures $every --no-fail-fast
run failures-final $every --no-fail-fast --failure-output final --status-level none
run failures-flat $every,is_flaky --no-fail-fast --no-output-indent --retries 1
run fail-fast $every -j 1
run flaky is_flaky,breaks --no-fail-fast --retries 2
run no-capture breaks,returns_an_error,expects_a_panic --no-fail-fast --no-capture
run timeout sleeps,leaks --no-fail-fast --profile strict
run leak leaks
run stress breaks --no-fail-fast --stress-count 2 -E 'test(mast)'
run setup '' --profile scripted
HARBOUR_MOOR=1 run setup-fails '' --profile scripted
run no-tests '' -E 'test(nothing_has_this_name)'
RUST_BACKTRACE=1 run backtrace breaks --no-fail-fast -E 'test(breaks)'
run unlistable '' --test unlistable
run progress breaks --no-fail-fast --show-progress counter
HARBOUR=breaks script -qec 'cargo nextest run --no-fail-fast' /dev/null | clean >../terminal.txt
sed -n '/Starting/,/ 5\/13/p' ../failures.txt >../killed.txt
rm -rf "$target"
