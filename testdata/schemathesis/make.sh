#!/bin/sh
# Makes the logs again. SCHEMATHESIS=/path/to/schemathesis sh make.sh
here=$(cd "$(dirname "$0")" && pwd) || exit 1
cd "$(mktemp -d)" || exit 1
python3 "$here/sample/server.py" 8973 &
server=$!
sleep 1
log() {
    name=$1
    shift
    "${SCHEMATHESIS:-schemathesis}" run --max-examples 5 --seed 1 "$@" >"$here/$name.txt" 2>&1
}
log all-pass http://127.0.0.1:8973/good.json --checks response_schema_conformance
log few-failures http://127.0.0.1:8973/openapi.json --phases fuzzing
log few-failures-many http://127.0.0.1:8973/openapi.json
log hostile http://127.0.0.1:8973/openapi.json --phases fuzzing --include-path '/boats/{id}'
log crash http://127.0.0.1:8974/openapi.json
kill "$server"
# As if it had been killed among its failures, and before them.
head -n 40 "$here/few-failures.txt" >"$here/crash-cut.txt"
head -n 13 "$here/all-pass.txt" >"$here/crash-cut-passes.txt"
