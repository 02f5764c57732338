"""Runs again what failed, with the real tools: for each a project with 20 tests, of which 3 fail.

    python3 benches/rerun.py [--weir PATH] [--modules FOLDER] [TOOL]...

Each test appends its name to a file when it runs. The first run goes through `weir run`; then `weir rerun last`, and the
command that the answer prints, in a shell. Both have to run exactly the tests that failed. What is not installed is
left out, with a word. FOLDER has the node_modules of jest, vitest, mocha and @playwright/test.
"""
import argparse
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

# What the failing tests are called, where a name may be anything.
ODD = ["adds 2 (two) [x] 'q' \"d\" $1 a|b*", "\u00fcber \u6e2f .+?^{3} \\d", "has a / slash & 100%"]
PLAIN = ["plain number %d" % number for number in range(17)]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def js(text):
    return json.dumps(text, ensure_ascii=False)


def python(folder):
    rows = []
    for number in range(9):
        rows.append(f"def test_plain_{number}():\n    ran('p{number}')\n")
    params = ["a b", "[x] (y)", "it's \"q\"", "\u00e9\u6e2f", "c|d", "e::f", "g - h", "$HOME `i`", "j\\nk", "l;m", "n"]
    # Three of eleven fail.
    failing = {"a b", "it's \"q\"", "\u00e9\u6e2f"}
    body = "import os, pytest\n\ndef ran(name):\n    open(os.environ['RAN'], 'a', encoding='utf-8').write(name + '\\n')\n\n"
    body += "\n".join(rows)
    body += f"\nclass TestParams:\n    @pytest.mark.parametrize('text', {params!r})\n    def test_text(self, text):\n"
    body += f"        ran(repr(text))\n        assert text not in {failing!r}\n"
    write(folder / "tests" / "test_all kinds.py", body)
    return ["python3", "-m", "pytest", "-q", "tests"], {repr(name) for name in failing}


CARGO = "[package]\nname = \"harbour\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n"


def rust(folder):
    write(folder / "Cargo.toml", CARGO)
    ran = "fn ran(name: &str) {\n    use std::io::Write;\n    let path = std::env::var(\"RAN\").unwrap();\n"
    ran += "    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap();\n"
    ran += "    file.write_all(format!(\"{name}\\n\").as_bytes()).unwrap();\n}\n"
    names = ["mole", "mole_two", "\u00fcber", "pier"] + ["berth_%d" % number for number in range(6)]
    failing = {"lib mole", "lib \u00fcber", "it mole"}

    def tests(where):
        text = ran
        for name in names:
            text += f"#[test]\nfn {name}() {{ ran(\"{where} {name}\"); assert!({str(f'{where} {name}' not in failing).lower()}); }}\n"
        return text

    write(folder / "src" / "lib.rs", "#[cfg(test)]\nmod tests {\n" + tests("lib") + "}\n")
    write(folder / "tests" / "it.rs", tests("it"))
    return failing


def cargo(folder):
    return ["cargo", "test", "--offline", "--no-fail-fast"], rust(folder)


def nextest(folder):
    return ["cargo", "nextest", "run", "--offline", "--no-fail-fast"], rust(folder)


def go(folder):
    write(folder / "go.mod", "module example.com/harbour\n\ngo 1.19\n")
    names = ODD[:2] + PLAIN[:13]
    body = "package tide\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc ran(name string) {\n"
    body += "\tfile, _ := os.OpenFile(os.Getenv(\"RAN\"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)\n"
    body += "\tfile.WriteString(name + \"\\n\")\n\tfile.Close()\n}\n\nfunc TestNames(t *testing.T) {\n"
    for name in names:
        fails = "t.Fail()" if name in ODD else ""
        body += f"\tt.Run({js(name)}, func(t *testing.T) {{ ran({js(name)}); {fails} }})\n"
    body += "}\n"
    for number in range(4):
        body += f"\nfunc TestPlain{number}(t *testing.T) {{ ran(\"plain {number}\") }}\n"
    body += "\nfunc TestAlone(t *testing.T) { ran(\"alone\"); t.Fail() }\n"
    write(folder / "tide" / "tide_test.go", body)
    return ["go", "test", "./..."], set(ODD[:2]) | {"alone"}


def described(test, ran, expect):
    """A file of tests in two groups, the failing ones with names of all kinds."""
    text = ""
    for group, names in (("cart (new)", ODD[:2] + PLAIN[:8]), ("till", ODD[2:] + PLAIN[8:])):
        text += f"describe({js(group)}, () => {{\n"
        for name in names:
            text += f"  {test}({js(name)}, () => {{ {ran}({js(name)}); {expect(name not in ODD)} }});\n"
        text += "});\n"
    return text


