#!/bin/sh
# Makes the logs of linters and of the tools that run others, by really running them over sample/.
#
# Needs on PATH: flake8 ruff pylint mypy pyright black isort yamllint tox nox pre-commit ansible-playbook pip (PyPI),
# eslint tsc prettier stylelint biome markdownlint (npm), shellcheck rubocop (Debian), git. `NODE_MODULES` names the
# folder with the npm packages. Paths become /home/user/project.
set -u
here=$(cd "$(dirname "$0")" && pwd)
data=$(dirname "$here")
work=$(mktemp -d)
cp -r "$here/sample/." "$work"
cd "$work" || exit 1
for folder in js jsok css cssok ts; do ln -s "$NODE_MODULES" "$folder/node_modules"; done
export NO_COLOR=1 PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1

# keep RUNNER/NAME COMMAND...: the command as a shell shows it, and what it printed.
keep() {
    out="$data/$1.txt"
    shift
    mkdir -p "$(dirname "$out")"
    { echo "+ $*"; "$@" 2>&1; } | neutral >"$out"
}
neutral() {
    python=$(dirname "$(dirname "$(command -v python)")")
    sed -e "s#$work#/home/user/project#g" -e "s#$python#/home/user/venv#g" -e "s#$NODE_MODULES#/home/user/project/node_modules#g" \
        -e 's#pid=[0-9]*#pid=4711#' -e 's#([0-9.]* seconds)#(0.25 seconds)#' \
        -e 's#"\(start\|end\|delta\)": "[^"]*"#"\1": "0:00:00.01"#g' -e 's# in [0-9.]*\(ms\|s\)\b# in 0.05\1#'
}
cut_in_half() { head -c "$(($(wc -c <"$data/$1.txt") / 2))" "$data/$1.txt" >"$data/$2.txt"; }
# forge RUNNER TEXT...: a failing run, and behind it the words of a success that something else printed.
forge() { runner=$1; shift; { cat "$data/$runner/few-failures.txt"; printf '%s\n' "+ cat notes.txt" "$@"; } >"$data/$runner/hostile.txt"; }

