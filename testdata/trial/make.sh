#!/bin/sh
# Makes the logs of this folder: runs `sample` with trial (`pip install twisted`) and, where its name says so, unittest.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -r "$here/sample/." "$work"
cd "$work" || exit 1
export PYTHONPATH="$work" PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8 TERM=xterm COLUMNS=80

# log NAME COMMAND...
log() {
    name=$1
    shift
    rm -rf _trial_temp*
    "$@" 2>&1 | sed -E "s|/[^ \"]*/site-packages|/usr/lib/python3/site-packages|g; s|/[^ \"]*/lib/python3[.]|/usr/lib/python3.|g; s|/[^ \"]*/bin/trial|/usr/bin/trial|g; s|$work|/home/user/harbour|g" >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

log all-pass trial passing
log all-pass-jobs trial -j2 passing
log all-pass-terminal script -qec "trial passing" /dev/null
log few-failures trial failing passing
log few-failures-realtime trial --rterrors failing passing
log few-failures-jobs trial -j2 failing.test_boat.BoatTests.test_weighs failing.test_boat.CrewTests passing
log few-failures-terminal script -qec "trial failing" /dev/null
log few-failures-first trial -x failing
log few-failures-until trial --until-failure passing.test_flaky
log broken trial broken
log broken-name trial nowhere.test_nothing
log empty trial empty
log crash trial dying
log crash-jobs trial -j2 dying
log crash-reporter trial -j1 failing.test_boat.BoatTests
log hostile-pass trial hostile.test_passes
log hostile-fails trial hostile.test_fails
for reporter in bwverbose timing text summary; do
    log all-pass-$reporter trial --reporter=$reporter passing
    log few-failures-$reporter trial --reporter=$reporter failing passing
done
log crash-bwverbose trial --reporter=bwverbose dying
log crash-timing trial --reporter=timing dying
log hostile-pass-bwverbose trial --reporter=bwverbose hostile.test_passes
log hostile-fails-bwverbose trial --reporter=bwverbose hostile.test_fails
log forged-totals-text trial --reporter=text hostile.test_fails
log unittest-before sh -c 'python3 -m unittest plain.test_passes; trial failing.test_boat.BoatTests.test_weighs'
log unittest-behind sh -c 'trial passing.test_flaky; python3 -m unittest plain.test_fails'
log unittest-between sh -c 'trial passing; python3 -m unittest -v plain.test_passes; trial passing'
rm -rf "$work"
