#!/usr/bin/env bash
# Runs the sample's collections with Newman against the sample's server and keeps what it prints. Needs node, npm and python3.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
server=
trap 'kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
cp -r "$here/sample" "$work/harbour"
cd "$work/harbour" || exit 1
npm install --no-audit --no-fund --silent || exit 1
python3 write.py
node server.js &
server=$!
sleep 1

log() { # NAME COMMAND...
    local name=$1
    shift
    "$@" 2>&1 | sed "s#$work#/home/user#g" >"$here/$name.txt"
}

export PATH=$PWD/node_modules/.bin:$PATH
log all-pass newman run pass.json
log all-pass-iterations newman run pass.json -n 2
log few-failures newman run fail.json
log few-failures-plain newman run fail.json --disable-unicode --color off
log few-failures-color newman run fail.json --color on
log few-failures-iterations newman run fail.json -n 2
log few-failures-bail newman run fail.json --bail
log hostile newman run loud.json
head -c 420 "$here/few-failures.txt" >"$here/crash-cut.txt"
