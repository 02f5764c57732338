#!/bin/sh
# Makes the logs in this folder by running pytest. PYTEST names a pytest with pytest-xdist, pytest-timeout and teamcity-messages, for example
#   PYTEST=~/venv/bin/pytest ./make.sh
# Paths, addresses and times are replaced by others of the same form, so that the logs say nothing of the machine.
set -u
cd "$(dirname "$0")" || exit 1
: "${PYTEST:=pytest}"
export COLUMNS=80 PYTHONDONTWRITEBYTECODE=1
here=$(pwd)
prefix=$("$(dirname "$PYTEST")/python" -c 'import sys; print(sys.base_prefix)')
venv=$(dirname "$(dirname "$PYTEST")")

log() {
    name=$1
    shift
    sh -c "$* 2>&1" > "$name.raw" 2>/dev/null
    sed -E -e "s#$venv#/home/user/venv#g" -e "s#$prefix#/usr#g" -e "s#$here#/home/user/app#g" \
        -e "s#timestamp='[^']+'#timestamp='2026-01-02T03:04:05.678'#; s#duration='[0-9]+'#duration='0'#" \
        -e 's#0x[0-9a-f]{12,16}#0x7f0000000000#g' -e 's# in 0\.[0-9]{2}s# in 0.05s#' \
        -e 's#\([0-9]{15}\)#(140000000000000)#' -e 's#/tmp/pytest-of-[a-z]+/pytest-[0-9]+#/tmp/pytest-of-user/pytest-0#g' \
        "$name.raw" > "$name.txt"
    rm "$name.raw"
}

run="$PYTEST -p no:cacheprovider"
log all-kinds "$run --doctest-modules sample/tests"
log all-kinds-verbose "$run -v -rA sample/tests"
log tb-short "$run --tb=short sample/tests"
log tb-line "$run --tb=line sample/tests"
log tb-no "$run --tb=no sample/tests"
log quiet "$run -q many"
log many "$run many"
log many-verbose-xdist "$run -n 2 -v many"
log all-pass "$run many -k 'not 40 and not 41 and not 97'"
log quiet-pass "$run -q many -k 'not 40 and not 41 and not 97'"
log collection "$run broken"
log conftest "$run conftest_broken"
log segfault "$run -v dying -k 'ok or segfault'"
log segfault-letters "$run dying -k 'ok or segfault'"
log exit "$run -v dying -k 'ok or exits'"
log worker-crash "$run -n 2 dying -k 'ok or exits'"
log worker-segfault "$run -n 2 dying -k 'ok or segfault'"
log interrupt "$run dying -k 'ok or interrupt'"
log timeout "$run -v -s --timeout 1 --timeout-method thread slow"
log hostile-passes "$run -s -v hostile/test_passes.py"
log hostile-fails "$run hostile/test_fails.py"
log inner-session "$run hostile/test_inner.py"
log inner-session-uncaptured "$run -s hostile/test_inner.py"
log hostile-fails-verbose "$run -v hostile/test_fails.py"
log not-found "$run nowhere.py"
log skipped-module "$run -rA skipped"
log skipped-module-xdist "$run -rA -n 2 skipped"
log plugin "PYTHONPATH=plugin_broken $run -p labels_plugin sample/tests"
log plugin-missing "$run -p nowhere_plugin sample/tests"
# With teamcity-messages' service messages beside pytest's own report.
log teamcity "$run --teamcity sample/tests"
log teamcity-collection "$run --teamcity broken"
