#!/bin/sh
# Makes the logs of this folder by running several versions of Meson (from PyPI) on the project in `sample`. Needs
# Python and a C compiler.
set -u
cd "$(dirname "$0")"
out=$(mktemp -d) here=$(pwd) now=1.12.1
for version in 0.49.2 0.55.3 0.56.2 0.61.5 $now; do
  python3 -m venv "$out/venv-$version"
  "$out/venv-$version/bin/pip" install -q "meson==$version" ninja setuptools || exit 1
done
neutral() {
  sed -E "s#/tmp/$(basename "$out")/[a-z-]+-[0-9.]+#/home/user/harbour/build#g; s#$here/sample#/home/user/harbour#g
    s/([A-Z_]+=[^ ]+ )+(.*\/home)/MALLOC_PERTURB_=48 \2/
    s/^Inherited environment: .*/Inherited environment: LANG=C.UTF-8/; s/ 0\.[0-9][0-9](s| s)/ 0.01\1/; s/ 1\.[0-9][0-9](s| s)/ 1.01\1/
    s/[0-9]{2}:[0-9]{2}:[0-9]{2}/12:00:00/; s/suite run on .*/suite run on 2026-05-04T12:00:00.000000/"
}
# LOG VERSION KIND ARGUMENTS
run() {
  log=$1 version=$2 kind=$3
  shift 3
  PATH=$out/venv-$version/bin:$PATH
  folder=$out/$kind-$version
  test -d "$folder" || (meson setup "$folder" sample -Dkind="$kind" && ninja -C "$folder") > "$out/setup.log" 2>&1
  PYTHONUTF8=${UTF8:-1} meson test -C "$folder" "$@" 2>&1 | neutral > "$log"
}
run all-pass.txt $now passes
run all-pass-quiet.txt $now passes -q
run all-pass-verbose.txt $now passes -v -j 1
run all-pass-old.txt 0.49.2 passes
run few-failures.txt $now failures -j 1
run few-failures-logs.txt $now failures --print-errorlogs
run few-failures-verbose.txt $now failures -v
run few-failures-alone.txt $now failures -v -j 1 takes tides aborts anchors moors
run few-failures-quiet.txt $now failures -q
UTF8=0 LC_ALL=C PYTHONCOERCECLOCALE=0 run few-failures-ascii.txt $now failures --print-errorlogs takes tides
run few-failures-stop.txt $now failures --maxfail 1 -j 1
run few-failures-old.txt 0.55.3 failures
run few-failures-old-logs.txt 0.55.3 failures --print-errorlogs
run few-failures-old-list.txt 0.56.2 failures --print-errorlogs takes tides hard anchors moors
run few-failures-oldest.txt 0.49.2 failures --print-errorlogs takes moors anchors
run few-failures-oldest-verbose.txt 0.49.2 failures -v takes moors anchors
run few-failures-middle.txt 0.61.5 failures --print-errorlogs takes tides hard
run again.txt $now failures takes moors
(cat again.txt; neutral < "$out/failures-$now/meson-logs/testlog.txt") > few-failures-file-behind.txt
run again.txt $now failures takes moors tides
neutral < "$out/failures-$now/meson-logs/testlog.txt" > few-failures-file.txt
rm again.txt
run hostile-pass.txt $now hostile -v -j 1 moors forges imitates
run hostile-fails.txt $now forged-pass -v -j 1 moors pretends unloads
run hostile-fails-logs.txt $now forged-pass --print-errorlogs moors pretends unloads
run hostile-old.txt 0.55.3 forged-pass --print-errorlogs moors pretends unloads
run none.txt $now passes --suite nobody
touch sample/berth.c
sed 's/int berth = 3531;/int berth = ;/' sample/berth.c > "$out/berth.c"
cp -r sample "$out/sample-0.1" && cp "$out/berth.c" "$out/sample-0.1/berth.c"
(PATH=$out/venv-$now/bin:$PATH; meson setup "$out/syntax-0.1" "$out/sample-0.1" > "$out/setup.log" && meson test -C "$out/syntax-0.1" 2>&1) | neutral > syntax.txt
head -9 few-failures-logs.txt > crash.txt
head -20 few-failures-verbose.txt > crash-verbose.txt
: > empty.txt
rm -r "$out"
