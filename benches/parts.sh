#!/usr/bin/env bash
# Whether recognizers got slower: benches/parts.sh REV [PART]
#
# Builds benches/parts of the commit REV, in a worktree of its own, and of what is checked out, and runs both in turns over PART,
# `each/` unless given: each recognizer over the logs of its runner. Compares the quickest sample of each side, because other
# work on the machine only adds time. Prints what differs by more than 3 %; the exit code is 1 when anything got slower by more.
# `benches/parts.sh --binaries OLD NEW [PART]` compares two built benches.
#
# ROUNDS (3) is how often each side runs.
set -euo pipefail

usage() { sed -n '2s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")/.." && pwd)
[ $# -gt 0 ] || usage
target=$(realpath -m "${CARGO_TARGET_DIR:-$here/target}")
kept=$target/same
mkdir -p "$kept"
if [ "$1" = --binaries ]; then
    [ $# -gt 2 ] || usage
    before=$(realpath "$2") after=$(realpath "$3")
    shift 3
else
    rev=$(git -C "$here" rev-parse --verify --quiet "$1^{commit}") || { echo "parts.sh: no commit is called $1" >&2; exit 2; }
    shift
    build() { # TARGET-FOLDER TREE: prints where the bench is
        CARGO_TARGET_DIR=$1 cargo bench --quiet --locked --no-run --bench parts --manifest-path "$2/Cargo.toml" \
            --message-format json | sed -n 's/.*"name":"parts".*"executable":"\([^"]*\)".*/\1/p'
    }
    tree=$kept/tree
    if [ -e "$tree/.git" ]; then
        git -C "$tree" checkout --quiet --force --detach "$rev"
    else
        git -C "$here" worktree prune
        git -C "$here" worktree add --quiet --force --detach "$tree" "$rev"
    fi
    before=$kept/parts-before after=$kept/parts-after
    cp --remove-destination "$(build "$kept/build" "$tree")" "$before"
    cp --remove-destination "$(build "$target" "$here")" "$after"
fi
part=${1:-each/}

samples=$(mktemp -d)
trap 'rm -rf "$samples"' EXIT
for round in $(seq "${ROUNDS:-3}"); do
    for side in before after; do
        # The least that gives ten samples.
        CRITERION_HOME=$samples "${!side}" --bench --noplot --nresamples 1000 --sample-size 10 --warm-up-time 0.1 \
            --measurement-time 0.2 --save-baseline "$side-$round" "$part" >/dev/null 2>&1
    done
done
exec python3 - "$samples" <<'END'
import json
import sys
from pathlib import Path

quickest = {}
for file in Path(sys.argv[1]).rglob("sample.json"):
    side, _, round_number = file.parent.name.partition("-")
    if not round_number:
        continue
    sample = json.loads(file.read_text())
    times = [time / count for time, count in zip(sample["times"], sample["iters"])]
    name = json.loads((file.parent / "benchmark.json").read_text())["full_id"]
    sides = quickest.setdefault(name, {})
    sides[side] = min(times + [sides.get(side, times[0])])
both = {name: sides for name, sides in quickest.items() if len(sides) == 2}
if not both:
    sys.exit("parts.sh: no part of this name is in both")
change = {name: sides["after"] / sides["before"] - 1 for name, sides in both.items()}
for name in sorted(change, key=change.get, reverse=True):
    if abs(change[name]) > 0.03:
        print(f"{change[name]:+7.1%}  {both[name]['before'] / 1000:10.1f} us  {both[name]['after'] / 1000:10.1f} us  {name}")
for name in sorted(set(quickest) - set(both)):
    print(f"only in one: {name}")
slower = sum(each > 0.03 for each in change.values())
whole = sum(sides["after"] for sides in both.values()) / sum(sides["before"] for sides in both.values()) - 1
print(f"{len(both)} parts, {slower} slower by more than 3 %, all together {whole:+.1%}")
sys.exit(1 if slower else 0)
END
