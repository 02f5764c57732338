#!/bin/sh
# Makes the logs again, with tclsh and its tcltest.
cd "$(dirname "$0")/sample" || exit 1
log() {
    name=$1
    shift
    tclsh all.tcl "$@" 2>&1 | sed -e "s#$(pwd)#/home/user/project#g" -e 's/ at [A-Z][a-z][a-z] .* [0-9]*$/ at Thu Jan 01 12:00:00 UTC 2026/' >"../$name.txt"
}
log all-pass -file 'few.test' -match few-1.6
log hostile -file pass.test
log few-failures -file '[fp]*.test' -notfile pass.test
log few-failures-verbose -file '[fp]*.test' -notfile pass.test -verbose 'body pass skip error line'
log crash -file '*.test' -notfile pass.test -match '*-1.[16]'
tclsh few.test 2>&1 | sed -e "s#$(pwd)#/home/user/project#g" >../few-failures-alone.txt
head -n 40 ../few-failures.txt >../crash-cut.txt
