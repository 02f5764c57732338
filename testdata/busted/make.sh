#!/bin/sh
# Makes the logs by running busted on the sample: sh make.sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample" "$work/shop"
cd "$work/shop" || exit 1
log() {
    name=$1
    shift
    busted "$@" 2>&1 | sed -E -e "s#$work#/home/user#g" -e 's/0x[0-9a-f]{8,}/0x560aad48a5e0/g' \
        -e 's/: [0-9.e-]+ seconds/: 0.002619 seconds/' -e 's/\([0-9.]+ ms/(0.10 ms/' >"$here/$name.txt"
}
for handler in utfTerminal plainTerminal gtest; do
    case $handler in
    utfTerminal) form= ;;
    plainTerminal) form=-plain ;;
    *) form=-gtest ;;
    esac
    log "all-pass$form" -o $handler spec/cart_spec.lua
    log "few-failures$form" -o $handler spec/cart_spec.lua spec/failing_spec.lua
    # The handler itself fails on such a file.
    broken=few-failures-broken
    [ $handler = gtest ] && broken=crash-broken
    log "$broken$form" -o $handler spec/broken_spec.lua spec/cart_spec.lua
    log "few-failures-missing$form" -o $handler spec/missing_spec.lua
    log "crash$form" -o $handler spec/dies_spec.lua
    log "hostile-pass$form" -o $handler spec/hostile_spec.lua
    log "hostile$form" -o $handler spec/hostile_fails_spec.lua
done
log few-failures-verbose -o utfTerminal -v spec/failing_spec.lua
log few-failures-none -o plainTerminal spec/none_spec.lua
head -n 20 "$here/few-failures-gtest.txt" >"$here/crash-cut.txt"
rm -r "$work"
