#!/bin/sh
# Makes the logs of this folder by running gcc, g++, clang, GNU ld, gold, lld and mold on the files of `sample`.
# CLANG names clang's version suffix. Paths of this machine become `/home/user/boat`.
set -u
cd "$(dirname "$0")/sample" || exit 1
here=$(pwd) clang=clang${CLANG--14} out=$(mktemp -d)
export LC_ALL=C.UTF-8
run() { # log, command...
    log=$1
    shift
    "$@" 2>&1 | sed -e "s#$here#/home/user/boat#g" -e "s#$out#/home/user/boat/build#g" -e 's#/tmp/[A-Za-z0-9_-]*\.o#/tmp/ccXXXXXX.o#g' -e 's#/tmp/cc[A-Za-z0-9]*\.o#/tmp/ccXXXXXX.o#g' >"../$log.txt"
}
run gcc gcc -Wall -c hull.c warned.c nowhere.c -o "$out/x.o"
run gcc gcc -Wall -fsyntax-only hull.c warned.c nowhere.c
run gcc-plain gcc -Wall -fsyntax-only -fno-diagnostics-show-caret hull.c
LC_ALL=C run gcc-ascii gcc -Wall -fsyntax-only hull.c
run gxx g++ -Wall -fsyntax-only sail.cc
run gcc-werror gcc -Wall -Werror -fsyntax-only warned.c
run gcc-assembler gcc -c bad.s -o "$out/x.o"
run gcc-no-input gcc -c absent.c
run clang "$clang" -Wall -fsyntax-only hull.c warned.c nowhere.c
run clangxx "clang++${CLANG--14}" -Wall -fsyntax-only sail.cc
run clang-msvc "$clang" -Wall -fsyntax-only -fdiagnostics-format=msvc hull.c
run clang-plain "$clang" -Wall -fsyntax-only -fno-caret-diagnostics hull.c
run clang-werror "$clang" -Wall -Werror -fsyntax-only warned.c
run ld gcc link.c link2.c -o "$out/x"
run ld-debug gcc -g link.c -o "$out/x"
run ld-missing gcc link2.c -lnowhere -o "$out/x"
run gold gcc -fuse-ld=gold link.c link2.c -o "$out/x"
run lld "$clang" -g -fuse-ld=lld link.c link2.c -o "$out/x"
run mold "$clang" -fuse-ld=mold link.c link2.c -o "$out/x"
run all-pass gcc -Wall -fsyntax-only warned.c
run hostile gcc -Wall -fsyntax-only hostile.c
run ld-all-pass gcc stack.s -o "$out/x"
run ld-hostile gcc -Wall hostile.c stack.s -Wl,--allow-multiple-definition -o "$out/x"
sed 4q ../gcc.txt >../crash.txt
sed 2q ../ld.txt >../ld-crash.txt
gcc -g -fsanitize=address,undefined overflow.c -o "$out/x" && run sanitizers "$out/x"
rm -rf "$out"
