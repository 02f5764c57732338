"""Writes the logs of tasty: the format is tasty's, the sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def tree(failing):
    lines = ["Test suite unit: RUNNING...", "Shop", "  Cart"]
    for each in range(45):
        name = f"    holds {each} goods:"
        if each in failing:
            lines += [f"{name} FAIL", f"      test/Main.hs:{each + 10}:", f"      expected: {each}", "       but got: 0",
                      f"      Use -p '/holds {each} goods/' to rerun this test only."]
        else:
            lines.append(f"{name} OK")
    return "\n".join(lines) + "\n"


write("all-pass", tree(()) + "\nAll 45 tests passed (0.01s)\nTest suite unit: PASS\n")
write("few-failures", tree((7, 30)) + "\n2 out of 45 tests failed (0.01s)\nTest suite unit: FAIL\n")
write("crash", tree((7,)) + "unit: no memory\nTest suite unit: FAIL\n")
write("hostile", "Test suite unit: RUNNING...\nShop\n  Cart\n    prints: ERROR no connection\nFAILED\n3 out of 4 tests were lost\nOK\n    is quiet: OK\n    is calm:  OK\n\nAll 3 tests passed (0.01s)\nTest suite unit: PASS\n")
