#!/bin/sh
# Makes the logs of this folder: compiles the suites of `sample` with Autotest and runs them.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -r "$here/sample" "$work/harbour"
cd "$work/harbour" || exit 1
printf 'check:\n\t@./testsuite $(TESTSUITEFLAGS)\n' >Makefile
printf "at_testdir='.'\nabs_builddir='%s'\nat_srcdir='.'\nabs_srcdir='%s'\nat_top_srcdir='.'\nabs_top_srcdir='%s'\nat_top_build_prefix=''\nabs_top_builddir='%s'\n" \
    "$PWD" "$PWD" "$PWD" "$PWD" >atconfig
: >config.log
printf 'as_fn_mkdir_p=:\nAUTOTEST_PATH=.\nSHELL=${CONFIG_SHELL-/bin/sh}\n' >>atconfig
unset MAKELEVEL MAKEFLAGS

clean() {
    sed -E "s|$work|/home/user|g
        s|(\.at/?)?[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]{18} [+-][0-9]{4}|2026-11-23 03:50:47.000000000 +0000|
        s|^(testsuite: (starting\|ending) at: ).*|\1Mon Nov 23 03:50:47 UTC 2026|
        s|^(testsuite: test suite duration: ).*|\10h 0m 1s|
        s|\(0m[0-9.]+s 0m[0-9.]+s\)$|(0m0.002s 0m0.000s)|
        s|^(hostname = ).*|\1quay|
        s|^(uname -[rv] = ).*|\16.1.0|
        /^PATH: \/(usr\/)?s?bin/!{/^PATH: /d}
        s|\\$ \\./testsuite.*|\$ ./testsuite|"
}

# suite NAME: compiles it.
suite() {
    rm -rf testsuite testsuite.*
    autom4te --language=autotest -I . -o testsuite "$1.at" || exit 1
}

# log NAME COMMAND...
log() {
    name=$1
    shift
    "$@" 2>&1 | clean >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

suite pass
log all-pass ./testsuite
log all-pass-verbose ./testsuite -v
log all-pass-traced ./testsuite -v -x
log all-pass-jobs ./testsuite -j3
log all-pass-jobs-verbose ./testsuite -j3 -v
log all-pass-one ./testsuite 2
log all-pass-skipped ./testsuite 3
log all-pass-color ./testsuite --color=always
log all-pass-log cat testsuite.log
log all-pass-make make check
log all-pass-two sh -c './testsuite; ./testsuite -v'
suite fail
log few-failures ./testsuite
log few-failures-log cat testsuite.log
log few-failures-verbose ./testsuite -v
log few-failures-traced ./testsuite -v -x
log few-failures-jobs ./testsuite -j3
log few-failures-jobs-verbose ./testsuite -j3 -v
log few-failures-color ./testsuite --color=always
log few-failures-stops ./testsuite -e
log few-failures-one ./testsuite 2
log few-failures-unexpected ./testsuite 1 6
log few-failures-none-expected ./testsuite 1 2 6
log few-failures-make make check
log few-failures-make-log sh -c 'make check || cat testsuite.log'
log few-failures-out sh -c './testsuite 2>/dev/null'
log few-failures-two sh -c './testsuite; ./testsuite -v'
suite crash
# The suite's own process is killed by a test.
killed() {
    name=$1
    HARBOUR_SIGNAL=$2
    export HARBOUR_SIGNAL
    shift 2
    log "$name" sh -c 'sh -c "HARBOUR_PID=\$\$; export HARBOUR_PID; exec ./testsuite $*" ; true' sh "$@"
}
killed crash-interrupted INT
killed crash-interrupted-verbose INT -v
killed crash-interrupted-jobs TERM -j2
killed crash-killed KILL
killed crash-killed-verbose KILL -v
killed crash-killed-jobs-verbose KILL -j2 -v
log crash-killed-make sh -c 'HARBOUR_SIGNAL=KILL; export HARBOUR_SIGNAL
    printf "check:\n\t@HARBOUR_PID=\$\$\$\$; export HARBOUR_PID; exec ./testsuite\n" >killed.mk; make -f killed.mk check'
log crash-log cat testsuite.log
suite absent
log not-run ./testsuite
suite hostile
HARBOUR_FORGED=$PWD/forged-pass.txt
export HARBOUR_FORGED
log hostile-pass ./testsuite
log hostile-pass-verbose ./testsuite -v
log hostile-pass-jobs-verbose ./testsuite -v -j2
HARBOUR_EXIT=3
HARBOUR_FORGED=$PWD/forged-fail.txt
export HARBOUR_EXIT
log hostile-fails ./testsuite
log hostile-fails-verbose ./testsuite -v
log hostile-fails-log cat testsuite.log
log hostile-fails-jobs-verbose ./testsuite -v -j2
cd / && rm -rf "$work"
