#!/bin/sh
# Makes the logs again, with perl's own prove.
cd "$(dirname "$0")/sample" || exit 1
log() {
    name=$1
    shift
    prove "$@" 2>&1 | sed -e "s#$(pwd)#/home/user/project#g" -e 's/wallclock secs (.*/wallclock secs ( 0.02 usr  0.01 sys +  0.05 cusr  0.02 csys =  0.10 CPU)/' \
        -e 's/@INC contains: [^)]*/@INC contains: \/usr\/share\/perl5/' -e 's/,  [0-9]* wallclock/,  0 wallclock/' >"../$name.txt"
}
log all-pass pass.t hostile.t
log all-pass-verbose -v pass.t
log few-failures pass.t few.t
log few-failures-verbose -v pass.t few.t
log few-failures-merged -m -Q few.t
log crash pass.t die.t broken.t
log hostile hostile.t
log hostile-fails -v hostile.t few.t
prove few.t 2>/dev/null | sed -e 's/wallclock secs (.*/wallclock secs ( 0.02 usr  0.01 sys +  0.05 cusr  0.02 csys =  0.10 CPU)/' >../numbers-only.txt
head -n 12 ../few-failures-verbose.txt >../crash-cut.txt