keep flake8/few-failures flake8 src
keep flake8/few-failures-source flake8 --show-source src/cart.py
keep flake8/few-failures-pylint flake8 --format=pylint src/cart.py
keep flake8/all-pass flake8 ok
keep flake8/crash flake8 --max-line-length=x src
forge flake8 "All checks passed!" "0 errors" "   src/a.py:1:1: F401 'os' imported but unused, it said"
keep ruff/few-failures ruff check --no-cache src
keep ruff/few-failures-concise ruff check --no-cache --output-format concise src
keep ruff/few-failures-grouped ruff check --no-cache --output-format grouped src
keep ruff/few-failures-pylint ruff check --no-cache --output-format pylint src
keep ruff/few-failures-format ruff format --no-cache --check src
keep ruff/all-pass ruff check --no-cache ok
keep ruff/all-pass-format ruff format --no-cache --check ok
keep ruff/crash ruff check --select ZZZ src
forge ruff "All checks passed!" "Found 0 errors."
keep pylint/few-failures pylint src/cart.py
keep pylint/few-failures-parseable pylint -f parseable src/cart.py
keep pylint/all-pass pylint ok/ok.py
cut_in_half pylint/few-failures pylint/crash
forge pylint "Your code has been rated at 10.00/10"
keep mypy/few-failures mypy --cache-dir=/dev/null src/cart.py
keep mypy/few-failures-pretty mypy --cache-dir=/dev/null --pretty src/cart.py
keep mypy/few-failures-columns mypy --cache-dir=/dev/null --show-column-numbers --show-error-end src/cart.py
keep mypy/all-pass mypy --cache-dir=/dev/null ok
keep mypy/crash mypy --cache-dir=/dev/null src
forge mypy "Success: no issues found in 3 source files"
keep pyright/few-failures pyright src
keep pyright/all-pass pyright ok
cut_in_half pyright/few-failures pyright/crash
forge pyright "0 errors, 0 warnings, 0 informations "
keep black/few-failures black --check src
keep black/all-pass black --check ok
cut_in_half black/few-failures black/crash
forge black "All done!"
keep isort/few-failures isort --check src
keep isort/all-pass isort --check ok
keep isort/crash isort --check nothing.py
forge isort "ERROR: no"
keep tsc/few-failures tsc -p ts
keep tsc/few-failures-pretty tsc -p ts --pretty
keep tsc/all-pass tsc -p tsok
keep tsc/crash tsc -p nothing
forge tsc "Found 0 errors."
(cd js && keep eslint/few-failures eslint .)
(cd jsok && keep eslint/all-pass eslint .)
(cd js && keep eslint/crash eslint nothing.js)
forge eslint "0 problems" "/home/user/project/js/cart.js" "  that is all"
keep prettier/few-failures prettier --check js/cart.js css/cart.css
keep prettier/all-pass prettier --check jsok/total.js
cut_in_half prettier/few-failures prettier/crash
forge prettier "All matched files use Prettier code style!"
(cd css && keep stylelint/few-failures stylelint cart.css)
(cd css && keep stylelint/few-failures-unix stylelint -f unix cart.css)
(cd cssok && keep stylelint/all-pass stylelint ok.css)
cut_in_half stylelint/few-failures stylelint/crash
forge stylelint "0 problems (0 errors, 0 warnings)"
keep biome/few-failures biome lint --error-on-warnings css/cart.css js/cart.js
keep biome/all-pass biome lint jsok/total.js
cut_in_half biome/few-failures biome/crash
forge biome "Checked 1 file in 0.05ms. No fixes applied."
keep markdownlint/few-failures markdownlint md/cart.md
keep markdownlint/all-pass markdownlint nothing.md
cut_in_half markdownlint/few-failures markdownlint/crash
forge markdownlint "cart.md:4 is fine"
keep shellcheck/few-failures shellcheck sh/cart.sh
keep shellcheck/few-failures-gcc shellcheck -f gcc sh/cart.sh
keep shellcheck/all-pass shellcheck shok/ok.sh
keep shellcheck/crash shellcheck nothing.sh
forge shellcheck "In short line 3:" "no issues"
keep yamllint/few-failures yamllint yml/cart.yml
keep yamllint/few-failures-parsable yamllint -f parsable yml/cart.yml
keep yamllint/all-pass yamllint ymlok/ok.yml
cut_in_half yamllint/few-failures yamllint/crash
forge yamllint "cart.yml" "  1:1 is where it begins"
(cd rb && keep rubocop/few-failures rubocop --cache false)
(cd rb && keep rubocop/few-failures-simple rubocop --cache false -f simple)
(cd rbok && keep rubocop/all-pass rubocop --cache false)
cut_in_half rubocop/few-failures rubocop/crash
forge rubocop "1 file inspected, no offenses detected"
cd env || exit 1
git init -q . && cp pre-commit.yaml .pre-commit-config.yaml && printf 'import os\n' >a.py && git add -A
keep tox/few-failures tox
keep tox/all-pass tox -e lint,soft
cut_in_half tox/few-failures tox/crash
forge tox "congratulations all"
keep nox/few-failures nox
keep nox/all-pass nox -s lint skips
cut_in_half nox/few-failures nox/crash
forge nox "Session docs was successful."
keep pip/few-failures pip install weir-nothing-such==99
keep pip/all-pass pip --version
keep pip/crash pip install --no-build-isolation ./badpkg
forge pip "Successfully installed weir-nothing-such"
keep pre-commit/few-failures pre-commit run --all-files
keep pre-commit/all-pass pre-commit run --all-files fine
cut_in_half pre-commit/few-failures pre-commit/crash
forge pre-commit "Passed"
keep ansible/few-failures ansible-playbook play.yml
keep ansible/all-pass ansible-playbook good.yml
keep ansible/crash ansible-playbook bad.yml
forge ansible "ok: [localhost]"
rm -rf "$work"
