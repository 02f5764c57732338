#!/bin/sh
# Makes the logs by running PHPUnit 9 on the sample; times are replaced.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample/." "$work"
cd "$work" || exit 1
run() {
    out="$here/$1.txt"
    shift
    "$@" 2>&1 | sed -E "s#$work#/home/user/project#g; s#^Time: .*#Time: 00:00.010, Memory: 6.00 MB#; s#\[[0-9.]+ ms\]#[0.10 ms]#" > "$out"
}
run all-pass phpunit --filter 'testIsEmpty' CartTest.php
run few-failures phpunit --verbose CartTest.php
run few-failures-testdox phpunit --testdox CartTest.php
run few-failures-provider phpunit ProviderTest.php
run crash-behind-failures phpunit FailingTest.php
run hostile phpunit HostileTest.php
run hostile-fails env FAIL=1 phpunit HostileTest.php
run crash-exit env LEAVE=1 phpunit DyingTest.php
run crash-fatal phpunit DyingTest.php
run crash-load phpunit MissingTest.php
rm -r "$work"
