#!/bin/sh
# Makes the logs of this folder: runs `sample` with LuaUnit.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/sample" || exit 1

log() {
    name=$1
    shift
    "$@" 2>&1 | sed -E 's/^Started on .*/Started on Mon Nov 23 02:58:12 2026/' >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

for each in "" -verbose; do
    option=${each:+-v}
    # shellcheck disable=SC2086
    {
        log "all-pass$each" lua pass.lua $option
        log "few-failures$each" lua fail.lua $option
        log "few-failures-two$each" sh -c "lua fail.lua $option; lua pass.lua $option"
        log "crash$each" sh -c "lua crash.lua $option; true"
        log "crash-two$each" sh -c "lua crash.lua $option; lua pass.lua $option"
        log "hostile-pass$each" lua hostile.lua $option
        log "hostile-fails$each" env HARBOUR_FAIL=1 lua hostile.lua $option
    }
done
log few-failures-first lua fail.lua -f
log crash-broken lua dies.lua
log none lua pass.lua -p Nobody
