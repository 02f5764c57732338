#!/usr/bin/env bash
# Whether weir still answers as it did: benches/same.sh [OPTION]... REV [FOLDER...]
#
# Builds the commit REV in a worktree of its own, and what is checked out here, and compares the answers of both, byte for
# byte: what is printed, standard error, and the exit code. Over the logs of testdata and of the folders, in the three modes,
# as text and as JSON; each log whole, cut at 20 of its lines and again and again up to a megabyte, 500 pairs of logs, 20
# mutated logs of each tool, and the loads of load.py. Prints what differs; the exit code is 1 when anything does.
#
#   --logs WORD         only logs whose path has the word in it, or matches the pattern; may be repeated
#   --touched           only the logs of the tools whose source differs from REV, cut at each of their lines
#   --sample N          every Nth input only
#   --but-receipts      what was taken off lines may differ: `normalized` in JSON, and the end of verbose's footer
#   --binaries OLD NEW  compares two binaries, and builds nothing
#
# The digests of a binary's answers are kept in the target folder, and so are REV's worktree, its build and its binary: with
# the same REV again, only the new binary is asked.
#
# PROFILE is how both are built: `release`, or `dev` when few answers are asked, with --logs or --sample.
set -euo pipefail

usage() { sed -n '2s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")/.." && pwd)
options=()
binaries=()
few=false
touched=false
while [ $# -gt 0 ]; do
    case $1 in
    --logs | --sample) [ $# -gt 1 ] || usage; options+=("$1" "$2"); few=true; shift 2 ;;
    --touched) touched=true; few=true; shift ;;
    --but-receipts) options+=("$1"); shift ;;
    --binaries) [ $# -gt 2 ] || usage; binaries=("$(realpath "$2")" "$(realpath "$3")"); shift 3 ;;
    -*) usage ;;
    *) break ;;
    esac
done
rev=
if [ ${#binaries[@]} -eq 0 ]; then
    [ $# -gt 0 ] || usage
    rev=$(git -C "$here" rev-parse --verify --quiet "$1^{commit}") || { echo "same.sh: no commit is called $1" >&2; exit 2; }
    shift
fi
if $touched; then
    [ -n "$rev" ] || usage
    options+=(--touched "$rev")
fi
folders=()
for folder in "$@"; do folders+=("$(realpath "$folder")"); done
cd "$here"

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
kept=$target/same
if [ -n "$rev" ]; then
    if [ -z "${PROFILE-}" ]; then
        PROFILE=release
        if $few; then PROFILE=dev; fi
    fi
    named=$PROFILE
    if [ "$PROFILE" = dev ]; then named=debug; fi
    build() { # TARGET-FOLDER TREE
        CARGO_TARGET_DIR=$1 cargo build --quiet --locked --profile "$PROFILE" --bin weir --manifest-path "$2/Cargo.toml"
    }
    before=$kept/before-$PROFILE after=$kept/after
    if [ ! -x "$before" ] || [ "$(cat "$before.rev" 2>/dev/null)" != "$rev" ]; then
        tree=$kept/tree
        if [ -e "$tree/.git" ]; then
            git -C "$tree" checkout --quiet --force --detach "$rev"
        else
            git worktree prune
            git worktree add --quiet --force --detach "$tree" "$rev"
        fi
        # Two trees in one target folder would take each other's files for their own.
        build "$kept/build" "$tree"
        rm -f "$before.rev"
        cp --remove-destination "$kept/build/$named/weir" "$before"
        echo "$rev" >"$before.rev"
    fi
    build "$target" .
    cp --remove-destination "$target/$named/weir" "$after"
    binaries=("$before" "$after")
fi

made=(--cuts 20 --pairs 500 --mutated 20 --repeated --loads)
exec .ci/same-answers "${made[@]}" --kept "$kept/answers" "${options[@]}" "${binaries[@]}" "${folders[@]}"
