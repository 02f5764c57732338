#!/bin/sh
# Makes the logs again. WARD=/path/to/bin/ward sh make.sh
sample=$(cd "$(dirname "$0")/sample" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$sample/." "$work" && cd "$work" || exit 1
log() {
    name=$1 folder=$2
    shift 2
    "$WARD" --path "$folder" "$@" 2>&1 | sed -e "s#$work#/home/user/project#g" -e 's/in [0-9.]* seconds/in 0.10 seconds/' \
        >"$sample/../$name.txt"
}
log all-pass pass
log all-pass-points pass --test-output-style dots-global
log few-failures few
log few-failures-points few --test-output-style dots-module
log crash wreck
log hostile hostile
log hostile-lies lies
head -n 30 "$sample/../few-failures.txt" >"$sample/../crash-cut.txt"
rm -rf "$work"
