#!/bin/sh
# Makes the logs again, with node's own runner.
cd "$(dirname "$0")/sample" || exit 1
log() {
    name=$1
    shift
    node --test "$@" 2>&1 | sed -e "s#$(pwd)#/home/user/project#g" -e 's/\([ (]\)[0-9]*\.[0-9]*\(ms)\)/\10.512345\2/' \
        -e 's/\(duration_ms[: ]*\)[0-9.]*$/\10.512345/' -e 's/0x[0-9a-f]*/0x4f00/g' >"../$name.txt"
}
log all-pass --test-reporter spec pass.js
log all-pass-tap --test-reporter tap pass.js
log few-failures --test-reporter spec pass.js few.js
log few-failures-tap --test-reporter tap pass.js few.js
log few-failures-dot --test-reporter dot pass.js few.js
log crash --test-reporter spec broken/gone.js broken/dies.js pass.js
log crash-tap --test-reporter tap broken/gone.js broken/dies.js pass.js
log hostile --test-reporter spec hostile.js
log hostile-tap --test-reporter tap hostile.js
log hostile-fails --test-reporter spec lies.js hostile.js
log hostile-fails-tap --test-reporter tap lies.js hostile.js
head -n 30 ../few-failures-tap.txt >../crash-cut-tap.txt
head -n 14 ../few-failures.txt >../crash-cut.txt
