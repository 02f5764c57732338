#!/bin/sh
# Makes the logs by running behave on the sample: BEHAVE=/path/to/behave sh make.sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
behave=${BEHAVE:-behave}
python=$(dirname "$(dirname "$behave")")
work=$(mktemp -d)
cp -R "$here/sample" "$work/shop"
cd "$work/shop" || exit 1
cp -R features/steps syntax/features/
cp features/passing.feature broken/features/
log() {
    name=$1
    shift
    "$behave" "$@" 2>&1 | sed -E -e "s#$work#/home/user/project#g" -e "s#$python#/usr#g" \
        -e 's/[0-9]+\.[0-9]{3}s/0.002s/g' -e 's/[0-9]+\.[0-9]+s\.\.\./0.001s.../' >"$here/$name.txt"
}
log all-pass features/passing.feature
log all-pass-progress -f progress features/passing.feature
log few-failures features/passing.feature features/failing.feature
log few-failures-progress -f progress features/passing.feature features/failing.feature
log few-failures-progress2 -f progress2 features/passing.feature features/failing.feature
log few-failures-progress3 -f progress3 features/passing.feature features/failing.feature
log few-failures-plain -f plain features/passing.feature features/failing.feature
log few-failures-plain-tags -f plain --tags '~@skip' features/failing.feature
log few-failures-quiet --no-capture --no-timings --no-source --no-skipped features/failing.feature
log few-failures-stop --stop features/failing.feature features/passing.feature
log hooks features/hooks.feature
log hostile features/hostile.feature
log hostile-shown --no-capture features/hostile.feature
log hostile-fails --no-capture features/hostile-fails.feature
log hostile-fails-progress -f progress --no-capture features/hostile-fails.feature
log crash features/passing.feature features/dying.feature
log crash-progress -f progress features/passing.feature features/dying.feature
log empty features/empty.feature
log dry --dry-run features/passing.feature
log missing features/none.feature
cd broken && log load
cd ../syntax && log syntax
rm -r "$work"
