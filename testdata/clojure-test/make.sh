#!/usr/bin/env bash
# Runs clojure.test, alone and under Leiningen, on the sample and keeps what it prints. Needs Debian's clojure and leiningen.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/sample/." "$work"
cd "$work" || exit 1
jars=/usr/share/java
path=$jars/clojure.jar:$jars/spec.alpha.jar:$jars/core.specs.alpha.jar:test

clean() { # NAME: names of this machine's files and of this run
    sed -E 's#/tmp/clojure-[0-9]+#/tmp/clojure-1#; s#/tmp/form-init[0-9]+#/tmp/form-init1#' >"$here/$1.txt"
}

run() { # NAME NAMESPACE...
    local name=$1
    shift
    java -cp "$path" clojure.main run.clj "$@" 2>&1 | clean "$name"
}

lein_test() { # NAME NAMESPACE...
    local name=$1
    shift
    lein with-profile -base,-dev,-user,-system test "$@" 2>&1 | grep -v '^Retrieving ' | clean "$name"
}

run all-pass quay-test
run few-failures harbour-test quay-test
run load bad-test
run crash quay-test crash-test
run crash-fixture quay-test fixture-test
run hostile-pass hostile-pass-test
run forged-first hostile-fails-test
lein_test all-pass-lein quay-test
lein_test few-failures-lein fixture-test harbour-test quay-test
lein_test load-lein bad-test
lein_test crash-lein crash-test quay-test
lein_test crash-quiet-lein quiet-test
