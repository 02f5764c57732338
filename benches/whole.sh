#!/bin/bash
# What the whole process costs: benches/whole.sh [-n ROUNDS] [-s BYTES[,BYTES...]] [KIND...]
#
# Feeds made loads (benches/load.py) of 1 MB, 100 MB and 1 GB through a pipe to weir and, in turn, to cat, wc, grep and, where
# they are installed, ripgrep and other filters. Prints tables in Markdown: medians of wall and CPU seconds, peak memory and
# ratios for each load; the first byte of a slow producer; start-up. Runs are interleaved, so that a busy machine disturbs
# all alike; CPU and the ratios are the figures to trust. Builds weir first unless WEIR names a binary. Needs bash, python3,
# GNU time, and room for the largest load in the temporary folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rounds=5 sizes=1000000,100000000,1000000000
while getopts n:s: option; do
    case $option in
    n) rounds=$OPTARG ;;
    s) sizes=$OPTARG ;;
    *) sed -n '2p' "$0" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
kinds=("$@")
[ ${#kinds[@]} -gt 0 ] || kinds=(mixed libtest colour json build ci prose line empty)
if [ -z "${WEIR:-}" ]; then
    (cd "$here/.." && cargo build --release --quiet)
    WEIR=${CARGO_TARGET_DIR:-$here/../target}/release/weir
fi
timer=$(type -P time) || { echo "whole.sh: GNU time is missing" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A name, a tab, and the words of the command.
commands=("cat	cat" "wc -l	wc -l" "grep -cE	grep -cE error|FAILED|panicked")
type -P rg >/dev/null && commands+=("rg -c	rg -c error|FAILED|panicked")
type -P tspin >/dev/null && commands+=("tspin	tspin")
type -P rtk >/dev/null && commands+=("rtk pipe	rtk pipe")
commands+=("weir	$WEIR --mode standard --no-store")
# These hold their input: a gigabyte of it is too much to ask.
slow=' tspin rtk pipe '

measure() { # LOAD NAME COMMAND...: appends "wall user system peak"
    local load=$1 name=$2
    shift 2
    cat "$load" | "$timer" -a -o "$work/$name" -f '%e %U %S %M' "$@" >"$work/out" 2>&1 || true
}

table() { # KIND SIZE
    echo
    echo "### $1, $2 bytes, $rounds rounds"
    python3 - "$work" "${commands[@]}" <<'END'
import os, statistics, sys
work, *commands = sys.argv[1:]
rows = []
for number, command in enumerate(commands):
    if os.path.exists(f"{work}/run-{number}"):
        lines = [line.split() for line in open(f"{work}/run-{number}") if not line.startswith("Command")]
        median = lambda pick: statistics.median(pick(list(map(float, line))) for line in lines)
        rows.append((command.split("\t")[0], median(lambda run: run[0]), median(lambda run: run[1] + run[2]), median(lambda run: run[3]) / 1024))
cat = rows[0]
rg = next((row for row in rows if row[0].startswith("rg ")), None)
print("| command | wall s | CPU s | peak MiB | x cat wall | x rg CPU |\n|---|--:|--:|--:|--:|--:|")
for name, wall, cpu, peak in rows:
    by_cat = f"{wall / max(cat[1], 0.01):.1f}"
    by_rg = f"{cpu / max(rg[2], 0.01):.1f}" if rg else "-"
    print(f"| {name} | {wall:.2f} | {cpu:.2f} | {peak:.1f} | {by_cat} | {by_rg} |")
END
}

for size in ${sizes//,/ }; do
    for kind in "${kinds[@]}"; do
        python3 "$here/load.py" "$kind" "$size" >"$work/load"
        rm -f "$work"/run-*
        for ((round = 0; round < rounds; round++)); do
            for number in "${!commands[@]}"; do
                IFS=$'\t' read -r name command <<<"${commands[number]}"
                [[ $size -gt 200000000 && $slow == *" $name "* ]] && continue
                read -ra words <<<"$command"
                measure "$work/load" "run-$number" "${words[@]}"
            done
        done
        table "$kind" "$size"
    done
done

echo
echo "### a slow producer: 1 MB of mixed tests, a second of silence, 1 MB more; $rounds rounds"
python3 "$here/load.py" mixed 2000000 >"$work/load"
python3 - "$work/load" "$rounds" "${commands[@]}" <<'END'
import statistics, subprocess, sys, threading, time
load, rounds, *commands = sys.argv[1:]
text = open(load, "rb").read()
print("| command | first byte after s | end of input to end of answer, ms |\n|---|--:|--:|")
for each in commands:
    name, command = each.split("\t")
    firsts, ends = [], []
    for _ in range(int(rounds)):
        begin = time.perf_counter()
        child = subprocess.Popen(command.split(" "), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        closed = []

        def feed():
            try:
                child.stdin.write(text[:1_000_000])
                child.stdin.flush()
                time.sleep(1)
                child.stdin.write(text[1_000_000:])
                child.stdin.close()
            except BrokenPipeError:
                pass
            closed.append(time.perf_counter())

        feeder = threading.Thread(target=feed)
        feeder.start()
        if child.stdout.read(1):
            firsts.append(time.perf_counter() - begin)
        child.stdout.read()
        child.wait()
        end = time.perf_counter()
        feeder.join()
        ends.append((end - closed[0]) * 1000)
    first = f"{statistics.median(firsts):.3f}" if firsts else "-"
    print(f"| {name} | {first} | {statistics.median(ends):.1f} |")
END

echo
echo "### start-up on one line, 20 rounds"
echo "one line" >"$work/load"
python3 - "$work/load" "${commands[@]}" <<'END'
import resource, statistics, subprocess, sys, time
load, *commands = sys.argv[1:]
times = {command: [] for command in commands}
for _ in range(20):
    for command in commands:
        with open(load) as line:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            begin = time.perf_counter()
            subprocess.run(command.split("\t")[1].split(" "), stdin=line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            wall = time.perf_counter() - begin
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times[command].append((wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
print("| command | wall ms | CPU ms |\n|---|--:|--:|")
for command, each in times.items():
    wall, cpu = (statistics.median(column) * 1000 for column in zip(*each))
    print(f"| {command.split(chr(9))[0]} | {wall:.2f} | {cpu:.2f} |")
END
