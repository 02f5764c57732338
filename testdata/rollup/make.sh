#!/usr/bin/env bash
# Builds the sample with Rollup in several set-ups and keeps what it prints. Needs node and npm.
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
log all-pass rollup good/main.js -d dist
log all-pass-warnings rollup good/eval.js -d dist
log few-failures rollup src/quay.js -d dist
log few-failures-color env FORCE_COLOR=1 rollup src/main.js -d dist
log few-failures-export rollup good/lost.js -d dist
log few-failures-typed rollup good/tide.ts -d dist -p typescript
log no-entry rollup nothere.js -d dist
head -c 150 "$here/few-failures.txt" >"$here/crash-cut.txt"
log hostile rollup -c loud.config.js
