#!/bin/sh
# Makes the logs again. NODE_MODULES=/path/to/node_modules (with ava) sh make.sh
sample=$(cd "$(dirname "$0")/sample" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$sample/." "$work" && ln -s "$NODE_MODULES" "$work/node_modules" && cd "$work" || exit 1
log() {
    name=$1
    shift
    node_modules/.bin/ava "$@" 2>&1 | sed -e "s#$work#/home/user/project#g" -e "s#$NODE_MODULES#/home/user/project/node_modules#g" -e 's/ ([0-9.]*m*s)$//' >"$sample/../$name.txt"
}
log all-pass -s test/pass.js
log few-failures -s test/pass.js test/few.js test/hooks.js
log few-failures-one-file -s test/few.js
log few-failures-tap -s --tap test/pass.js test/few.js
log crash-files -s broken/gone.js broken/dies.js broken/empty.js broken/late.js test/pass.js
log crash-timeout -s --timeout=1s slow/slow.js test/pass.js
log hostile -s hostile/prints.js test/pass.js
log hostile-fails -s hostile/prints.js hostile/lies.js
head -n 32 "$sample/../few-failures.txt" >"$sample/../crash-cut.txt"
rm -rf "$work"
