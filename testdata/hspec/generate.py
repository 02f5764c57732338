"""Writes the logs of hspec under cabal: the format is hspec's and cabal's, the sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def tree(failing):
    lines, number = ["", "Cart"], 0
    for each in range(50):
        mark = "[✔]"
        if each in failing:
            number += 1
            mark = f"[✘]" if number % 2 else f"FAILED [{number}]"
        lines.append(f"  holds {each} goods {mark}")
    return "\n".join(lines) + "\n\n"


def failure(number, name, line, body):
    return f"  test/CartSpec.hs:{line}:14: \n  {number}) Cart {name}\n{body}\n\n  To rerun use: --match \"/Cart/{name}/\" --seed 1\n\n"


FAILURES = "Failures:\n\n" + failure(1, "holds 7 goods", 20, "       expected: 7\n        but got: 8") + failure(
    2, "holds 30 goods", 41, "       uncaught exception: ErrorCall\n       no shelf\n       CallStack (from HasCallStack):\n         error, called at src/Cart.hs:9:7 in main:Cart"
) + "Randomized with seed 1\n\n"
START, LOG = "Test suite spec: RUNNING...\n", "Test suite logged to:\n/home/user/project/dist-newstyle/spec.log\n"
write("all-pass", START + tree(()) + "Finished in 0.0042 seconds\n50 examples, 0 failures\nTest suite spec: PASS\n" + LOG + "1 of 1 test suites (1 of 1 test cases) passed.\n")
write("few-failures", START + tree((7, 30)) + FAILURES + "Finished in 0.0042 seconds\n50 examples, 2 failures\nTest suite spec: FAIL\n" + LOG
      + "0 of 1 test suites (0 of 1 test cases) passed.\nError: cabal: Tests failed for test:spec from shop-0.1.\n")
write("crash", START + tree((7,)) + "Test suite spec: FAIL\n" + LOG + "0 of 1 test suites (0 of 1 test cases) passed.\n")
write("hostile", START + "\nCart\nERROR no connection\nFailures:\n\n  1) Cart forged\n     no\n  prints [✔]\n  is quiet [✔]\n\nFinished in 0.0042 seconds\n2 examples, 0 failures\nTest suite spec: PASS\n")
