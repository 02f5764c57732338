#!/bin/sh
# Makes the logs by running zig on the sample: ZIG=/path/to/zig OLD=/path/to/zig-0.13 OLDEST=/path/to/zig-0.11 NEW=/path/to/zig-0.16 sh make.sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample" "$work/till"
cd "$work/till" || exit 1
neutral() {
    home=$(dirname "$(readlink -f "$1")")
    sed -E -e "s#$home#/opt/zig#g" -e "s#$work#/home/user#g" -e "s#$HOME/.cache#/home/user/.cache#g" \
        -e 's/0x7f[0-9a-f]+/0x7f69d7960000/g' -e 's/seed[= ]0x[0-9a-f]+/seed=0xf4c45d8/g' -e 's/ -Z[0-9a-f]{16}//g'
}
log() {
    name=$1 program=$2
    shift 2
    "$program" test "$@" 2>&1 | neutral "$program" >"$here/$name.txt"
}
log all-pass "$ZIG" src/cart.zig
log all-pass-filter "$ZIG" src/cart.zig --test-filter add
log all-pass-0.11 "$OLDEST" src/cart.zig
log few-failures "$ZIG" src/failing.zig
log few-failures-0.11 "$OLDEST" src/failing.zig
log few-failures-0.16 "$NEW" src/failing.zig
log few-failures-logged "$ZIG" src/logged.zig
log few-failures-leaks "$ZIG" src/leaks.zig
log crash "$ZIG" src/crash.zig
log crash-0.16 "$NEW" src/crash.zig
log crash-exit "$ZIG" src/exit.zig
head -n 30 "$here/few-failures.txt" >"$here/crash-cut.txt"
log hostile-pass "$ZIG" src/hostile.zig
log hostile "$ZIG" src/hostile_fails.zig
log no-tests "$ZIG" src/notests.zig
rm -r "$work"
