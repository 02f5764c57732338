#!/bin/sh
# Makes the logs of this folder: cucumber-js (versions from npm) and cucumber-ruby (Debian's `cucumber`) on the project in
# `sample`; `generate.py` writes those of Cucumber-JVM and Behat.
set -u
cd "$(dirname "$0")"
out=$(mktemp -d) here=$(pwd)
cp -r sample "$out/harbour" && cd "$out/harbour" || exit 1
for version in 7 11 12; do
  mkdir "$out/js$version" && cp -r features "$out/js$version" && rm "$out/js$version"/features/step_definitions/*.rb
  (cd "$out/js$version" && npm init -y && npm install "@cucumber/cucumber@$version") > /dev/null 2>&1 || exit 1
done
neutral() {
  sed -E "s#$out/(js[0-9]+|harbour)#/home/user/harbour#g; s/0m0(0?)\.[0-9]{3}s/0m0\1.010s/g; s/^::.*::$//"
}
# LOG VERSION ARGUMENTS
js() {
  log=$1 version=$2
  shift 2
  quiet=
  [ "$version" = 7 ] && quiet=--publish-quiet
  (cd "$out/js$version" && NO_COLOR=1 npx cucumber-js $quiet "$@" 2>&1) | grep -v '^npm ' | neutral > "$here/$log"
}
ruby() {
  log=$1
  shift
  (cucumber --no-color --exclude js "$@" 2>&1) | neutral > "$here/$log"
}
few="features/berths.feature features/odd.feature"
js all-pass-js.txt 11 features/berths.feature --name moors --name yacht
js all-pass-js-pretty.txt 12 --format pretty features/berths.feature --name moors --name yacht
js few-failures-js.txt 11 $few
js few-failures-js-old.txt 7 $few
js few-failures-js-pretty.txt 12 --format pretty $few
js few-failures-js-summary.txt 11 --format summary features/berths.feature
js few-failures-js-retry.txt 11 $few --retry 1 --retry-tag-filter @flaky --name second --name away
js retried-js.txt 11 features/odd.feature --retry 1 --retry-tag-filter @flaky --name second
js pending-js.txt 11 features/odd.feature --name tide
js skipped-js.txt 11 features/odd.feature --name home
js dry-js.txt 11 $few --dry-run
js none-js.txt 11 features/berths.feature --tags @nobody
js aborted-js.txt 11 features/crash.feature
js hostile-pass-js.txt 11 features/forged.feature --tags 'not @fails'
js hostile-fails-js.txt 11 features/forged.feature
ruby all-pass-ruby.txt features/berths.feature:7 features/berths.feature:21
ruby all-pass-ruby-progress.txt -f progress features/berths.feature:7 features/berths.feature:21
ruby few-failures-ruby.txt $few
ruby few-failures-ruby-progress.txt -f progress $few
ruby few-failures-ruby-quiet.txt --quiet $few
ruby pending-ruby.txt features/odd.feature:8
ruby crash-ruby.txt features/crash.feature
ruby hostile-pass-ruby.txt features/forged.feature --tags ~@fails
ruby hostile-fails-ruby.txt features/forged.feature
ruby none-ruby.txt features/berths.feature --tags @nobody
cd "$here" && python3 generate.py
: > empty.txt
rm -r "$out"
