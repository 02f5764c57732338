#!/bin/sh
# Makes the logs of this folder with the console launcher of Debian 12 (junit5) from the sample of testdata/maven.
# Frames of the launcher itself are left out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
jars=/usr/share/java
classpath=$(ls $jars/junit-jupiter*.jar $jars/junit-platform*.jar $jars/opentest4j.jar $jars/apiguardian-api.jar \
    $jars/picocli.jar $jars/univocity-parsers.jar | tr '\n' ':')
make_log() { # LOG TESTS [OPTIONS]
    log=$1 tests=$2
    shift 2
    mkdir -p "$work/$tests"
    javac -d "$work/$tests" -cp "$classpath" $(find "$here/../maven/sample/$tests" -name '*.java')
    (cd "$work" && java -cp "$classpath$work/$tests" org.junit.platform.console.ConsoleLauncher \
        --scan-classpath "$work/$tests" "$@" 2>&1 || true) |
        sed -E -e '/\tat org.junit.(platform|jupiter.engine)/d' -e '/\tat java.base/d' -e '/^       org.junit.(platform|jupiter.engine)/d' -e "s#$work#/home/user/project#g" -e 's/after [0-9]+ ms/after 12 ms/' -e 's/duration: [0-9]+ ms/duration: 1 ms/' \
            -e 's/started: .*/started: 2026-03-01/' >"$here/$log.txt"
}
make_log all-pass pass
make_log few-failures few --disable-banner --disable-ansi-colors
make_log few-failures-ascii few --disable-banner --details-theme=ascii
make_log few-failures-verbose few --disable-banner --disable-ansi-colors --details=verbose
make_log few-failures-summary few --disable-banner --details=summary
make_log few-failures-flat few --disable-banner --details=flat
make_log hostile hostile-failing --disable-banner --disable-ansi-colors
head -n 40 "$here/few-failures.txt" >"$here/crash-truncated.txt"
rm -rf "$work"
