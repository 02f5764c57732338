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
work=$(mktemp -d)
cp -r shop "$work"
(cd "$work" && R CMD build shop >/dev/null 2>&1 && R CMD check --no-manual shop_0.1.0.tar.gz 2>&1) |
    sed -e "s#$work#/home/user/project#g" >../few-failures-cmd-check.txt
rm -rf "$work"
