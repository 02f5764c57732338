#!/bin/sh
# Makes the logs of this folder: compiles `sample` with CUnit and runs it. The forms of other versions are made from those.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$here"/sample/* "$work"
cd "$work" || exit 1
for each in pass fail crash hostile; do
    cc "$each.c" -o "$each" -lcunit || exit 1
done

log() {
    name=$1
    shift
    "$@" 2>/dev/null >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

for mode in normal verbose silent; do
    log "all-pass-$mode" ./pass "$mode"
    log "few-failures-$mode" ./fail "$mode"
done
log few-failures-shown ./fail silent shown
log few-failures-console sh -c 'printf "R\nF\nQ\n" | ./fail console'
log few-failures-console-twice sh -c 'printf "R\nR\nF\nQ\n" | ./fail console'
log few-failures-two sh -c './fail; ./pass verbose'
log crash-normal ./crash normal
log crash-verbose ./crash verbose
log crash-console sh -c 'printf "R\n" | ./crash console'
log crash-two sh -c './crash verbose; ./pass verbose; ./fail verbose'
for mode in normal verbose; do
    log "hostile-pass-$mode" ./hostile "$mode"
    log "hostile-fails-$mode" env HARBOUR_FAIL=1 ./hostile "$mode"
done

# Version 2.0 and 2.1-0: another name, a blank before the result, another table.
sed -E -e 's/CUnit - A unit testing framework for C - Version .*/CUnit : A Unit testing framework for C./' \
    -e 's/^(  Test: .* \.\.\.)/\1 /' -e 's/^Run Summary:.*/--Run Summary: Type      Total     Ran  Passed  Failed/' \
    -e 's/^ +(suites|tests|asserts) +([0-9]+) +([0-9]+) +(n\/a|[0-9]+) +([0-9]+) .*/               \1 \2 \3 \4 \5/' \
    -e '/^Elapsed time/d' "$here/few-failures-verbose.txt" >"$here/few-failures-old.txt"
# Version 3: the function stands before the file, and tests are skipped.
sed -E -e 's/Version 2.1-3/Version 3.2.7/' -e 's/^(    [0-9]+\. )fail/\1unloads:fail/' \
    -e 's/^(  Test: talks \.\.\.).*/\1SKIPPED/' -e 's/^( +tests +8 +)5( +)3( +)2( +)1/\14\22\32\42/' \
    "$here/few-failures-verbose.txt" >"$here/few-failures-3.txt"
# Version 3 with its macros for a CI.
sed -E -e '/CUnit - A unit/d' -e '/http/d' -e 's/^Suite: (.*)/Running Suite : \1/' -e 's/^  Test: (.*) \.\.\./     Running Test : \1 ../' \
    -e 's/passed$/PASSED/' -e '1s/.*/Starting CUnit test:\n .\/fail/' "$here/few-failures-3.txt" |
    awk '{ print } /^Running Suite : /{ suite = substr($0, 17) }
        /^     Running Test : /{ test = $0; sub(/^     Running Test : /, "", test); sub(/ \.\..*/, "", test) }
        /FAILED$/{ print "Suite " suite ", Test " test " had failures:" }' >"$here/few-failures-ci.txt"
rm -rf "$work"
