#!/bin/sh
# Makes the logs of this folder: runs `sample` with ERT of Emacs.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$here"/sample/*.el "$work"
cd "$work" || exit 1

log() {
    name=$1
    shift
    "$@" 2>&1 | sed -E 's/#<bytecode -?0x[0-9a-f]+>/#<bytecode 0x5581c0de>/' >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

ert() {
    file=$1
    shift
    emacs -Q -batch -l ert -l "$file.el" "$@"
}

all="-f ert-run-tests-batch-and-exit"
# shellcheck disable=SC2086
{
    log all-pass ert pass $all
    log all-pass-quiet ert pass --eval "(setq ert-quiet t)" $all
    log few-failures ert fail $all
    log few-failures-quiet ert fail --eval "(setq ert-quiet t)" $all
    log few-failures-reasons env EMACS_TEST_VERBOSE=1 emacs -Q -batch -l ert -l fail.el $all
    log quits ert quits $all
    log aborts ert aborts $all
    log broken ert broken $all
    log none emacs -Q -batch -l ert -l pass.el --eval '(ert-run-tests-batch-and-exit "nobody")'
    log crash ert crash $all
    log crash-two sh -c "emacs -Q -batch -l ert -l crash.el $all; emacs -Q -batch -l ert -l pass.el $all"
    log two sh -c "emacs -Q -batch -l ert -l fail.el $all; emacs -Q -batch -l ert -l pass.el $all"
    log hostile-pass ert hostile $all
    log hostile-fails env HARBOUR_FAIL=1 emacs -Q -batch -l ert -l hostile.el $all
}
# Newer versions tell where a test that failed stands.
sed -E 's/^( +FAILED +[0-9]+\/.* sec\))$/\1 at fail.el:5/' "$here/few-failures.txt" >"$here/few-failures-places.txt"
rm -rf "$work"
