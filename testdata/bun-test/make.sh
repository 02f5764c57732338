#!/bin/sh
# Makes the logs in this folder by running bun test. BUN names the program (1.4.5 made those that are kept).
# Paths and times are replaced by others of the same form.
set -u
cd "$(dirname "$0")" || exit 1
: "${BUN:=bun}"

log() {
    name=$1
    shift
    work=$(mktemp -d)
    cp -r sample "$work/shop"
    (cd "$work/shop" && NO_COLOR=1 timeout 60 "$BUN" test "$@" 2>&1) | sed -E \
        -e "s#$work/shop#/home/user/project#g" -e 's#\[[0-9.]+m?s\]#[1.00ms]#' -e 's#\([0-9.]+(µ|m|)s\)#(1ms)#' > "$name.txt"
    rm -rf "$work"
}

log all-pass ./pass/
log few-failures ./few/
log many-kinds ./kinds/
log hostile ./hostile/
log hostile-pass ./hostile/pass.test.ts
head -n 16 few-failures.txt > crash.txt
