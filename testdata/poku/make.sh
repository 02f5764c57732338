#!/bin/sh
# Makes the logs again. NODE_MODULES=/path/to/node_modules (with poku) sh make.sh
sample=$(cd "$(dirname "$0")/sample" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$sample/." "$work" && ln -s "$NODE_MODULES" "$work/node_modules" && cd "$work" || exit 1
log() {
    name=$1
    shift
    node_modules/.bin/poku --sequential "$@" 2>&1 | sed -e "s#$work#/home/user/project#g" \
        -e "s#$NODE_MODULES#/home/user/project/node_modules#g" -e 's/[0-9.]*ms/2.96ms/' -e 's/[0-9][0-9]:[0-9][0-9]:[0-9][0-9]/10:20:30/' \
        >"$sample/../$name.txt"
}
log all-pass pass
log few-failures few
for reporter in classic compact dot focus; do log "few-failures-$reporter" "--reporter=$reporter" few; done
log few-failures-fast --failFast few
log hostile hostile
head -n 19 "$sample/../few-failures.txt" >"$sample/../crash-cut.txt"
head -n 9 "$sample/../all-pass.txt" >"$sample/../crash-cut-passes.txt"
rm -rf "$work"
