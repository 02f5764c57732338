#!/bin/sh
# Makes the logs again: perl, and bats, tape with tap-spec, tap-arc and tap-dot, tap and mocha from NODE_MODULES=/path/to/node_modules.
cd "$(dirname "$0")/sample" || exit 1
bin=$NODE_MODULES/.bin
export NODE_PATH="$NODE_MODULES"
log() {
    name=$1
    shift
    "$@" 2>&1 | sed -e "s#$(pwd)#/home/user/project#g" -e "s#$NODE_MODULES#/home/user/project/node_modules#g" -e 's/time=[0-9.]*ms/time=1.234ms/' >"../$name.txt"
}
log few-failures-bats "$NODE_MODULES/bats/bin/bats" --tap few.bats
log few-failures-bats-tap13 "$NODE_MODULES/bats/bin/bats" --formatter tap13 few.bats
log few-failures-bats-pretty "$NODE_MODULES/bats/bin/bats" --pretty few.bats
log few-failures-tape node tape.js
for formatter in tap-spec tap-arc tap-dot; do
    log "few-failures-$formatter" sh -c "node tape.js | '$bin/$formatter'"
done
log few-failures-node-tap node nodetap.js
log few-failures-mocha "$bin/mocha" --reporter tap mocha.js
log few-failures-mocha-tap13 "$bin/mocha" --reporter tap --reporter-options tapVersion=13 mocha.js
log few-failures-perl perl few.pl
log crash perl dies.pl
log all-pass "$NODE_MODULES/bats/bin/bats" --tap --filter 'holds|empty|server' few.bats
head -n 5 ../few-failures-bats.txt >../crash-cut.txt
printf 'TAP version 14\n1..2\nok 1 - says not ok 2 - FAILED\n# not ok 7 - nothing\n# fail 9\nok 2 - prints\n  ---\n  output: |\n    not ok 3 - nothing\n    # tests 9\n    # fail 9\n  ...\n' >../hostile.txt
printf 'TAP version 13\nnot ok 1 - real\n  ---\n  error: |-\n    ...\n    ok 1 - real\n    1..1\n    # tests 1\n    # pass 1\n    # fail 0\n  ...\n1..1\n# tests 1\n# pass 0\n# fail 1\n' >../hostile-fails.txt
