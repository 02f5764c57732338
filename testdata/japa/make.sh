#!/bin/sh
# Makes the logs again. NODE=/path/to/node NODE_MODULES=/path/to/node_modules (with @japa/runner, @japa/assert) sh make.sh
sample=$(cd "$(dirname "$0")/sample" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$sample/." "$work" && ln -s "$NODE_MODULES" "$work/node_modules" && cd "$work" || exit 1
log() {
    name=$1
    shift
    "$NODE" run.mjs "$@" 2>&1 | sed -e "s#$work#/home/user/project#g" -e "s#$NODE_MODULES#/home/user/project/node_modules#g" \
        -e 's/([0-9.]*ms)/(2.96ms)/' -e 's/^ Time  [0-9.]*ms/ Time  30ms/' >"$sample/../$name.txt"
}
log all-pass pass
log all-pass-points pass --reporters=dot
log few-failures '{pass,few}'
log few-failures-points few --reporters=dot
log few-failures-hook hook
log crash crash
log hostile hostile
head -n 24 "$sample/../few-failures.txt" >"$sample/../crash-cut.txt"
head -n 5 "$sample/../all-pass.txt" >"$sample/../crash-cut-passes.txt"
rm -rf "$work"
