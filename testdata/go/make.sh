#!/bin/sh
# Makes the logs of this folder by running go on `sample`. Durations, dates and the folder's name are made neutral;
# addresses and goroutine numbers are as they come.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -r "$here/sample" "$work/harbour"
cd "$work/harbour" || exit 1
export GOPROXY=off GOTOOLCHAIN=local GOFLAGS=-mod=mod NO_COLOR=1

log() {
    name=$1
    shift
    "$@" 2>&1 | sed -E \
        -e "s#$work/harbour#/home/user/harbour#g" \
        -e 's/"Time":"[^"]*"/"Time":"2026-01-02T03:04:05.678Z"/' \
        -e 's/"Elapsed":[0-9.e-]+/"Elapsed":0.01/' \
        -e 's/\b[0-9]+\.[0-9]{2,3}s\b/0.01s/g' >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

log pass go test -count=1 ./tide ./hostile
log pass-verbose go test -count=1 -v ./tide ./hostile
log failures go test -count=1 ./tide ./crane
log failures-verbose go test -count=1 -v ./tide ./crane
log failures-json go test -count=1 -json ./tide ./crane
log parallel-verbose go test -count=1 -v ./parallel
log parallel-json go test -count=1 -json ./parallel ./tide
log count-shuffled go test -count=2 -v -shuffle 7 ./tide ./crane
log panic go test -count=1 ./berth ./tide
log panic-verbose go test -count=1 -v ./berth ./tide
log panic-json go test -count=1 -json ./berth ./tide
log goroutine-panic go test -count=1 ./deadlock
log goroutine-panic-verbose go test -count=1 -v ./deadlock
log timeout go test -count=1 -timeout 300ms ./slow
log timeout-verbose go test -count=1 -v -timeout 300ms ./slow
log timeout-json go test -count=1 -json -timeout 300ms ./slow
log exit go test -count=1 ./exits ./tide
log exit-verbose go test -count=1 -v ./exits ./tide
log exit-json go test -count=1 -json ./exits ./tide
log race go test -count=1 -race ./race
log race-json go test -count=1 -json -race ./race
log build go test -count=1 ./broken ./vetted ./tide
log build-json go test -count=1 -json ./broken ./tide
log build-only go build ./broken ./berth
log vet go vet ./vetted ./broken
log missing go build ./missing
log cycle go vet ./cycle_a
log fuzz go test -count=1 -fuzz Fuzz -fuzztime 5s ./fuzzed
log build-all-pass sh -c "go build -a -v ./says 2>&1 | tail -n 1"
log build-hostile go run ./says
head -n 2 "$here/build-only.txt" >"$here/build-crash.txt"
export HARBOUR_FAIL=1
log hostile go test -count=1 ./hostile
log hostile-verbose go test -count=1 -v ./hostile
log hostile-json go test -count=1 -json ./hostile
rm -rf "$work"
