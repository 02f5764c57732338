#!/bin/sh
# Makes the logs here and in ../common-test again, with Erlang/OTP and rebar3. Times and dates are replaced.
cd "$(dirname "$0")/sample" || exit 1
here=$(pwd)
work=$(mktemp -d)
cp -r shop "$work"
cd "$work/shop" || exit 1
export HOME="$work" TERM=dumb
put() {
    sed -e 's/\x1b\[[0-9;]*m//g' -e "s#$work#/home/user#g" -e 's/in [0-9.]* \(s\]\|seconds\)/in 0.010 \1/' -e 's/\[[0-9.]* s\]/[0.001 s]/' \
        -e 's/20[0-9][0-9]-[0-9-]*[ _][0-9:.]*/2026-01-01_12.00.00/' >"$here/../$1.txt"
}
rebar() {
    name=$1
    shift
    rebar3 "$@" 2>&1 | put "$name"
}
rebar few-failures-rebar3 eunit
rebar few-failures-rebar3-verbose eunit -v
rebar all-pass-rebar3 eunit --module=stock_tests
rebar ../common-test/all-pass ct --suite test/stock_SUITE
rebar ../common-test/few-failures ct
rebar ../common-test/few-failures-verbose ct -v
rebar ../common-test/hostile ct --dir hostile
rebar odd-rebar3 eunit --dir=odd
rebar hostile-pass-rebar3 eunit --dir=noisy
sed '/^9 tests/q' "$here/../hostile-pass-rebar3.txt" >"$here/../crash-cut-rebar3.txt"
rebar ../common-test/hostile-pass ct --dir noisy
sed '/^All 9/q' "$here/../../common-test/hostile-pass.txt" >"$here/../../common-test/hostile-cut.txt"
head -n -1 "$here/../../common-test/all-pass.txt" >"$here/../../common-test/crash-cut.txt"
mkdir ebin
erlc -o ebin src/shop.erl test/*_tests.erl hostile/*_tests.erl kiln/*_tests.erl odd/*_tests.erl 2>/dev/null
run() {
    name=$1
    erl -noshell -pa ebin -eval "case eunit:test($2) of ok -> ok; _ -> halt(1) end, init:stop()." 2>&1 | put "$name"
}
run all-pass 'stock_tests, [verbose]'
run all-pass-quiet stock_tests
run few-failures '[stock_tests, cart_tests], [verbose]'
run few-failures-quiet '[stock_tests, cart_tests]'
run hostile 'printer_tests, [verbose]'
run odd 'oven_tests, [verbose]'
run odd-quiet oven_tests
run output '[stock_tests, notes_tests], [verbose]'
run crash '[stock_tests, kiln_tests], [verbose]'
mkdir -p suites/shelf suites/till logs
cp test/stock_SUITE.erl suites/shelf
cp test/cart_SUITE.erl suites/till
ct_run -noshell -pa ebin -dir suites/shelf suites/till -logdir logs 2>&1 | sed 's/ct@[^.]*\./ct@host./' | put ../common-test/two-folders
rm -rf "$work"
