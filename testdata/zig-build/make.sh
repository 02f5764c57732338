#!/bin/sh
# Makes the logs by running zig build on the sample of zig test: ZIG=/path/to/zig OLD=/path/to/zig-0.13 NEW=/path/to/zig-0.16 sh make.sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/../zig-test/sample" "$work/till"
mkdir "$work/old"
cp -R "$here/../zig-test/sample" "$work/old/till"
mv "$work/old/till/build-0.13.zig" "$work/old/till/build.zig"
cd "$work/till" || exit 1
neutral() {
    home=$(dirname "$(readlink -f "$1")")
    sed -E -e "s#$home#/opt/zig#g" -e "s#$work(/old)?#/home/user#g" -e "s#$HOME/.cache#/home/user/.cache#g" \
        -e 's/0x7f[0-9a-f]+/0x7f69d7960000/g' -e 's/seed[= ]0x[0-9a-f]+/seed=0xf4c45d8/g' -e 's/ -Z[0-9a-f]{16}//g' \
        -e 's/ [0-9]+(us|ms|s) MaxRSS:[0-9]+M/ 2ms MaxRSS:2M/'
}
log() {
    name=$1 program=$2
    shift 2
    "$program" build "$@" 2>&1 | neutral "$program" >"$here/$name.txt"
}
log all-pass "$ZIG" test --summary all -Dfile=cart -Dfile=main
log all-pass-0.16 "$NEW" test --summary all
log all-pass-program "$ZIG" --summary all
log few-failures "$ZIG" test -Dfile=cart -Dfile=failing
log few-failures-0.16 "$NEW" test -Dfile=cart -Dfile=failing
log few-failures-all "$ZIG" test -Dfile=failing --summary all
log few-failures-types "$ZIG" test -Dfile=types -Dfile=main
log few-failures-types-0.16 "$NEW" test -Dfile=types -Dfile=main
log few-failures-logged "$ZIG" test -Dfile=logged
log few-failures-leaks "$ZIG" test -Dfile=leaks
log few-failures-links "$ZIG" run -Dmain=links
log few-failures-program "$ZIG" run -Dmain=exits
log few-failures-step "$ZIG" paint
log crash "$ZIG" test -Dfile=crash
log crash-0.16 "$NEW" test -Dfile=crash
log crash-exit "$ZIG" test -Dfile=exit
log crash-program "$ZIG" run -Dmain=panics
head -n 24 "$here/few-failures-types.txt" | head -n 12 >"$here/crash-cut.txt"
log hostile-pass "$ZIG" test -Dfile=hostile --summary all
log hostile-pass-0.16 "$NEW" test -Dfile=hostile --summary all
log hostile "$ZIG" test -Dfile=hostile_fails
log hostile-0.16 "$NEW" test -Dfile=hostile_fails
log stderr "$ZIG" test -Dfile=talks
"$ZIG" test src/broken.zig --color on 2>&1 | neutral "$ZIG" >"$here/few-failures-compiler-broken.txt"
"$ZIG" test src/types.zig 2>&1 | neutral "$ZIG" >"$here/few-failures-compiler-types.txt"
cd "$work/old/till" || exit 1
log few-failures-0.13 "$OLD" test -Dfile=cart -Dfile=failing
log crash-0.13 "$OLD" test -Dfile=crash -Dfile=types
rm -r "$work"
