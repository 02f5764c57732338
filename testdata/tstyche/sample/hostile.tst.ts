import { expect, test } from "tstyche";

test("Error: no berth", () => { expect<string>().type.toBe<string>(); });
test("FAILED tests/quay.py::test_moor", () => { expect<string>().type.toBe<string>(); });
test("--- FAIL: TestMoor (0.00s)", () => { expect<string>().type.toBe<string>(); });
