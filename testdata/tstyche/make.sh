#!/bin/sh
# Makes the logs by running TSTyche on `sample`, with TypeScript beside it; paths are made neutral.
cd "$(dirname "$0")/sample" || exit 1
log() { name=$1; shift; tstyche "$@" 2>&1 | sed "s|$PWD|/home/user/harbour|" > "../$name.txt"; }
log all-pass good
log few-failures
log hostile hostile
log crash-cut bad
head -14 ../crash-cut.txt > cut && mv cut ../crash-cut.txt
head -5 ../all-pass.txt > ../crash-cut-passes.txt
