#!/usr/bin/env bash
# Checks the sample with svelte-check in several set-ups and keeps what it prints. Needs node and npm.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/sample" "$work/harbour"
cd "$work/harbour" || exit 1
mv src/Loud.svelte .
npm install --no-audit --no-fund --silent || exit 1

log() { # NAME COMMAND...
    local name=$1
    shift
    "$@" 2>&1 | grep -v '^npm warn' | sed "s#$work#/home/user#g" >"$here/$name.txt"
}

export PATH=$PWD/node_modules/.bin:$PATH
log all-pass svelte-check --workspace good --no-tsconfig
log few-failures svelte-check
log few-failures-npm npm run check
log few-failures-short svelte-check --output human
log few-failures-color env FORCE_COLOR=1 svelte-check
head -c 900 "$here/few-failures.txt" >"$here/crash-cut.txt"
rm src/*
mv Loud.svelte src/
log hostile svelte-check
