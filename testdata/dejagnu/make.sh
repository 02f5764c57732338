#!/bin/sh
# Makes the logs of this folder: runs `sample` with DejaGnu.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -r "$here/sample/." "$work"
cd "$work" || exit 1

# log NAME KIND ARGUMENTS...
log() {
    name=$1
    kind=$2
    shift 2
    HARBOUR=$kind runtest --tool harbour --srcdir testsuite "$@" 2>&1 |
        sed -E "s|$work|/home/user/harbour|g; s|^Test run by .*|Test run by user on Mon Nov 23 03:50:47 2026|" >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

log all-pass pass
log all-pass-all pass -a
log few-failures fail
log few-failures-all fail -a
log few-failures-error error
log few-failures-error-all error -a
log few-failures-script break
log few-failures-script-all break -a
log few-failures-targets fail --target_board='unix{-a,-b}'
log crash die
log crash-all die -a
log hostile-pass forge
log hostile-pass-all forge -a
log forged-numbers lie
log empty pass nothing.exp
rm -rf "$work"
