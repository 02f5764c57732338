#!/bin/sh
# Makes the logs again. NODE_MODULES=/path/to/node_modules (with oxlint) sh make.sh
here=$(cd "$(dirname "$0")" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$here/sample/." "$work" && cd "$work" || exit 1
log() {
    name=$1
    shift
    "$NODE_MODULES/.bin/oxlint" "$@" 2>&1 | sed -e "s#$work#/home/user/project#g" -e 's/[0-9.]*ms/5ms/' >"$here/$name.txt"
}
log all-pass crane.js
log all-pass-warnings quay.js
log few-failures -D correctness quay.js crane.js
FORCE_COLOR=1 log few-failures-colour -D correctness quay.js
log crash broken.js
{ "$NODE_MODULES/.bin/oxlint" -D correctness quay.js && : ; printf '  x marks the spot\n\nFound 3 boats and 0 errors.\n'; } 2>&1 |
    sed -e 's/[0-9.]*ms/5ms/' >"$here/hostile.txt"
rm -rf "$work"
