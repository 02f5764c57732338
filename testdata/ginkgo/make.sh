#!/bin/sh
# Makes the logs of this folder by running go and ginkgo 1 on `sample`, as Debian packages them. Durations, seeds, ports
# and the folder's name are made neutral; addresses and goroutine numbers are as they come. The logs of ginkgo 2 are
# written by generate.py.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
mkdir -p "$work/src"
cp -r "$here/sample" "$work/src/harbour"
cd "$work/src/harbour" || exit 1
export GO111MODULE=off GOPATH="$work:/usr/share/gocode" GOFLAGS= NO_COLOR=1 ACK_GINKGO_RC=true

log() {
    name=$1
    shift
    "$@" 2>&1 | sed -E \
        -e "s#$work/src/harbour#/home/user/harbour#g" \
        -e "s#$work#/home/user#g" \
        -e 's/^(Random Seed: (\x1b\[1m)?)[0-9]+/\11600000000/' \
        -e 's/^\[[0-9]{9,}\]/[1600000000]/' \
        -e 's/\b[0-9]+\.[0-9]{2,}s\b/0.01s/g' \
        -e 's/\b[0-9]+\.[0-9]{3} seconds/0.001 seconds/g' \
        -e 's/\b[0-9.]+(µs|ms)\b/1.5ms/g' >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

log all-pass go test -count=1 -v ./tide
log all-pass-ginkgo ginkgo -noColor ./tide
log all-pass-ginkgo-verbose ginkgo -noColor -v ./tide
log all-pass-ginkgo-parallel ginkgo -noColor -nodes=2 ./tide
log all-pass-ginkgo-suites ginkgo -noColor ./tide ./silent
log quiet-go go test -count=1 ./tide
log few-failures go test -count=1 -v ./crane
log few-failures-go go test -count=1 ./tide ./crane ./focus
log few-failures-go-args go test -count=1 ./crane -args -ginkgo.v -ginkgo.noColor
log few-failures-ginkgo ginkgo -noColor ./crane
log few-failures-ginkgo-verbose ginkgo -noColor -v ./crane
log few-failures-ginkgo-color ginkgo ./crane
log few-failures-ginkgo-parallel ginkgo -noColor -nodes=2 ./crane
log few-failures-ginkgo-trace ginkgo -noColor -trace ./after
log few-failures-ginkgo-suites ginkgo -noColor -keepGoing ./tide ./crane ./after ./focus
log few-failures-ginkgo-first ginkgo -noColor -failFast ./crane
log hooks go test -count=1 -v ./hooks
log hooks-ginkgo ginkgo -noColor ./hooks
log after-ginkgo ginkgo -noColor ./after
log focused ginkgo -noColor ./focus
log flaky ginkgo -noColor -flakeAttempts=2 ./flaky
log silent ginkgo -noColor ./silent
log empty go test -count=1 -v ./silent
log broken ginkgo -noColor ./broken
log broken-go go test -count=1 ./broken ./tide
log crash go test -count=1 -v ./exits
log crash-ginkgo ginkgo -noColor ./exits
log crash-goroutine go test -count=1 -v ./panics
log crash-goroutine-ginkgo ginkgo -noColor ./panics
log crash-timeout go test -count=1 -v -timeout 700ms ./slow
log crash-interrupt timeout -s INT 12 ginkgo -noColor ./slow
log hostile-pass go test -count=1 -v ./hostile
log hostile-pass-ginkgo ginkgo -noColor ./hostile
export HARBOUR_FAIL=1
log hostile-fails go test -count=1 -v ./hostile
log hostile-fails-ginkgo ginkgo -noColor ./hostile
rm -rf "$work"
