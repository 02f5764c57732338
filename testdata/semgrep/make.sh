#!/bin/sh
# Makes the logs again. SEMGREP=/path/to/semgrep sh make.sh
here=$(cd "$(dirname "$0")" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$here/sample/." "$work" && cd "$work" || exit 1
export SEMGREP_SEND_METRICS=off SEMGREP_ENABLE_VERSION_CHECK=0
git init -q . && git add . && git -c user.name=a -c user.email=a@example.org commit -qm all || exit 1
log() {
    name=$1
    shift
    "${SEMGREP:-semgrep}" "$@" >"$here/$name.txt" 2>&1
}
log all-pass scan --config rules.yml --error good.py
log few-failures scan --config rules.yml --error .
log few-failures-quiet scan --quiet --config rules.yml --error quay.py
log few-failures-ci ci --config rules.yml
log few-failures-rule scan --config broken.yml good.py
log few-failures-config scan --config nowhere.yml good.py
log hostile scan --config rules.yml --error lies.py
# As if it had been killed while it wrote its findings, and before them.
head -n 26 "$here/few-failures.txt" >"$here/crash-cut.txt"
cp "$here/crash-cut.txt" "$here/crash-cut-passes.txt"
head -n 7 "$here/all-pass.txt" >"$here/crash.txt"
rm -rf "$work"
