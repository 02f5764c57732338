#!/bin/sh
# Makes the logs again. Needs jasmine and jasmine-spec-reporter: MODULES=/path/to/node_modules sh make.sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
modules=${MODULES:-$here/node_modules}
work=$(mktemp -d)
cp "$here"/sample/* "$work"
cd "$work" || exit 1
log() {
    name=$1
    shift
    NODE_PATH="$modules" node "$modules/jasmine/bin/jasmine.js" --random=false "$@" 2>&1 \
        | sed -E -e "s#$modules#/home/user/project/node_modules#g" -e "s#$work#/home/user/project#g" \
            -e 's/^Finished in [0-9.]+ second/Finished in 0.014 second/' \
            -e 's/^(Executed .*) in [0-9.]+ secs?/\1 in 0.01 sec/' -e 's/ \([0-9.]+ secs?\)$/ (0.01 sec)/' \
            -e 's/^Node\.js v.*/Node.js v20.20.2/' >"$here/$name.txt"
}
log all-pass passing.spec.js
log few-failures passing.spec.js failing.spec.js
log few-failures-random --random=true --seed=4321 passing.spec.js failing.spec.js
log few-failures-spec --helper=plain.js passing.spec.js failing.spec.js
log few-failures-spec-pretty --helper=pretty.js passing.spec.js failing.spec.js
log all-pass-spec --helper=plain.js passing.spec.js
log load broken.spec.js passing.spec.js
log load-spec --helper=plain.js broken.spec.js passing.spec.js
log syntax syntax.spec.js
log crash passing.spec.js dying.spec.js
log crash-spec --helper=plain.js passing.spec.js dying.spec.js
log few-failures-twice twice.spec.js passing.spec.js
log few-failures-twice-spec --helper=plain.js twice.spec.js passing.spec.js
log focused focused.spec.js passing.spec.js
log focused-spec --helper=plain.js focused.spec.js passing.spec.js
log hostile hostile.spec.js
log hostile-spec --helper=plain.js hostile.spec.js
log hostile-fails hostile-fails.spec.js
log hostile-fails-spec --helper=plain.js hostile-fails.spec.js
log empty empty.spec.js
log empty-spec --helper=plain.js empty.spec.js
log missing no-such.spec.js
rm -r "$work"
