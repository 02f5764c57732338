#!/bin/sh
# Makes the logs of this folder: builds `sample` with Sphinx of several versions. SPHINX is a folder with a virtual
# environment for each, named by the version.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
export LC_ALL=C.UTF-8 TERM=xterm COLUMNS=80
export OUT="$work/_build"
plain=$PATH
cp -r "$here/sample/." "$work"
cd "$work" || exit 1

use() {
    PATH="$SPHINX/$1/bin:$plain"
}

# log NAME COMMAND...
log() {
    name=$1
    shift
    rm -rf _build
    "$@" 2>&1 | sed -E "s|$SPHINX/[^ \"]*/site-packages|/usr/lib/python3/site-packages|g; s|$SPHINX/[^/ ]*/|/usr/|g
        s|$work|/home/user/harbour|g; s|/[^ \"']*/lib/python3\.[0-9]+/|/usr/lib/python3/|g; s|0x[0-9a-f]{12}|0x7f0000000000|g
        s|/tmp/sphinx-err-[a-z0-9_]+|/tmp/sphinx-err-abcdefgh|g
        s|\\* Platform: .*|* Platform:         linux; (Linux)|" >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

# wrong NAME HOW OPTIONS...
wrong() {
    name=$1 how=$2
    shift 2
    log "$name" env HARBOUR="$how" sphinx-build "$@" worn _build
}

for version in 8.2.3 7.4.7 4.5.0; do
    use "$version"
    of=-${version%%.*}
    [ "$of" = -8 ] && of=
    log all-pass$of sphinx-build clean _build
    log all-pass-warnings$of sphinx-build worn _build
    log all-pass-doctest$of sphinx-build -b doctest passed _build
    log few-failures$of sphinx-build -W --keep-going worn _build
    log few-failures-strict$of sphinx-build -W worn _build
    log few-failures-doctest$of sphinx-build -b doctest tried _build
    log few-failures-links$of sphinx-build -b linkcheck linked _build
    wrong crash$of dies
    wrong crash-raises$of raises
    wrong crash-refuses$of refuses
    wrong crash-trace$of raises -T
    wrong broken-extension$of extension
    wrong broken-config$of config
    wrong broken-theme$of theme
    wrong hostile-pass$of forges
done
use 8.2.3
log all-pass-verbose sphinx-build -v -j2 clean _build
log all-pass-latex sphinx-build -b latex worn _build
log all-pass-dummy sphinx-build -b dummy -n worn _build
log all-pass-terminal script -qec "sphinx-build worn _build" /dev/null
log all-pass-help sphinx-build -M html worn _build
log few-failures-terminal script -qec "sphinx-build -W -n worn _build" /dev/null
log quiet-fails sphinx-build -q -W worn _build
log few-failures-stopped sphinx-build -W --exception-on-warning worn _build
log few-failures-make make html
log few-failures-jobs sphinx-build -W -j2 -E -a worn _build
wrong few-failures-error errs -W
wrong all-pass-error errs
wrong broken-setting setting -W
log broken-usage sphinx-build -b nope clean _build
log broken-source sphinx-build nowhere _build
log crash-interrupted timeout --signal=INT 4 env HARBOUR=waits sphinx-build worn _build
cp green.txt forged.txt
wrong hostile-fails forges -W
wrong hostile-dies forges -W --exception-on-warning
rm -rf "$work"
