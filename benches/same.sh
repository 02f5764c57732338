#!/usr/bin/env bash
# Whether weir still answers as it did: benches/same.sh REV [FOLDER...]
#
# Builds the commit REV in a worktree of its own, and what is checked out here, and compares the answers of both over the logs of
# testdata and of the folders: each log in the three modes, as text and as JSON, and the exit codes. The list of what was taken
# off lines (`normalized`) may differ, in JSON and at the end of verbose's footer, and so may the estimate of tokens in JSON
# where it does. Prints what differs; the exit code is 1 when anything does.
#
# PROFILE (dev) is how both are built. REV's worktree and its build are kept in the target folder for the next call.
set -euo pipefail

[ $# -gt 0 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
rev=$(git rev-parse --verify --quiet "$1^{commit}") || { echo "same.sh: no commit is called $1" >&2; exit 2; }
shift
folders=()
for folder in "$@"; do folders+=("$(realpath "$folder")"); done
cd "$(dirname "$0")/.."

profile=${PROFILE:-dev}
named=$profile
if [ "$profile" = dev ]; then named=debug; fi
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tree=$target/same/tree
if [ -e "$tree/.git" ]; then
    git -C "$tree" checkout --quiet --force --detach "$rev"
else
    git worktree prune
    git worktree add --quiet --force --detach "$tree" "$rev"
fi
# Two trees in one target folder would take each other's files for their own.
CARGO_TARGET_DIR=$target/same/build cargo build --quiet --locked --profile "$profile" --bin weir --manifest-path "$tree/Cargo.toml"
CARGO_TARGET_DIR=$target cargo build --quiet --locked --profile "$profile" --bin weir
before=$target/same/before after=$target/same/after
cp --remove-destination "$target/same/build/$named/weir" "$before"
cp --remove-destination "$target/$named/weir" "$after"

exec .ci/same-answers --but-receipts "$before" "$after" "${folders[@]}"
