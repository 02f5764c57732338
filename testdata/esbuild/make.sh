#!/usr/bin/env bash
# Builds the sample with esbuild and with tsup in several set-ups and keeps what they print. Needs node and npm.
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
log all-pass esbuild good/main.js --bundle --outfile=dist/out.js
log all-pass-warnings esbuild good/eval.js good/bad.css --outdir=dist
log few-failures esbuild src/main.js --bundle --outfile=dist/out.js
log few-failures-color esbuild src/main.js --bundle --outfile=dist/out.js --color=true
log few-failures-limit esbuild src/main.js --bundle --outfile=dist/out.js --log-limit=1
log few-failures-npm npm run build
log few-failures-tsup tsup good/broken.ts
log program-fails node api.mjs
log no-entry esbuild nothere.js --bundle
head -c 420 "$here/few-failures.txt" >"$here/crash-cut.txt"
log hostile node loud.mjs
