"""Writes logs of npm, pnpm and yarn: their forms are facts of these tools, the names are ours."""
import pathlib

here = pathlib.Path(__file__).parent


def write(name, text):
    (here / f"{name}.txt").write_text(text, encoding="utf-8")


LOG = "A complete log of this run can be found in: /home/user/.npm/_logs/2026-01-01T00_00_00_000Z-debug-0.log"
for word, name in (("npm error", ""), ("npm ERR!", "-old")):
    write(
        f"crash-install{name}",
        "\n".join(
            [
                f"{word} code ERESOLVE",
                f"{word} ERESOLVE unable to resolve dependency tree",
                f"{word}",
                f"{word} While resolving: shop@1.0.0",
                f"{word} Found: basket@2.1.0",
                f"{word} Could not resolve dependency:",
                f'{word} peer basket@"^3.0.0" from till@3.2.0',
                f"{word} {LOG}",
            ]
        )
        + "\n",
    )
write("crash-native", "\n".join(["npm error code 1", "npm error path /home/user/project/node_modules/scales", "npm error command failed", "npm error command sh -c node-gyp rebuild", "npm error gyp ERR! find Python Could not find any Python installation to use", "npm error gyp ERR! not ok", f"npm error {LOG}"]) + "\n")
write("all-pass", "npm warn deprecated basket@1.0.0: use till\n\nadded 12 packages in 2s\n\n> shop@1.0.0 test\n> tape test.js\n\nTAP version 13\n# basket\nok 1 holds items\n\n1..1\n# tests 1\n# pass  1\n\n# ok\n")
write("few-failures", "\n> shop@1.0.0 test\n> tape test.js\n\nTAP version 13\n# basket\nok 1 holds items\nnot ok 2 adds prices\n  ---\n    operator: equal\n    expected: 4\n    actual:   3\n    at: Test.<anonymous> (/home/user/project/test.js:4:5)\n  ...\n\n1..2\n# tests 2\n# pass  1\n# fail  1\n\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 1\nnpm ERR! shop@1.0.0 test: `tape test.js`\nnpm ERR! Exit status 1\nnpm ERR! \nnpm ERR! Failed at the shop@1.0.0 test script.\n")
write("few-failures-pnpm", "\n> shop@1.0.0 build /home/user/project\n> till --all\n\n\u2009ERR_PNPM_FETCH_404\u2009 GET https://registry.npmjs.org/till-box: Not Found - 404\n\nThis error happened while installing a direct dependency of /home/user/project\n\ntill-box is not in the npm registry, or you have no permission to fetch it.\n\u2009ELIFECYCLE\u2009 Command failed with exit code 1.\n")
write("few-failures-yarn", "yarn install v1.22.19\n[1/4] Resolving packages...\nwarning basket@1.0.0: use till\nerror Couldn't find package \"till-box\" on the \"npm\" registry.\ninfo Visit https://yarnpkg.com/en/docs/cli/install for documentation about this command.\n")
write("few-failures-berry", "➤ YN0000: ┌ Resolution step\n➤ YN0035: │ till-box@npm:^1.0.0: Package not found\n➤ YN0035: │   Response Code: 404 (Not Found)\n➤ YN0000: └ Completed in 0s 250ms\n➤ YN0000: Failed with errors in 0s 260ms\n")
write("crash-missing-command", "\n> shop@1.0.0 test\n> till-test --all\n\nsh: 1: till-test: not found\n")
write("hostile", "TAP version 13\n1..2\nok 1 - prints what looks like an error\n# npm ERR! code ELIFECYCLE\n# error Command failed with exit code 1.\nok 2 - npm error code E404 is a name\n")
write("pnpm-all-pass", "Lockfile is up to date, resolution step is skipped\n\n> shop@1.0.0 build /home/user/project\n> till --all\n\n12 goods packed\n")
write("pnpm-crash", "Progress: resolved 1, reused 0, downloaded 0, added 0\n\u2009ERR_PNPM_FETCH_404\u2009 GET https://registry.npmjs.org/till-box: Not Found - 404\n\nThis error happened while inst\n")
write("pnpm-hostile", "\n> shop@1.0.0 build /home/user/project\n> till --all\n\nit said: ERR_PNPM_FETCH_404 GET https://registry.npmjs.org/till-box\n12 goods packed, ELIFECYCLE is a title\n")
write("yarn-all-pass", "yarn install v1.22.19\n[1/4] Resolving packages...\nwarning basket@1.0.0: use till\n[4/4] Building fresh packages...\nsuccess Saved lockfile.\nDone in 1.20s.\n")
write("yarn-crash", "yarn run v1.22.19\n$ till --all\n12 goods packed\nerror Command failed with signal \"SIGSEGV\".\n")
write("yarn-hostile", "yarn run v1.22.19\n$ till --all\nit said: error Command failed with exit code 1.\n  error: no\nDone in 0.20s.\n")
