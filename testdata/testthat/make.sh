#!/bin/sh
# Makes the logs again, with R and its package testthat. The praise of some reporters is left to chance.
cd "$(dirname "$0")/sample" || exit 1
export LANG=C.UTF-8
log() {
    name=$1
    shift
    Rscript --vanilla "$@" 2>&1 | sed -e "s#$(pwd)#/home/user/project#g" >"../$name.txt"
}
log all-pass run.R pass progress
log all-pass-check run.R pass check
log all-pass-compact file.R pass/test-tax.R
log few-failures run.R shop/tests/testthat progress
for reporter in check summary minimal stop; do
    log "few-failures-$reporter" run.R shop/tests/testthat "$reporter"
done
log few-failures-compact file.R shop/tests/testthat/test-cart.R
log skips-compact file.R shop/tests/testthat/test-stock.R
log hostile run.R hostile progress
log hostile-check run.R hostile check
log hostile-pass run.R hostile-pass progress
log crash run.R kiln progress
log no-tests run.R shop/R check
log segfault run.R cracks progress
sed -i 's/^address 0x[0-9a-f]*/address 0x1f4/' ../segfault.txt
# Cut where numbers stand last, between two tests.
sed '/WARN 1 | SKIP 2 | PASS 0/q' ../skips-compact.txt >../crash-cut-compact.txt
sed '/FAIL 4/q' ../few-failures-compact.txt >../few-failures-compact-cut.txt
work=$(mktemp -d)
cp -r shop "$work"
(cd "$work" && R CMD build shop >/dev/null 2>&1 && R CMD check --no-manual shop_0.1.0.tar.gz 2>&1) |
    sed -e "s#$work#/home/user/project#g" >../few-failures-cmd-check.txt
mkdir "$work/shop/man"
printf '%s\n' '\name{weigh}' '\alias{weigh}' '\title{Weighs}' '\description{Weighs goods.}' '\examples{weigh("pear")}' >"$work/shop/man/weigh.Rd"
rm -r "$work/shop/tests"
# With the time of every part.
(cd "$work" && R CMD build shop >/dev/null 2>&1 && _R_CHECK_TIMINGS_=0 R CMD check --no-manual shop_0.1.0.tar.gz 2>&1) |
    sed -e "s#$work#/home/user/project#g" -e 's#\[[0-9]*s/[0-9]*s\]#[5s/6s]#' >../few-failures-cmd-check-examples.txt
rm -rf "$work"
