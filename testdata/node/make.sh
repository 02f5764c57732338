#!/bin/sh
# Makes the logs of this folder by running node. Addresses and process ids differ from run to run.
set -u
cd "$(dirname "$0")" || exit 1
here=$(pwd)
run() { # log, script
    { node "$2" 2>&1 || true; } | sed -e "s#$here/sample#/home/user/project#g" -e 's/^ *[0-9]*: 0x[0-9a-f]* /1: 0x7f0000001230 /' -e 's/\[[0-9]*:0x[0-9a-f]*\]/[4711:0x7f0000001230]/' >"$1.txt"
}
run all-pass sample/fine.js
run few-failures sample/aborts.js
run hostile sample/hostile.js
node --max-old-space-size=20 sample/grows.js 2>&1 | sed -e "s#$here/sample#/home/user/project#g" -e 's/^ *[0-9]*: 0x[0-9a-f]* /1: 0x7f0000001230 /' -e 's/\[[0-9]*:0x[0-9a-f]*\]/[4711:0x7f0000001230]/' >crash.txt
