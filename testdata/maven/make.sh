#!/bin/sh
# Makes the logs of this folder with a real Maven: offline, with the plugins and the JUnit of Debian 12
# (libsurefire-java, libmaven-compiler-plugin-java, libmaven-resources-plugin-java, junit5).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -rs /usr/share/maven-repo "$work/repository"
make_log() { # LOG TESTS [OPTIONS]
    log=$1 tests=$2
    shift 2
    rm -rf "$work/orchard"
    cp -r "$here/sample" "$work/orchard"
    (cd "$work/orchard" && mvn -B -o -Dmaven.repo.local="$work/repository" -Dtests="$tests" "$@" test 2>&1 || true) |
        sed -E -e "s#$work/orchard#/home/user/project/orchard#g" -e "s#$work#/tmp/work#g" \
            -e 's/[0-9.]+ s( |$)/0.01 s\1/' -e 's/Finished at: .*/Finished at: 2026-03-01T12:00:00Z/' \
            -e 's/surefire[_0-9]{6,}/surefire0/g' -e 's/[0-9]{4}-[0-9-]+T[0-9-]+_[0-9]+/2026-03-01T12-00-00_000/g' \
            -e '/^WARNING: (sun|A|Please|All|Use|Illegal|Mockito)/d' >"$here/$log.txt"
}
make_log all-pass pass
make_log few-failures few
make_log few-failures-quiet few -q
make_log few-failures-no-summary few -Dsurefire.printSummary=false -Dmaven.test.failure.ignore=true
make_log all-pass-traces pass -e
make_log compile-error compile
make_log crash crash
make_log no-dependency pass -Djunit=5.0.0
make_log hostile hostile
make_log hostile-failing hostile-failing
head -n 40 "$here/few-failures.txt" >"$here/crash-truncated.txt"
rm -rf "$work"
