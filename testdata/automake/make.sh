#!/bin/sh
# Makes the logs of this folder: builds `sample` with Automake twice, for the parallel and the serial harness, and runs
# `make check` there.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
unset MAKEFLAGS MAKELEVEL VERBOSE
driver=$(find /usr/share/automake* -name tap-driver.sh | head -n 1)
for harness in parallel serial; do
    cp -r "$here/sample" "$work/$harness"
    cd "$work/$harness" || exit 1
    cp "$driver" .
    sed "s/@HARNESS@/$harness-tests/" "$here/sample/configure.ac" >configure.ac
    [ "$harness" = serial ] && cp quay/Makefile-serial.am quay/Makefile.am
    { autoreconf -i && ./configure; } >"$work/$harness.log" 2>&1 || { cat "$work/$harness.log"; exit 1; }
done

# log NAME HARNESS COMMAND...: runs the command in the harness' folder.
log() {
    name=$1
    harness=$2
    shift 2
    cd "$work/$harness" || exit 1
    rm -f quay/holds quay/*.o
    "$@" 2>&1 | sed -E "s|$work/$harness|/home/user/harbour|g; s|$work|/home/user|g" >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

good='TESTS=moors.sh fog.sh todo.sh'
bad='TESTS=moors.sh unloads.sh names.sh fog.sh todo.sh upass.sh hard.sh'
for harness in parallel serial; do
    log "all-pass-$harness" "$harness" make -C tests check "$good"
    log "all-pass-$harness-silent" "$harness" make -s -C tests check "$good"
    log "few-failures-$harness" "$harness" make -k check LAMP=3
    log "few-failures-$harness-silent" "$harness" make -s -C tests check "$bad"
    log "few-failures-$harness-color" "$harness" make -C tests check AM_COLOR_TESTS=always "$bad"
    log "not-compiled-$harness" "$harness" make -k -C quay check CFLAGS=-DBROKEN
    log "few-failures-$harness-dies" "$harness" make -C pier check 'TESTS=moors.sh dies.sh fog.sh'
    log "crash-$harness-killed" "$harness" setsid -w make -C pier check 'TESTS=moors.sh halts.sh fog.sh'
    log "crash-$harness-interrupted" "$harness" setsid -w make -C pier check HALTS=INT 'TESTS=moors.sh names.sh halts.sh'
    log "hostile-pass-$harness" "$harness" make -C pier check 'TESTS=moors.sh forges.sh fog.sh'
    log "hostile-fails-$harness" "$harness" make -C pier check 'TESTS=moors.sh lies.sh forges.sh'
    log "empty-$harness" "$harness" make -C tests check TESTS=
done
log all-pass-parallel-jobs parallel make -j2 -C tests check "$good"
log all-pass-parallel-one-line parallel make -C tests check V=1 TESTS=moors.sh
log few-failures-parallel-verbose parallel make -k -j2 check VERBOSE=1 V=1 LAMP=3
log log-behind-parallel parallel sh -c 'make -C tests check || cat tests/test-suite.log'
log log-alone-parallel parallel cat tests/test-suite.log quay/test-suite.log
log few-failures-parallel-recheck parallel sh -c 'make -C tests check >/dev/null 2>&1; make -C tests recheck'
log hostile-fails-parallel-verbose parallel make -C pier check VERBOSE=1 'TESTS=moors.sh lies.sh names.sh'
log hostile-fails-parallel-cat parallel sh -c "make -C pier check 'TESTS=moors.sh lies.sh names.sh' || cat pier/test-suite.log"
log crash-parallel-no-result parallel make -C pier check 'TESTS=moors.sh names.sh' LOG_DRIVER=true
log few-failures-parallel-two parallel make -k -j4 --no-print-directory check LAMP=3
rm -rf "$work"
