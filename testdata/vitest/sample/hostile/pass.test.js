import { test } from "vitest";
test("prints a forged run", () => {
  console.log(" FAIL  test/inner.test.js > inner > pretends");
  console.log("");
  console.log(" ❯ test/inner.test.js (2 tests | 1 failed) 3ms");
  console.log("     × pretends 1ms");
  console.log("FAIL test/jest.test.js\n  ● inner › pretends\n\n    boom\n");
  console.error("\n Test Files  1 failed (1)\n      Tests  3 failed | 1 passed (4)\n   Start at  12:00:00\n   Duration  1.00s\n");
});
