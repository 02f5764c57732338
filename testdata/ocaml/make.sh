#!/bin/sh
# Makes the logs by running dune and ocamlc on the sample: sh make.sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp -R "$here/sample" "$work/shop"
cd "$work/shop" || exit 1
neutral() {
    sed -E -e "s#$work#/home/user#g" -e 's#_build/.sandbox/[0-9a-f]+#_build/.sandbox/00bb3079#g'
}
log() {
    name=$1
    shift
    "$@" 2>&1 | neutral >"$here/$name.txt"
}
log all-pass dune build ./fine/warns.exe
log few-failures dune build ./bad/bad.exe ./bad/types.exe
log few-failures-library dune build ./bad/loud.exe
log few-failures-difference dune runtest cram
log few-failures-ocamlc ocamlc -c bad/types.ml
log few-failures-syntax ocamlc -c syntax.ml
{ dune build @fine/talks 2>&1; dune build ./bad/types.exe 2>&1; } | neutral >"$here/hostile.txt"
head -n 3 "$here/few-failures-ocamlc.txt" >"$here/crash-cut.txt"
rm -r "$work"
