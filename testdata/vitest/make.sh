#!/bin/sh
# Makes the logs in this folder by running vitest. VITEST (4.1.12) and OLD_VITEST (1.6.1) name the programs.
# Paths and times are replaced by others of the same form.
set -u
cd "$(dirname "$0")" || exit 1
: "${VITEST:=vitest}" "${OLD_VITEST:=vitest}"

log() {
    name=$1
    program=$2
    folder=$3
    shift 3
    modules=$(cd "$(dirname "$(readlink -f "$program")")/.." && pwd)
    work=$(mktemp -d)
    cp -r sample "$work/shop"
    ln -s "$modules" "$work/shop/node_modules"
    (cd "$work/shop/$folder" && NO_COLOR=1 timeout 60 "$program" run "$@" 2>&1) | sed -E \
        -e "s#$work/shop#/home/user/project#g" -e "s#(\.\./)*${modules#/}#../node_modules#g" -e "s#$modules#/home/user/node_modules#g" \
        -e 's#timestamp-[0-9a-f-]+#timestamp-0#' -e 's#(Start at +)[0-9:]+#\112:00:00#' -e 's#(Duration +).*#\1105ms#' -e 's# [0-9]+ms$# 1ms#' > "$name.txt"
    rm -rf "$work"
}

log all-pass "$VITEST" . ./pass/
log all-pass-verbose "$VITEST" . ./pass/ --reporter=verbose
log few-failures "$VITEST" . ./few/
log few-failures-verbose "$VITEST" . ./few/ --reporter=verbose
log few-failures-tree "$VITEST" . ./few/ --reporter=tree
log few-failures-dot "$VITEST" . ./few/ --reporter=dot
log few-failures-old "$OLD_VITEST" . few
log many-kinds "$VITEST" . ./kinds/
log many-kinds-old "$OLD_VITEST" . kinds
log crash "$VITEST" . ./crash/dies
log crash-worker "$VITEST" . ./crash/exits --pool=forks
log crash-startup "$VITEST" startup
log hostile "$VITEST" . ./hostile/
log hostile-pass "$VITEST" . ./hostile/pass
log retry "$VITEST" . ./retry/ --retry=1
