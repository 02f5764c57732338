#!/bin/sh
# Makes the logs by running cppcheck on the sample.
cd "$(dirname "$0")/sample" || exit 1
log() {
    name=$1
    shift
    cppcheck "$@" >"../$name.txt" 2>&1
}
log all-pass good.c
log all-pass-all --enable=all --suppress=unusedFunction good.c
log all-pass-several good.c good.c
log few-failures cart.cpp till.c good.c
log few-failures-all --enable=all --inconclusive cart.cpp till.c good.c
log warnings-gcc --template=gcc --enable=all cart.cpp till.c good.c
log few-failures-old "--template=[{file}:{line}]: ({severity}) {message}" --enable=style cart.cpp till.c good.c
log few-failures-id "--template=[{file}:{line}]: ({severity}) {id} {message}" --quiet cart.cpp till.c good.c
log template-vs --template=vs cart.cpp till.c good.c
log few-failures-quiet --quiet --error-exitcode=1 cart.cpp till.c good.c
log few-failures-xml --xml cart.cpp till.c good.c
log warnings --enable=warning,style --quiet good.c cart.cpp
log crash broken.c good.c
log missing --enable=all missing.c
log empty .no-such
log hostile hostile.c good.c
