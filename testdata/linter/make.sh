#!/bin/sh
# Makes the logs of the linters of scripts, pages, texts and projects again, by really running them over sample/.
#
# NODE_MODULES=/path/to/node_modules (with jshint, htmlhint, cspell, xo, tsd, markdown-link-check, @commitlint/cli,
# @commitlint/config-conventional, dependency-cruiser, knip, @stoplight/spectral-cli, publint, depcheck, size-limit, @size-limit/file,
# @redocly/cli) sh make.sh; `cz` of commitizen (PyPI) on PATH.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
work=$(mktemp -d) && cp -r "$here/sample/." "$work" && ln -s "$NODE_MODULES" "$work/node_modules" && cd "$work" || exit 1
# keep NAME COMMAND...: what the command printed.
keep() {
    name=$1
    shift
    PATH="$NODE_MODULES/.bin:$PATH" "$@" 2>&1 | sed -e "s#$work#/home/user/project#g" -e 's/[0-9.]*ms/5.00ms/' -e 's/([0-9]* ms)/(5 ms)/' \
        >"$here/$name.txt"
}
keep few-failures-jshint jshint quay.js
keep few-failures-htmlhint htmlhint quay.html
keep all-pass-htmlhint htmlhint crane.html
keep few-failures-cspell cspell --no-progress quay.md
keep all-pass-cspell cspell --no-progress crane.md
keep few-failures-xo xo quay.js
keep few-failures-tsd tsd
keep few-failures-links markdown-link-check quay.md
keep few-failures-commitlint sh -c 'echo "Moored a boat." | commitlint'
keep few-failures-dependency-cruiser depcruise files.js
keep all-pass-dependency-cruiser depcruise crane.html
keep few-failures-knip knip
keep ../yamllint/few-failures-spectral spectral lint api.yaml
cp -r lighthouse/reports .lighthouseci
keep few-failures-lighthouse lhci assert --config=lighthouse/few.json
keep all-pass-lighthouse lhci assert --config=lighthouse/pass.json
cd package && ln -s "$NODE_MODULES" node_modules || exit 1
keep few-failures-publint publint
keep few-failures-depcheck depcheck
keep few-failures-size-limit size-limit
keep few-failures-redocly redocly lint quay.yaml
keep all-pass-redocly redocly lint crane.yaml
keep few-failures-commitizen sh -c 'cz check --message "Moored a boat."'
keep all-pass-commitizen sh -c 'cz check --message "feat: moor a boat"'
rm -rf "$work"
