#!/bin/sh
# Makes the logs again. STESTR=/path/to/bin/stestr sh make.sh
sample=$(cd "$(dirname "$0")/sample" && pwd) || exit 1
PATH=$(dirname "$STESTR"):$PATH
work=$(mktemp -d) && cp -r "$sample/." "$work" && cd "$work" || exit 1
log() {
    name=$1 folder=$2
    shift 2
    printf '[DEFAULT]\ntest_path=./%s\ntop_dir=./\n' "$folder" >.stestr.conf
    "$STESTR" run "$@" 2>&1 | sed -e "s#$work#/home/user/project#g" -e 's#/[^ "]*/lib/python#/usr/lib/python#g' \
        -e 's/\[[0-9.]*s\]/[0.000016s]/' -e 's/in [0-9.]* sec/in 0.0199 sec/' -e 's/=> [0-9:.]*$/=> 0:00:00.008196/' \
        -e 's/each test: [0-9.]* sec/each test: 0.0016 sec/' >"$sample/../$name.txt"
}
log all-pass tests --concurrency 2 test_quay
log few-failures tests --concurrency 2 'quay|weights'
log few-failures-short tests --abbreviate 'quay|weights'
log crash tests --concurrency 2
log hostile hostile --serial
printf 'import gone\n' >tests/test_gone.py
log failed-import tests
head -n 30 "$sample/../few-failures.txt" >"$sample/../crash-cut.txt"
rm -rf "$work"