RAN = "const fs = require('fs');\nconst ran = (name) => fs.appendFileSync(process.env.RAN, name + '\\n');\n"


def thrown(passes):
    return "" if passes else "throw new Error('broken');"


def jest(folder):
    write(folder / "package.json", "{}\n")
    write(folder / "few.test.js", RAN + described("test", "ran", thrown))
    write(folder / "other.test.js", RAN + "test('elsewhere', () => ran('elsewhere'));\n")
    return ["npx", "jest"], set(ODD)


def vitest(folder):
    write(folder / "package.json", "{\"type\": \"module\"}\n")
    head = "import fs from 'node:fs';\nimport { describe, test } from 'vitest';\n"
    head += "const ran = (name) => fs.appendFileSync(process.env.RAN, name + '\\n');\n"
    write(folder / "few.test.js", head + described("test", "ran", thrown))
    write(folder / "other.test.js", head + "test('elsewhere', () => ran('elsewhere'));\n")
    return ["npx", "vitest", "run"], set(ODD)


def mocha(folder):
    write(folder / "package.json", "{}\n")
    write(folder / "test" / "few.js", RAN + described("it", "ran", thrown))
    return ["npx", "mocha"], set(ODD)


def playwright(folder):
    write(folder / "package.json", "{}\n")
    write(folder / "playwright.config.js", "module.exports = { testDir: 'e2e', projects: [{ name: 'shop' }] };\n")
    head = "const { test } = require('@playwright/test');\n" + RAN
    write(folder / "e2e" / "few.spec.js", head + described("test", "ran", thrown).replace("describe(", "test.describe("))
    return ["npx", "playwright", "test", "--reporter", "list"], set(ODD)


def rspec(folder):
    body = "def ran(name) = File.write(ENV['RAN'], name + \"\\n\", mode: 'a')\n\nRSpec.describe 'Cart (new)' do\n"
    for name in ODD + PLAIN:
        fails = "expect(1).to eq 2" if name in ODD else ""
        quoted = "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
        body += f"  it({quoted}) {{ ran({quoted}); {fails} }}\n"
    write(folder / "spec" / "cart_spec.rb", body + "end\n")
    return ["rspec", "spec"], set(ODD)


def minitest(folder):
    body = "require 'minitest/autorun'\n\ndef ran(name) = File.write(ENV['RAN'], name + \"\\n\", mode: 'a')\n\nclass CartTest < Minitest::Test\n"
    for name in ODD + PLAIN:
        fails = "assert_equal 1, 2" if name in ODD else "assert true"
        quoted = "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
        test = "'test_" + quoted[1:]
        body += f"  define_method({test}) {{ ran({quoted}); {fails} }}\n"
    write(folder / "test" / "cart_test.rb", body + "end\n")
    return ["ruby", "-Itest", "test/cart_test.rb"], set(ODD)


def phpunit(folder):
    sets = ["a b", "[x] (y)", "it's \"q\"", "\u00fcber", "c|d", "e/f"] + ["plain %d" % number for number in range(11)]
    failing = {"a b", "it's \"q\"", "\u00fcber"}
    body = "<?php\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class CartTest extends TestCase\n{\n"
    body += "    private function ran(string $name): void { file_put_contents(getenv('RAN'), $name . \"\\n\", FILE_APPEND); }\n"
    body += "    public static function names(): array { return [\n"
    for name in sets:
        quoted = "'" + name.replace("'", "\\'") + "'"
        body += f"        {quoted} => [{quoted}, {str(name not in failing).lower()}],\n"
    body += "    ]; }\n    /** @dataProvider names */\n    public function testName(string $name, bool $good): void { $this->ran($name); $this->assertTrue($good); }\n"
    for number in range(3):
        body += f"    public function testPlain{number}(): void {{ $this->ran('p{number}'); $this->assertTrue(true); }}\n"
    write(folder / "tests" / "CartTest.php", body + "}\n")
    return ["phpunit", "tests"], failing


def ctest(folder):
    odd = ["adds 2 (two) [x]", "\u00fcber.+ 'q' $1", "a|b^*?"]
    body = ""
    for name in odd + PLAIN:
        shell = "echo '" + name.replace("'", "'\\''") + "' >> \"$RAN\"; exit " + ("1" if name in odd else "0")
        body += f"add_test([==[{name}]==] sh -c [==[{shell}]==])\n"
    write(folder / "CTestTestfile.cmake", body)
    return ["ctest"], set(odd)


