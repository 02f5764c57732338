#!/bin/sh
# Makes the logs again. LOCUST=/path/to/locust sh make.sh
here=$(cd "$(dirname "$0")" && pwd) || exit 1
cd "$here/sample" || exit 1
python3 "$here/../schemathesis/sample/server.py" 8973 &
server=$!
sleep 1
log() {
    name=$1
    script=$2
    shift 2
    PYTHONDONTWRITEBYTECODE=1 "${LOCUST:-locust}" --headless -f "$script.py" -u 6 -r 6 -t 3s -H http://127.0.0.1:8973 "$@" 2>&1 |
        sed -E -e "s#$here#/home/user/project#g" -e 's#/[^ "]*/site-packages#/usr/lib/python3/site-packages#g' \
            -e 's#^\[[0-9: ,-]+\] [^ /]*/(INFO|ERROR|WARNING)/#quay/\1/#' >"$here/$name.txt"
}
log all-pass pass
log all-pass-forgiven few --only-summary --exit-code-on-error 0
log few-failures few
log raises raises --only-summary -u 1 -t 1s
log few-failures-late late --only-summary
log hostile lies --only-summary
log crash nowhere
kill "$server"
# As if it had been killed while it ran.
sed '/Shutting down/,$d' "$here/few-failures.txt" >"$here/crash-cut.txt"
sed '/Shutting down/,$d' "$here/all-pass.txt" >"$here/crash-cut-passes.txt"
