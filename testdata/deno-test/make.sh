#!/bin/sh
# Makes the logs in this folder by running deno test. DENO names the program (2.9.6 made those that are kept).
# Paths and times are replaced by others of the same form.
set -u
cd "$(dirname "$0")" || exit 1
: "${DENO:=deno}"

log() {
    name=$1
    shift
    work=$(mktemp -d)
    cp -r sample "$work/shop"
    (cd "$work/shop" && NO_COLOR=1 timeout 60 "$DENO" test "$@" 2>&1) | sed -E \
        -e "s#$work/shop#/home/user/project#g" -e 's#\[[0-9.]+m?s\]#[1.00ms]#' -e 's#\([0-9.]+(µ|m|)s\)#(1ms)#' > "$name.txt"
    rm -rf "$work"
}

log all-pass pass/
log few-failures few/
log types kinds/
log many-kinds --no-check kinds/leak_test.ts kinds/throws_test.ts
log crash-import --no-check kinds/import_test.ts pass/
log hostile hostile/
log hostile-pass hostile/pass_test.ts
head -n 14 few-failures.txt > crash.txt
