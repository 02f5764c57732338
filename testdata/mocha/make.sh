#!/bin/sh
# Makes the logs again. Needs mocha: MOCHA=/path/to/mocha sh make.sh
cd "$(dirname "$0")/sample" || exit 1
MOCHA=${MOCHA:-mocha}
tools=$(dirname "$(dirname "$(command -v "$MOCHA")")")
log() {
    name=$1
    shift
    "$MOCHA" "$@" 2>&1 | sed -e "s#$(pwd)#/home/user/project#g" -e "s#$tools#/home/user/project/node_modules#g" \
        -e 's/passing ([0-9]*m*s)/passing (12ms)/' -e 's/ ([0-9]*ms)$/ (52ms)/' \
        -e 's/"duration":[0-9]*/"duration":1/' -e 's/"\(start\|end\)":"[^"]*"/"\1":"2026-11-25T10:00:00.000Z"/g' >"../$name.txt"
}
log all-pass pass.js
log few-failures few.js
log few-failures-dot --reporter dot few.js
log few-failures-list --reporter list few.js
log few-failures-min --reporter min few.js
for reporter in doc json-stream; do
    log "all-pass-$reporter" --reporter "$reporter" pass.js
    log "few-failures-$reporter" --reporter "$reporter" few.js
done
log hostile hostile.js
log crash crash.js
log crash-load pass.js broken.js
log only --forbid-only --forbid-pending pass.js
# What mocha closed its runs with before 1.11, with and without marks: MOCHA_1_0 and MOCHA_1_8 are the paths of these versions.
old() {
    name=$1 mocha=$2
    shift 2
    tools=$(dirname "$(dirname "$mocha")")
    node "$mocha" "$@" 2>&1 | sed -e "s#$(pwd)#/home/user/project#g" -e "s#$tools#/home/user/project/node_modules/mocha#g" \
        -e 's/complete ([0-9]*\( *\)m*s)/complete (12\1ms)/' -e 's/ ([0-9]*ms)$/ (52ms)/' >"../$name.txt"
}
if [ -n "$MOCHA_1_0" ] && [ -n "$MOCHA_1_8" ]; then
    old all-pass-1-0 "$MOCHA_1_0" --reporter spec pass.js
    old all-pass-1-8 "$MOCHA_1_8" --reporter spec pass.js
    old few-failures-1-8 "$MOCHA_1_8" --reporter spec few.js
    old few-failures-1-8-dot "$MOCHA_1_8" --reporter dot few.js
    old hostile-1-8 "$MOCHA_1_8" --reporter spec hostile-old.js
    old killed-1-8 "$MOCHA_1_8" --reporter spec crash.js
fi
