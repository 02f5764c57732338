#!/bin/sh
# Makes the logs again. NODE_MODULES=/path/to/node_modules (with @hapi/lab and @hapi/code) sh make.sh
sample=$(cd "$(dirname "$0")/sample" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$sample/." "$work" && ln -s "$NODE_MODULES" "$work/node_modules" && cd "$work" || exit 1
echo '{}' >package.json
log() {
    name=$1
    shift
    node_modules/.bin/lab "$@" 2>&1 | sed -e "s#$work#/home/user/project#g" -e "s#$NODE_MODULES#/home/user/project/node_modules#g" \
        -e 's/duration: [0-9]* ms/duration: 26 ms/' -e 's/([0-9]* ms/(0 ms/' >"$sample/../$name.txt"
}
log all-pass pass.js
log all-pass-verbose -v -a @hapi/code pass.js
log few-failures pass.js few.js
log few-failures-verbose -v pass.js few.js
log few-failures-hook pass.js hook.js
log few-failures-leaks leaks.js
log few-failures-coverage -t 100 --coverage-path lib covered.js
log crash dies.js
log hostile hostile.js pass.js
log hostile-lies lies.js
rm -rf "$work"
