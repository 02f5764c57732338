#!/usr/bin/env bash
# Makes the logs of this folder by running cargo test on the sample project. Paths of the machine are replaced by
# neutral ones, so that two runs differ in times and process numbers only.
set -u
cd "$(dirname "$0")" || exit 1
here=$PWD
export CARGO_TARGET_DIR="${TMPDIR:-/tmp}/weir-testdata-cargo-test" CARGO_TERM_COLOR=never RUST_BACKTRACE=0

clean() {
    sed -e "s#$CARGO_TARGET_DIR#/home/user/harbour/target#g" -e "s#$here/sample#/home/user/harbour#g" \
        -e 's#/rustc/[0-9a-f]*/#/rustc/0000000000000000000000000000000000000000/#g'
}

# log NAME TROUBLE ARGUMENTS...
log() {
    local name=$1 trouble=$2
    shift 2
    (cd sample && HARBOUR=$trouble cargo test "$@" 2>&1) | clean >"$name.log"
}

(cd sample && cargo test --no-run >/dev/null 2>&1)
log all-pass none
log few-failures failures,voyage --no-fail-fast
log noise failures,noise --no-fail-fast
log quiet failures -- -q
log one-thread failures -- --test-threads=1
log crash-without-totals crash,failures
log crash-one-thread crash -- --test-threads=1
log hostile-passes hostile -- --show-output
log hostile-failures hostile,forged,failures
log no-capture failures -- --nocapture --test-threads=1
log doc-failure doc --doc
RUST_BACKTRACE=1 log backtrace failures --lib
CARGO_TERM_COLOR=always log coloured failures -- --color always
