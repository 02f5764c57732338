#!/bin/sh
# Makes the logs of this folder by running GNU make and ninja on the files of `sample`. Paths of this machine become
# `/home/user/ship`.
set -u
cd "$(dirname "$0")/sample" || exit 1
here=$(pwd)
export LC_ALL=C.UTF-8 MAKEFLAGS=
run() { # log, command...
    log=$1
    shift
    "$@" 2>&1 | sed -e "s#$here#/home/user/ship#g" >"../$log.txt"
}
run recursive make
run keep-going make -k
run parallel make -k -j4
run stop make stop
run missing make missing
run fails make fails
run crash make crash
run ignored make ignored
run nocommand make nocommand
run separator make -f separator.mk
mkdir -p empty; run no-makefile make -C empty; rmdir empty
run all-pass make -f hostile.mk quiet
run hostile make -f hostile.mk
run ninja ninja -k0
run ninja-verbose ninja -v
run ninja-missing ninja -f missing.ninja
run ninja-commands ninja -j1 -k0 -f commands.ninja
rm -rf ../out .ninja_log .ninja_deps
