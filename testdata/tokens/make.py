#!/usr/bin/env python3
"""Makes the texts of this folder: excerpts of our own logs and code, and texts that are written here.

    python3 testdata/tokens/make.py && sh testdata/tokens/count.sh

The texts are frozen copies: what they are excerpts of may change without them. Run it to choose them anew.
"""
import hashlib
import json
import pathlib
import random
import uuid

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MOST = 8000

LOGS = {
    "cargo-test": "cargo-test/few-failures.log",
    "cargo-test-passes": "cargo-test/all-pass.log",
    "cargo-backtrace": "cargo-test/backtrace.log",
    "nextest": "nextest/failures.txt",
    "pytest": "pytest/many.txt",
    "pytest-passes": "pytest/all-pass.txt",
    "go-verbose": "go/failures-verbose.txt",
    "go-build": "go/build.txt",
    "go-panic": "go/goroutine-panic.txt",
    "xcodebuild": "xcodebuild/few-failures.log",
    "xctest-passes": "xcodebuild/all-pass.log",
    "gcc": "gcc/gcc.txt",
    "jest": "jest/few-failures.txt",
    "maven": "maven/few-failures.txt",
    "gradle": "gradle/few-failures.txt",
    "github": "ci/few-failures-github.txt",
    "azure": "ci/few-failures-azure.txt",
    "dotnet": "dotnet-test/few-failures-verbose.txt",
    "eslint": "eslint/few-failures.txt",
    "docker": "docker-build/few-failures.txt",
    "terraform": "terraform/few-failures.txt",
    "rspec": "rspec/few-failures.txt",
    "mocha": "mocha/few-failures.txt",
    "mypy": "mypy/few-failures.txt",
    "rustc": "rustc/errors.txt",
    "make": "make/fails.txt",
}
CODE = {
    "rust-pack": "src/budget/pack.rs",
    "rust-child": "src/source/child.rs",
    "rust-tests": "tests/parity.rs",
    "rust-plan": "src/render/plan.rs",
    "python-generate": "testdata/maven/generate.py",
    "python-ci": "testdata/ci/generate.py",
    "shell-make": "testdata/go/make.sh",
    "toml": "Cargo.toml",
    "lock": "Cargo.lock",
    "fish": "completions/weir.fish",
    "roff": "man/weir.1",
}
JSON = {
    "go-events": "testdata/go/failures-json.txt",
    "schema": "src/render/schema/weir.filter.1.json",
}
PROSE = {"readme": "README.md", "contributing": "CONTRIBUTING.md", "license": "LICENSE-APACHE"}

CHINESE = """堰是一道低矮的坝，它让有限的水流通过，而不让任何东西断裂。测试程序的输出也是一样：几千行通过的测试，几行失败的测试，
读的人只关心后者。这个工具读完全部的输入，记下每一个失败，然后写出一个有界的回答。回答里有失败的名字、位置和原因，
有通过、失败和跳过的数目，也有一行说明省略了什么、怎样取得其余的部分。没有证据的时候，它不说“通过”，只说“未知”。
内存是有界的，输出是有界的，输入可以是任意的。程序不会提前关闭管道，也不会改变它所运行的命令，更不会打开网络连接。
"""
JAPANESE = """堰は低いダムであり、限られた量の流れを通して、何も壊さない。テストの出力も同じである。成功した何千もの行と、失敗した数行があり、
読む人が知りたいのは後者だけだ。このツールは入力をすべて読み、すべての失敗を覚え、上限のある答えを書く。答えには失敗したテストの
名前、場所、理由、そして成功、失敗、スキップの数がある。省略したものがあれば、最後の行がそれを伝え、残りを得るコマンドを示す。
証拠がなければ「成功」とは言わない。メモリにも出力にも上限があり、ネットワークには接続しない。
"""
KOREAN = """보는 낮은 댐으로, 정해진 양의 물만 흘려보내고 아무것도 부수지 않는다. 테스트 출력도 마찬가지다. 통과한 수천 줄과 실패한 몇 줄이
있고, 읽는 사람이 알고 싶은 것은 뒤의 것뿐이다. 이 도구는 입력을 끝까지 읽고 모든 실패를 기억하며 크기가 제한된 답을 쓴다. 답에는
실패한 테스트의 이름과 위치와 이유가 있고, 생략한 것이 있으면 마지막 줄이 그것을 알린다. 증거가 없으면 통과라고 말하지 않는다.
"""
RUSSIAN = """Водослив пропускает ограниченный поток и ничего не ломает. С выводом тестов то же самое: тысячи строк об успехах и несколько
строк об ошибках, а читателю нужны только последние. Программа читает вход до конца, запоминает каждую ошибку и пишет ответ, размер
которого известен заранее. Если что-то пропущено, последняя строка говорит об этом и называет команду, которая покажет остальное.
"""
GERMAN = """Ein Wehr ist ein niedriger Damm: Es lässt eine begrenzte Menge Wasser durch, und nichts geht kaputt. Mit der Ausgabe von
Testläufen ist es ebenso. Tausende Zeilen berichten von bestandenen Prüfungen, wenige von Fehlschlägen, und nur diese will man lesen.
Das Werkzeug liest die Eingabe bis zum Ende, merkt sich jeden Fehlschlag und schreibt eine Antwort, deren Länge im Voraus feststeht.
"""
ENGLISH = """The harbour master keeps three books. The first one names every ship that came in, with the hour and the tide. The second
tells what each of them carried, and who had asked for it. The third is thin: it holds the ships that were expected and never came. When
the owners ask how the year went, they are shown the first book, because it is thick. When a storm has passed, everybody asks for the
third. A good clerk writes it every evening, even when there is nothing to write, and puts the date on the empty page, so that nobody can
say later that the page was torn out. Most evenings are like that. The lamp is lit, the page is dated, and the clerk goes home.
"""


