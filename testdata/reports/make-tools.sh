#!/bin/sh
# Makes the reports of jest, vitest, mocha, mochawesome, cucumber-js, RSpec, pytest, ESLint and Ruff by really running them
# on `sample/`. TOOLS names a folder with `node_modules` (jest vitest mocha mochawesome @cucumber/cucumber eslint
# @microsoft/eslint-formatter-sarif jest-ctrf-json-reporter) and `py/bin` (pytest pytest-reportlog pytest-json-report
# ruff); rspec is on the PATH. Times, ids and paths are replaced by neutral ones.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${TOOLS:?a folder with node_modules and py/bin}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/sample/." "$work"
ln -s "$TOOLS/node_modules" "$work/node_modules"
cd "$work"
export PATH="$TOOLS/node_modules/.bin:$PATH" NO_COLOR=1 FORCE_COLOR=0 CI=1
echo '{"name":"parcels","version":"1.0.0"}' > package.json
cat > jest.config.js <<'JS'
module.exports = { testMatch: ['**/*.test.js'], reporters: [['jest-ctrf-json-reporter', {}]] };
JS
cat > eslint.config.js <<'JS'
module.exports = [{ rules: { 'no-undef': 'error', 'no-unused-vars': 'warn' } }];
JS
jest -i --json --testLocationInResults --outputFile=out-jest.json > /dev/null 2>&1 || true
mv ctrf/ctrf-report.json out-ctrf.json
vitest run --globals --reporter=json --outputFile=out-vitest.json javascript/*.test.js > /dev/null 2>&1 || true
mocha --reporter json javascript/parcels.mocha.js > out-mocha.json 2>/dev/null || true
mocha --reporter mochawesome --reporter-options reportDir=mw,html=false,code=false javascript/parcels.mocha.js > /dev/null 2>&1 || true
mv mw/mochawesome.json out-mochawesome.json
cucumber-js features --format json:out-cucumber.json --format message:messages > /dev/null 2>&1 || true
# Sources and parsed documents are as long as the rest and nothing is read of them.
grep -v -e '^{"source"' -e '^{"gherkinDocument"' messages > out-cucumber.ndjson
rspec --format json ruby/parcels_spec.rb > out-rspec.json || true
rspec --format json ruby/parcels_spec.rb ruby/broken_spec.rb > out-rspec-broken.json || true
eslint -f node_modules/@microsoft/eslint-formatter-sarif/sarif.js javascript/unused.js > out-eslint.sarif || true
"$TOOLS/py/bin/ruff" check --output-format sarif --isolated --select F python/unused.py > out-ruff.sarif || true
cd python
run() { "$TOOLS/py/bin/pytest" -q -p no:cacheprovider "$@" > /dev/null 2>&1 || true; }
run --report-log=../out-reportlog.jsonl --json-report --json-report-file=../out-pytest-report.json test_parcels.py
run --report-log=../out-reportlog-broken.jsonl test_parcels.py test_broken.py
cd ..
for made in out-*; do
    sed -E -e "s#$(readlink -f "$TOOLS")#/home/user/tools#g" -e "s#$TOOLS#/home/user/tools#g" -e "s#$work#/home/user/parcels#g" \
        -e 's/"(start|stop|startTime|endTime|created|duration|run_time|createdAt|started|timestamp)":( ?)[0-9.e+-]+/"\1":\21/g' \
        -e 's/"(start|end)":( ?)"[^"]*"/"\1":\2"2026-01-01T00:00:00.000Z"/g' -e 's/"(seconds|nanos)":[0-9]+/"\1":1/g' \
        -e 's/"duration":( ?)"[^"]*"/"duration":\1"1"/g' \
        "$made" > "$here/${made#out-}"
done
