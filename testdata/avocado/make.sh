#!/bin/sh
# Makes the logs again. AVOCADO=/path/to/bin/avocado sh make.sh
sample=$(cd "$(dirname "$0")/sample" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$sample/." "$work" && cd "$work" || exit 1
log() {
    name=$1
    shift
    HOME=$work "$AVOCADO" "$@" 2>&1 | sed -e "s#$work#/home/user/project#g" -e 's/(0\.[0-9]* s)/(0.02 s)/' \
        -e 's/^JOB ID     : .*/JOB ID     : 5f1c0de5f1c0de5f1c0de5f1c0de5f1c0de5f1c0/' -e 's/job-20[-0-9T.]*[0-9a-f]*/job-2026-01-02T03.04-5f1c0de/' \
        -e 's/^JOB TIME   : .*/JOB TIME   : 1.25 s/' >"$sample/../$name.txt"
}
log all-pass run --max-parallel-tasks 1 pass.py good.sh
log few-failures run pass.py few.py good.sh bad.sh
log few-failures-failfast run --max-parallel-tasks 1 --failfast few.py pass.py
log crash run nothing.py
log hostile run --max-parallel-tasks 1 hostile.py
head -n 9 "$sample/../few-failures.txt" >"$sample/../crash-cut.txt"
head -n 7 "$sample/../all-pass.txt" >"$sample/../crash-cut-passes.txt"
rm -rf "$work"
