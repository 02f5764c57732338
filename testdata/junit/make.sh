#!/bin/sh
# Makes the logs of this folder: JUnit 4's JUnitCore and JUnit 3's text runner from Debian 12 (packages junit4 and junit).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
jars=/usr/share/java
tidy() {
    sed -E -e "s#$work#/home/user/project#g" -e 's/^Time: .*/Time: 0.012/' \
        -e '/^\tat (java\.base|jdk\.|sun\.|junit\.framework\.(TestCase|TestResult|TestSuite))/d' \
        -e '/^\tat org\.junit\.(internal|runners|runner)\./d'
}
build() { # TESTS JAR
    mkdir -p "$work/$1"
    javac -nowarn -d "$work/$1" -cp "$jars/$2.jar" "$here/sample/$1"/*.java
}
make_log() { # LOG TESTS CLASSES...
    log=$1 tests=$2
    shift 2
    [ -d "$work/$tests" ] || build "$tests" junit4
    (java -cp "$jars/junit4.jar:$jars/hamcrest.jar:$work/$tests" org.junit.runner.JUnitCore "$@" 2>&1 || true) |
        tidy >"$here/$log.txt"
}
old_log() { # LOG TESTS CLASS
    build "$2" junit
    (java -cp "$jars/junit.jar:$work/$2" junit.textui.TestRunner "$3" 2>&1 || true) | tidy >"$here/$1.txt"
}
make_log all-pass pass shop.CartTest
make_log few-failures few shop.CartTest shop.StockTest shop.SetUpTest
make_log missing pass shop.NoTest
make_log crash-exit crash shop.CartTest
make_log hostile-pass hostilepass shop.CartTest
make_log hostile-fails hostilefails shop.CartTest
old_log all-pass-3 threepass shop.CartTest
old_log few-failures-3 three shop.CartTest
rm -rf "$work"
python3 "$here/android.py"
