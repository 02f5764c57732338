#!/bin/sh
# Makes the logs in this folder by running unittest. PYTHON (3.11 or later) and OLD_PYTHON (before 3.11) name the interpreters.
# Paths, addresses and times are replaced by others of the same form.
set -u
cd "$(dirname "$0")" || exit 1
: "${PYTHON:=python3}" "${OLD_PYTHON:=python3.9}"
export PYTHONDONTWRITEBYTECODE=1
here=$(pwd)

log() {
    name=$1
    folder=$2
    shift 2
    (cd "$folder" && sh -c "$* 2>&1") > "$name.raw" 2>/dev/null
    prefix=$("$1" -c 'import sys; print(sys.base_prefix)')
    sed -E -e "s#$prefix#/usr#g" -e "s#$here#/home/user/app#g" -e 's#0x[0-9a-f]{12,16}#0x7f0000000000#g' \
        -e 's# in 0\.[0-9]{3}s# in 0.005s#' "$name.raw" > "$name.txt"
    rm "$name.raw"
}

log all-kinds sample "$PYTHON" -m unittest
log all-kinds-verbose sample "$PYTHON" -m unittest -v
log all-kinds-buffered sample "$PYTHON" -m unittest -b
log all-kinds-old-verbose sample "$OLD_PYTHON" -m unittest -v
log all-pass passing "$PYTHON" -m unittest
log all-pass-verbose passing "$PYTHON" -u -m unittest -v
log hostile hostile "$PYTHON" -m unittest
log hostile-verbose hostile "$PYTHON" -m unittest -v
log abort dying "$PYTHON" -m unittest -v -k passes -k aborts
log exit dying "$PYTHON" -m unittest -v -k passes -k exits