def prove(folder):
    names = ["a b.t", "it's (x) [y].t", "\u00fcber $1.t"] + ["plain %d.t" % number for number in range(17)]
    for name in names:
        good = "not ok" if name in names[:3] else "ok"
        body = "open(my $file, '>>', $ENV{RAN}); print $file \"" + name.replace("$", "\\$") + "\\n\"; close $file;\n"
        write(folder / "t" / name, body + f"print \"1..1\\n{good} 1 - works\\n\";\n")
    return ["prove", "t"], set(names[:3])


TOOLS = {
    "pytest": (python, ["python3", "-m", "pytest", "--version"]),
    "cargo test": (cargo, ["cargo", "--version"]),
    "cargo nextest": (nextest, ["cargo", "nextest", "--version"]),
    "go test": (go, ["go", "version"]),
    "jest": (jest, "jest"),
    "vitest": (vitest, "vitest"),
    "mocha": (mocha, "mocha"),
    "playwright": (playwright, "playwright"),
    "rspec": (rspec, ["rspec", "--version"]),
    "minitest": (minitest, ["ruby", "-e", "require 'minitest'; puts Minitest::VERSION"]),
    "phpunit": (phpunit, ["phpunit", "--version"]),
    "ctest": (ctest, ["ctest", "--version"]),
    "prove": (prove, ["prove", "--version"]),
    "dotnet test": (None, ["dotnet", "--version"]),
    "gradle": (None, ["gradle", "--version"]),
    "maven": (None, ["mvn", "--version"]),
    "mix test": (None, ["mix", "--version"]),
    "dart test": (None, ["dart", "--version"]),
    "swift test": (None, ["swift", "--version"]),
    "xcodebuild": (None, ["xcodebuild", "-version"]),
}


def version(probe, modules):
    """The first line of what a tool says of its version; None where it is not installed."""
    if isinstance(probe, str):
        if modules is None or not (modules / "node_modules" / ".bin" / probe).exists():
            return None
        probe = [str(modules / "node_modules" / ".bin" / probe), "--version"]
    try:
        done = subprocess.run(probe, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    return lines[0].strip() if done.returncode == 0 and lines else None


def ran(path):
    names = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return names


def verdict(expected, names):
    if sorted(names) == sorted(expected):
        return "exactly"
    return f"NOT: missing {sorted(set(expected) - set(names))}, too many {sorted(set(names) - set(expected))}, {len(names)} ran"


def attempt(name, make, weir, modules):
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / "project"
        folder.mkdir()
        if modules is not None and isinstance(TOOLS[name][1], str):
            os.symlink(modules / "node_modules", folder / "node_modules")
        command, failing = make(folder)
        log = Path(above) / "ran"
        env = dict(os.environ, RAN=str(log), WEIR_STORE=str(Path(above) / "store"), WEIR_FIT="off", CI="1", LC_ALL="C.UTF-8")
        env["CARGO_TARGET_DIR"] = str(Path(above) / "target")

        def go_on(words, **more):
            return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL, **more)

        first = go_on([weir, "run", "-m", "verbose", "--", *command])
        all_ran = ran(log)
        lines = [line for line in first.stdout.splitlines() if line.startswith("weir: rerun: ")]
        if not lines:
            return len(all_ran), "no command", "no command", first.stdout[-2000:] + first.stderr
        told = lines[0].removeprefix("weir: rerun: ")
        go_on([weir, "rerun", "last"])
        again = verdict(failing, ran(log))
        go_on(["sh", "-c", told.replace("weir rerun", f"'{weir}' rerun")])
        by_shell = verdict(failing, ran(log))
        return len(all_ran), again, by_shell, told


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weir", default="target/release/weir")
    parser.add_argument("--modules", type=Path)
    parser.add_argument("tools", nargs="*")
    typed = parser.parse_args()
    weir = str(Path(typed.weir).resolve())
    modules = typed.modules.resolve() if typed.modules else None
    wrong = False
    print("| tool | version | ran first | weir rerun last | the printed command | the command |\n|---|---|--:|---|---|---|")
    for name, (make, probe) in TOOLS.items():
        if typed.tools and name not in typed.tools:
            continue
        found = version(probe, modules)
        if found is None or make is None:
            why = "not installed" if found is None else "installed, and no project is made for it"
            print(f"| {name} | {found or '-'} | - | left out: {why} | | |", flush=True)
            continue
        count, again, by_shell, told = attempt(name, make, weir, modules)
        wrong = wrong or {again, by_shell} != {"exactly"} or count < 20
        print(f"| {name} | {found} | {count} | {again} | {by_shell} | `{told}` |".replace("\n", " "), flush=True)
    raise SystemExit(1 if wrong else 0)


main()
