#!/bin/sh
# Makes the logs of this folder by running cargo, clippy, rustc, rustdoc and rustfmt on the projects in `sample`.
# Paths of this machine become `/home/user/...`; hashes and times differ from run to run.
set -u
cd "$(dirname "$0")/sample" || exit 1
target=$(mktemp -d)
export CARGO_TARGET_DIR="$target" RUST_BACKTRACE=0
here=$(pwd)
clean() {
    sed -e "s#$here#/home/user#g" -e "s#$target#/home/user/target#g" -e "s#$HOME#/home/user#g" -e 's#/tmp/rustc[A-Za-z0-9]*#/tmp/rustcXXXXXX#g'
}
run() { # log, project, command...
    log=$1 project=$2
    shift 2
    (cd "$project" && "$@" 2>&1) | clean >"../$log.txt"
}
run errors types cargo build --color never
run errors-test types cargo test --color never
run errors-short types cargo check --color never --message-format short
run errors-rustc types rustc --crate-type lib --emit metadata -o "$target/x" src/lib.rs
run warnings lints cargo build --color never
run clippy lints cargo clippy --color never --all-targets
run clippy-denied lints cargo clippy --color never -- -D warnings
run run-panics lints cargo run --color never
run rustdoc lints env RUSTDOCFLAGS='-D rustdoc::broken_intra_doc_links' cargo doc --color never
run rustfmt types cargo fmt --check -- --color never
run build-script script cargo build --color never
run linker unlinked cargo build --color never
run no-manifest / cargo build --color never
mkdir "$target/broken" && printf '[package]\nname = "broken"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nwater = { path = "nowhere" }\n' >"$target/broken/Cargo.toml"
run no-targets "$target/broken" cargo build --color never
mkdir "$target/broken/src" && : >"$target/broken/src/lib.rs"
run no-dependency "$target/broken" cargo build --color never
echo 'nonsense' >>"$target/broken/Cargo.toml"
run bad-manifest "$target/broken" cargo build --color never
run hostile hostile cargo build --color never
sed 20q ../errors.txt >../crash.txt
rm -rf "$target"
