#!/usr/bin/env bash
# Builds the sample with webpack in several set-ups and keeps what it prints. Needs node and npm.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/sample" "$work/harbour"
cd "$work/harbour" || exit 1
npm install --no-audit --no-fund --silent || exit 1

log() { # NAME COMMAND...
    local name=$1
    shift
    "$@" 2>&1 | grep -v '^npm warn' | sed "s#$work#/home/user#g; s#/home/user/harbour/node_modules/#/home/user/harbour/node_modules/#" >"$here/$name.txt"
}

export PATH=$PWD/node_modules/.bin:$PATH
log all-pass webpack --config pass.config.js
log all-pass-warnings webpack --config warn.config.js
log few-failures webpack --config fail.config.js
log few-failures-typed webpack --config typed.config.js
log few-failures-npm npm run build
log few-failures-color script -qec "webpack --config fail.config.js --color" /dev/null
log config-broken webpack --config broken.config.js
log crash-invalid webpack --config invalid.config.js
head -c 900 "$here/few-failures.txt" >"$here/crash-cut.txt"
log hostile webpack --config hostile.config.js
