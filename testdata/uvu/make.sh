#!/bin/sh
# Makes the logs again. NODE_MODULES=/path/to/node_modules (with uvu) sh make.sh
sample=$(cd "$(dirname "$0")/sample" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$sample/." "$work" && ln -s "$NODE_MODULES" "$work/node_modules" && cd "$work" || exit 1
log() {
    name=$1 pattern=$2
    shift 2
    node_modules/.bin/uvu "$@" . "^($pattern)\\.js$" 2>&1 | sed -e "s#$work#/home/user/project#g" \
        -e "s#$NODE_MODULES#/home/user/project/node_modules#g" -e 's/[0-9.]*ms$/2.96ms/' >"$sample/../$name.txt"
}
log all-pass plain
log all-pass-named pass
log few-failures 'pass|few'
log crash 'closed|pass'
log crash-hook 'hook|pass'
log hostile hostile
log hostile-lies lies
node few.js 2>&1 | sed -e "s#$work#/home/user/project#g" -e "s#$NODE_MODULES#/home/user/project/node_modules#g" |
    head -n 14 >"$sample/../crash-cut.txt"
rm -rf "$work"
