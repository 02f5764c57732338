#!/bin/sh
# Makes the logs in this folder by running jest. JEST names the program (30.5.2 made those that are kept).
# Paths, process ids and times are replaced by others of the same form.
set -u
cd "$(dirname "$0")" || exit 1
: "${JEST:=jest}"
work=$(mktemp -d)
cp -r sample "$work/shop"
modules=$(cd "$(dirname "$(readlink -f "$JEST")")/../.." && pwd)

log() {
    name=$1
    shift
    (cd "$work/shop" && NO_COLOR=1 timeout 60 "$JEST" --cache=false "$@" 2>&1) | sed -E \
        -e "s#$work/shop#/home/user/project#g" -e "s#(\.\./)*${modules#/}#../node_modules#g" -e "s#$modules#/home/user/node_modules#g" \
        -e 's#pid=[0-9]+#pid=4711#' -e 's#^(Time: +)[0-9.]+ m?s(, estimated.*)?#\11.005 s#' -e 's# \([0-9]+ ms\)# (1 ms)#' > "$name.txt"
}

log all-pass '^((?!hostile).)*pass/' -i
log all-pass-verbose '^((?!hostile).)*pass/' -i --verbose
log few-failures few -i
log few-failures-verbose few -i --verbose
log many-kinds kinds -i
log crash 'crash/(fine|dies)' -i
log crash-exit crash/leaves -i
log crash-worker 'crash/(fine|exits)' -w 2
log hostile hostile/pass -i
log hostile-fail hostile/fail -i
log retry retry -i
log obsolete obsolete -i --ci
log threshold threshold -i --coverage '--coverageThreshold={"global":{"functions":90}}'
rm -rf "$work"
