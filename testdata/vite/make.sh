#!/usr/bin/env bash
# Builds the sample with Vite in several set-ups and keeps what it prints. Needs node and npm.
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
    "$@" 2>&1 | grep -v '^npm warn' | sed "s#$work#/home/user#g" >"$here/$name.txt"
}

export PATH=$PWD/node_modules/.bin:$PATH
log all-pass vite build good
log few-failures vite build
log few-failures-export vite build --config lost.config.js
log syntax-broken vite build --config broken.config.js
log few-failures-npm npm run build
log no-page vite build empty
log config-broken vite build --config half.config.js
head -c 130 "$here/few-failures.txt" >"$here/crash-cut.txt"
log hostile vite build --config loud.config.js
