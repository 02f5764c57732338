#!/bin/sh
# Makes the logs of this folder: builds `sample` with MkDocs 1.6.1 and 1.2.4, each in a virtual environment of its own in
# the folder $VENVS: mkdocs16, mkdocs12.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${VENVS:=$(mktemp -d)}"
for version in 1.2.4 1.6.1; do
    short=$(echo "$version" | cut -d. -f1,2 | tr -d .)
    [ -d "$VENVS/mkdocs$short" ] && continue
    python3 -m venv "$VENVS/mkdocs$short"
    "$VENVS/mkdocs$short/bin/pip" -q install "mkdocs==$version" "jinja2<3.1" setuptools
done
work=$(mktemp -d)
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8 TERM=xterm KIND=

# log NAME COMMAND...: runs it in a fresh copy of the sample
log() {
    name=$1
    shift
    rm -rf "$work"
    mkdir "$work"
    cp -r "$here/sample/." "$work"
    (cd "$work" && "$@" 2>&1) | sed -E "s|$work|/home/user/tide|g; s|/[^ \"']*/site-packages|/usr/lib/python3/site-packages|g; s|/[^ \"']*/lib/python3[.]|/usr/lib/python3.|g; s|/[^ \"']*/bin/mkdocs|/usr/bin/mkdocs|g" >"$here/$name.txt"
    echo "$name: $(wc -c <"$here/$name.txt") bytes"
}

# build VERSION SAMPLE OPTIONS...
build() {
    version=$1
    cd "$2" || exit 1
    shift 2
    "$VENVS/mkdocs$version/bin/mkdocs" build "$@"
}

# hooked KIND OPTIONS...
hooked() {
    export KIND=$1
    shift
    build 16 hooked "$@"
}

in_turn() {
    build 16 good
    cd ..
    hooked killed
}

for version in 12 16; do
    log all-pass-$version build $version good
    log all-pass-warnings-$version build $version rough
    log few-failures-$version build $version rough --strict
    log few-failures-links-$version build $version links --strict
    log broken-$version build $version broken
done
log all-pass-strict build 16 good --strict
log all-pass-verbose build 16 good -v
log all-pass-terminal script -qec "cd good && $VENVS/mkdocs16/bin/mkdocs build" /dev/null
log quiet build 16 good -q
log quiet-warnings build 16 rough -q
log few-failures-quiet build 16 rough -q --strict
log few-failures-verbose build 16 rough -v --strict
log few-failures-terminal script -qec "stty cols 80; cd rough && $VENVS/mkdocs16/bin/mkdocs build --strict" /dev/null
log few-failures-logs hooked logs --strict
log broken-build-error hooked builderror
log broken-plugin-error hooked pluginerror
log broken-raises hooked raises
log broken-unreadable build 16 broken -f unreadable.yml
log broken-no-configuration build 16 good -f nowhere.yml
log crash hooked killed
log crash-behind in_turn
log hostile-pass hooked hostile
log hostile-fails hooked hostile-builderror
log hostile-dies hooked hostile-killed
log forged-pass hooked forged
log forged-fails hooked forged-builderror
log forged-dies hooked forged-killed
rm -rf "$work"
