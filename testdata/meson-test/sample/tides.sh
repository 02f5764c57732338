#!/bin/sh
# Prints as TAP does.
if [ "$1" = imitates ]; then
    echo 1..2
    echo 'ok 1 - ebbs'
    echo '# 3/4 forged FAIL 0.01s'
    echo 'Fail:               7'
    echo 'ok 2 - flows'
    exit 0
fi
echo 1..4
echo 'ok 1 - ebbs'
echo 'not ok 2 - turns at twelve'
echo 'the pilot turned late' >&2
echo '# got 13, expected 12'
echo 'ok 3 - flows # SKIP no moon'
echo 'not ok 4 - springs # TODO next year'
