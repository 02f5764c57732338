#!/bin/bash
# What the whole process costs: benches/whole.sh [-n ROUNDS] [-s BYTES] [KIND...]
#
# Feeds made loads (benches/load.py) through a pipe to weir and, in turn, to cat, wc, grep and ripgrep when it is there, and
# prints medians: wall and CPU seconds, peak memory, ratios. Interleaved, so that a busy machine disturbs all alike; CPU and the
# ratios are the figures to trust. Builds weir first unless WEIR names a binary. Needs bash, python3 and GNU time.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rounds=5 size=100000000
while getopts n:s: option; do
    case $option in
    n) rounds=$OPTARG ;;
    s) size=$OPTARG ;;
    *) sed -n '2p' "$0" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
kinds=("$@")
[ ${#kinds[@]} -gt 0 ] || kinds=(mixed colour libtest prose line empty)
if [ -z "${WEIR:-}" ]; then
    (cd "$here/.." && cargo build --release --quiet)
    WEIR=${CARGO_TARGET_DIR:-$here/../target}/release/weir
fi
timer=$(type -P time) || { echo "whole.sh: GNU time is missing" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

commands=("cat" "wc -l" "grep -cE error|FAILED|panicked")
type -P rg >/dev/null && commands+=("rg -c error|FAILED|panicked")
commands+=("$WEIR --mode standard --no-store")

measure() { # LOAD NAME COMMAND...: appends "wall user system peak"
    local load=$1 name=$2
    shift 2
    cat "$load" | "$timer" -a -o "$work/$name" -f '%e %U %S %M' "$@" >"$work/out" 2>&1 || true
}

for kind in "${kinds[@]}"; do
    python3 "$here/load.py" "$kind" "$size" >"$work/load"
    rm -f "$work"/run-*
    for ((round = 0; round < rounds; round++)); do
        for number in "${!commands[@]}"; do
            read -ra words <<<"${commands[number]}"
            measure "$work/load" "run-$number" "${words[@]}"
        done
    done
    echo
    echo "### $kind, $size bytes, $rounds rounds"
    python3 - "$work" "${commands[@]}" <<'END'
import statistics, sys
work, *names = sys.argv[1:]
rows = []
for number, name in enumerate(names):
    lines = [line.split() for line in open(f"{work}/run-{number}") if not line.startswith("Command")]
    median = lambda pick: statistics.median(pick(list(map(float, line))) for line in lines)
    rows.append((name.split("/")[-1], median(lambda run: run[0]), median(lambda run: run[1] + run[2]), median(lambda run: run[3]) / 1024))
cat = rows[0]
rg = next((row for row in rows if row[0].startswith("rg ")), None)
print("| command | wall s | CPU s | peak MiB | x cat wall | x rg CPU |\n|---|--:|--:|--:|--:|--:|")
for name, wall, cpu, peak in rows:
    by_cat = f"{wall / max(cat[1], 0.01):.1f}"
    by_rg = f"{cpu / max(rg[2], 0.01):.1f}" if rg else "-"
    print(f"| {name.replace('|', ' ')} | {wall:.2f} | {cpu:.2f} | {peak:.1f} | {by_cat} | {by_rg} |")
END
done

echo
echo "### start-up on one line, 20 rounds"
echo "one line" >"$work/load"
python3 - "$work/load" "${commands[@]}" <<'END'
import statistics, subprocess, sys, time
load, *names = sys.argv[1:]
times = {name: [] for name in names}
for _ in range(20):
    for name in names:
        with open(load) as line:
            begin = time.perf_counter()
            subprocess.run(name.split(" "), stdin=line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            times[name].append(time.perf_counter() - begin)
for name, each in times.items():
    print(f"{statistics.median(each) * 1000:6.2f} ms  {name.split('/')[-1]}")
END
