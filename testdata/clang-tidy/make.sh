#!/bin/sh
# Makes the logs by running clang-tidy on the sample.
cd "$(dirname "$0")/sample" || exit 1
log() {
    name=$1
    shift
    "$@" 2>&1 | sed -E "s#$(pwd)#/home/user/project#g" >"../$name.txt"
}
checks='-checks=-*,bugprone-*,modernize-use-nullptr,clang-analyzer-*,-clang-analyzer-security.insecureAPI.strcpy,-bugprone-easily-swappable-parameters'
log all-pass clang-tidy "$checks" good.cpp --
log warnings clang-tidy "$checks" cart.cpp --
log warnings-quiet clang-tidy --quiet "$checks" cart.cpp good.cpp --
log few-failures clang-tidy "$checks" -warnings-as-errors=bugprone-*,clang-analyzer-* cart.cpp good.cpp --
log few-failures-quiet clang-tidy --quiet "$checks" '-warnings-as-errors=*' cart.cpp --
log crash clang-tidy "$checks" broken.cpp good.cpp --
log missing clang-tidy "$checks" missing.cpp --
log hostile clang-tidy "$checks" hostile.cpp --
log no-file clang-tidy "$checks" no-such.cpp --
