#!/bin/sh
# Runs cargo test and cargo nextest on `sample` with libtest's JSON, which is unstable: the bootstrap variable stands for
# a nightly toolchain. Times, thread numbers and paths are replaced by neutral ones.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/sample/." "$work"
cd "$work"
export RUSTC_BOOTSTRAP=1 NEXTEST_EXPERIMENTAL_LIBTEST_JSON=1 RUST_BACKTRACE=0 CARGO_TARGET_DIR="$work/target"
json() { cargo test --offline --no-fail-fast "$@" 2>&1 || true; }
neutral() {
    sed -E -e "s#$work#/home/user/project/parcels#g" -e 's/"exec_time": ?[0-9.e-]+/"exec_time": 0.01/g' -e "s/(thread '[^']*') \([0-9]+\)/\1/g" \
        -e 's/(parcels|abroad)-[0-9a-f]{16}/\1-0123456789abcdef/g' -e 's/in [0-9.]+s$/in 0.50s/' > "$here/$1"
}
cargo build --offline --tests 2> /dev/null
json -- --test-threads 1 -Z unstable-options --format json | neutral few-failures.txt
json -- --test-threads 1 -Z unstable-options --format json --skip heavy --skip panics | neutral all-pass.txt
json -- --test-threads 1 -Z unstable-options --format json --include-ignored | neutral crash.txt
json --lib -- --test-threads 1 -Z unstable-options --format json --nocapture --skip heavy | neutral hostile.txt
cargo nextest run --offline --no-fail-fast -j 1 --retries 1 --message-format libtest-json-plus 2> /dev/null | neutral nextest.txt || true