def excerpt(path):
    text = (ROOT / path).read_text(encoding="utf-8")
    if len(text) <= MOST:
        return text
    return text[: text.rfind("\n", 0, MOST) + 1]


def texts():
    random.seed(6)
    hexes = lambda name, size: hashlib.sha256(name.encode()).hexdigest()[:size]
    for name, path in LOGS.items():
        yield f"log-{name}", excerpt(f"testdata/{path}")
    for name, path in CODE.items():
        yield f"code-{name}", excerpt(path)
    for name, path in JSON.items():
        yield f"json-{name}", excerpt(path)
    for name, path in PROSE.items():
        yield f"prose-{name}", excerpt(path)
    yield "prose-harbour", ENGLISH
    yield "prose-german", GERMAN
    yield "prose-russian", RUSSIAN
    yield "cjk-chinese", CHINESE
    yield "cjk-japanese", JAPANESE
    yield "cjk-korean", KOREAN
    yield "cjk-mixed", "\n".join(f"test harbour::dock_{n} ... FAILED: {line}" for n, line in enumerate(CHINESE.splitlines()))
    yield "hex-sha256", "".join(f"{hexes(f'a{n}', 64)}\n" for n in range(60))
    yield "hex-sums", "".join(f"{hexes(f'b{n}', 64)}  target/debug/deps/weir-{hexes(f'c{n}', 16)}.rlib\n" for n in range(40))
    yield "hex-commits", "".join(f"{hexes(f'd{n}', 40)} refs/heads/topic-{n}\n" for n in range(60))
    yield "hex-dump", "".join(
        f"{n * 16:08x}  " + " ".join(hexes(f"e{n}", 32)[at : at + 2] for at in range(0, 32, 2)) + "\n" for n in range(60)
    )
    rows = [
        {"id": hexes(f"f{n}", 40), "at": f"2026-03-{n % 28 + 1:02}T{n % 24:02}:15:{n % 60:02}.{n * 37 % 1000:03}Z", "size": n * 7919 % 100003}
        for n in range(50)
    ]
    yield "json-sha1", json.dumps(rows, separators=(",", ":")) + "\n"
    rows = [
        {
            "id": str(uuid.UUID(int=random.getrandbits(128))),
            "name": f"Lantern {n}",
            "status": random.choice(["open", "closed", "waiting"]),
            "price": round(random.random() * 1000, 2),
            "tags": random.sample(["pier", "tide", "rope", "sail"], 2),
        }
        for n in range(30)
    ]
    yield "json-pretty", json.dumps(rows, indent=2) + "\n"
    rows = [{"level": "info", "message": f"lamp {n} was lit at the end of the pier", "harbour": "Bergen", "attempt": n % 3} for n in range(60)]
    yield "json-lines", "".join(json.dumps(row) + "\n" for row in rows)


def main():
    for old in HERE.glob("*.text"):
        old.unlink()
    for name, text in texts():
        (HERE / f"{name}.text").write_text(text, encoding="utf-8")


main()
