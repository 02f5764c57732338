#!/bin/sh
# Makes the logs of this folder: runs `sample` with lit of several versions. LIT is a folder with a virtual environment
# for each, named by the version, that hold lit, filecheck and psutil (`pip install lit==0.10.1 filecheck psutil`).
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
export HARBOUR_WORK="$work"
export LC_ALL=C.UTF-8 TERM=xterm COLUMNS=80
plain=$PATH
cp -r "$here/sample/." "$work"
cd "$work" || exit 1

use() {
    PATH="$LIT/$1/bin:$plain"
}

# log NAME COMMAND...
log() {
    name=$1
    shift
    rm -rf harbour/Output harbour/*/Output quay/Output harbour/.lit* quay/.lit*
    "$@" 2>&1 | sed -E "s|/[^ \"]*/site-packages|/usr/lib/python3/site-packages|g; s|$work|/home/user/harbour|g" >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

# Ends a command with a signal after two seconds.
ended() {
    signal=$1
    shift
    timeout --signal="$signal" 2 "$@"
}

passing="harbour/pass quay/loads.test"
failing="harbour/pass harbour/fail quay"

use 23
log all-pass lit -j1 $passing
log all-pass-all lit -j1 -a $passing
log all-pass-succinct lit -j1 -s $passing
log all-pass-quiet lit -j1 -q $passing
log all-pass-some lit -j2 --filter=opens harbour/pass
log all-pass-times lit -j2 --time-tests --show-pass --show-xfail $passing
log all-pass-terminal script -qec "lit -j1 -s $passing" /dev/null
log all-pass-warning env HARBOUR_WARNS=1 lit -j1 $passing
log few-failures lit -j2 --timeout=1 $failing
log few-failures-verbose lit -j2 -v --timeout=1 $failing
log few-failures-all lit -j2 -a --timeout=1 $failing
log few-failures-succinct lit -j2 -sv -r --timeout=1 $failing
log few-failures-quiet lit -j2 -q --timeout=1 $failing
log few-failures-times lit -j2 --time-tests --show-pass --timeout=1 $failing
log few-failures-terminal script -qec "lit -j1 -sv --timeout=1 $failing" /dev/null
log few-failures-stopped lit -j2 -v --max-failures=2 --timeout=1 $failing
log few-failures-ninja ninja
log few-failures-make make -k
log crash ended KILL lit -j2 $failing
log crash-interrupted ended INT lit -j2 $failing
log crash-interrupted-pass ended INT lit -j2 harbour/pass harbour/fail/waits.test
log crash-max-time lit -j2 --max-time=2 harbour/pass harbour/fail/waits.test
log config-broken lit broken quay
log config-error env HARBOUR_ERRS=1 lit $passing
log empty lit empty
log empty-filter lit --filter=crane harbour
log empty-filter-allowed lit --filter=crane --allow-empty-runs harbour
log hostile-pass lit -j1 -a harbour/forge
log hostile-fails lit -j1 -v harbour/lie
use 18
log all-pass-18-quiet lit -j1 -q $passing
log few-failures-18 lit -j1 -v --timeout=1 $failing
use 14
log all-pass-14 lit -j1 $passing
log few-failures-14 lit -j2 -v --timeout=1 $failing
log few-failures-14-quiet lit -j2 -q --timeout=1 $failing
log hostile-pass-14 lit -j1 -a harbour/forge
use 0.10.1
# It knows of no retries.
passing="harbour/pass/counts.test harbour/pass/moors.test harbour/pass/opens.test harbour/pass/tows.test quay/loads.test"
log all-pass-10 lit -j1 $passing
log all-pass-10-succinct lit -j1 -s $passing
log few-failures-10 lit -j2 -v --timeout=1 $failing
log few-failures-10-succinct lit -j2 -s --timeout=1 $failing
log few-failures-10-quiet lit -j2 -q --timeout=1 $failing
log crash-10-interrupted ended INT lit -j1 $failing
log hostile-fails-10 lit -j1 -v harbour/lie
log hostile-fails-10-shell lit -j1 -v shell/lie
log hostile-pass-10-shell lit -j1 -a shell/forge
rm -rf "$work"
