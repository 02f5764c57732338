#!/bin/sh
# Makes the logs again. Needs karma, karma-jasmine, karma-chrome-launcher, karma-mocha-reporter, karma-spec-reporter and a
# Chromium: MODULES=/path/to/node_modules CHROME_BIN=/usr/bin/chromium sh make.sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
modules=${MODULES:-$here/node_modules}
export CHROME_BIN="${CHROME_BIN:-/usr/bin/chromium}"
work=$(mktemp -d)
cp "$here"/sample/* "$work"
cd "$work" || exit 1
log() {
    name=$1
    FILES=$2
    shift 2
    env NODE_PATH="$modules" BASE="$work" FILES="$FILES" "$@" node "$modules/karma/bin/karma" start "$work/karma.conf.js" 2>&1 \
        | sed -E -e "s#$modules#/home/user/project/node_modules#g" -e "s#$work#/home/user/project#g" \
            -e 's/[0-9 .:]+:((INFO|WARN|ERROR|DEBUG) \[)/21 11 2026 10:00:00.000:\1/' -e 's/id [A-Za-z0-9_-]{15,}/id Ab1Cd2Ef3Gh4Ij5Kl6Mn/' \
            -e 's#[(][0-9]*[.][0-9]+ secs /#(0.012 secs /#; s#/ [0-9.]+ secs#/ 0.010 secs#; s#Finished in [0-9.]+ secs#Finished in 0.012 secs#; s/@ .*/@ 10:00:00 GMT+0000 (Coordinated Universal Time)/' \
            -e 's/ with id [0-9]+/ with id 12345678/' -e 's/(\(Chromium|Chrome Headless) [0-9.]+/\1 120.0.6099.71/' -e 's/socket [A-Za-z0-9_-]{15,}/socket Ab1Cd2Ef3Gh4Ij5Kl6Mn/' \
            -e 's#localhost:[0-9]+#localhost:9876#g; s#\?[0-9a-f]{40}#?0123456789abcdef0123456789abcdef01234567#' >"$here/$name.txt"
}
log all-pass passing.js
log all-pass-dots passing.js REPORTER=dots
log all-pass-mocha passing.js REPORTER=mocha
log all-pass-spec passing.js REPORTER=spec
log few-failures passing.js,failing.js
log few-failures-colors passing.js,failing.js COLORS=yes
log few-failures-dots passing.js,failing.js REPORTER=dots
log few-failures-mocha passing.js,failing.js REPORTER=mocha
log few-failures-spec passing.js,failing.js REPORTER=spec
log few-failures-twice twice.js
log few-failures-twice-dots twice.js REPORTER=dots
log few-failures-twice-mocha twice.js REPORTER=mocha
log few-failures-twice-spec twice.js REPORTER=spec
log few-failures-two-reporters passing.js,twice.js REPORTER=progress,dots
log two-browsers passing.js,failing.js BROWSERS=Headless,Second
log two-browsers-dots passing.js,failing.js BROWSERS=Headless,Second REPORTER=dots
log two-browsers-mocha passing.js,failing.js BROWSERS=Headless,Second REPORTER=mocha
log two-browsers-pass passing.js BROWSERS=Headless,Second
log load passing.js,broken.js
log load-mocha passing.js,broken.js REPORTER=mocha
log syntax passing.js,syntax.js
log crash passing.js,hanging.js
log crash-dots passing.js,hanging.js REPORTER=dots
log crash-mocha passing.js,hanging.js REPORTER=mocha
log leaving passing.js,leaving.js
log focused passing.js,focused.js
log hostile hostile.js
log hostile-mocha hostile.js REPORTER=mocha
log hostile-fails hostile-fails.js
log hostile-fails-dots hostile-fails.js REPORTER=dots
log hostile-fails-mocha hostile-fails.js REPORTER=mocha
log empty empty.js
log empty-ok empty.js EMPTY=ok
log no-browser passing.js BROWSERS=Broken
rm -r "$work"
