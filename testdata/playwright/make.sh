#!/bin/sh
# Makes the logs in this folder by running Playwright Test without browsers. PLAYWRIGHT names the program of @playwright/test.
# Paths and times are replaced by others of the same form.
set -u
cd "$(dirname "$0")" || exit 1
: "${PLAYWRIGHT:=playwright}"
modules=$(cd "$(dirname "$(readlink -f "$PLAYWRIGHT")")/../.." && pwd)

log() {
    name=$1
    shift
    work=$(mktemp -d)
    cp -r sample "$work/shop"
    ln -s "$modules" "$work/shop/node_modules"
    (cd "$work/shop" && timeout 60 "$PLAYWRIGHT" test "$@" 2>&1) | sed -E -e '/^\(node:|^\(Use `node/d' \
        -e "s#$work/shop#/home/user/project#g" -e "s#$modules#/home/user/node_modules#g" -e 's#\([0-9.]+(ms|s)\)#(1.0s)#' > "$name.txt"
    rm -rf "$work"
}

log all-pass pass/ --reporter=list
log all-pass-line pass/ --reporter=line
log few-failures few/ --reporter=list
log few-failures-line few/ --reporter=line
log few-failures-dot few/ --reporter=dot
log many-kinds kinds/retry --reporter=list --retries=1
log retry-line kinds/retry --reporter=line --retries=1 -g 'second|never'
log first-only few/ -x --reporter=list
log crash-import kinds/import --reporter=line
log hostile hostile/ --reporter=list
log hostile-pass hostile/pass --reporter=list
head -n 30 few-failures-line.txt > crash.txt
