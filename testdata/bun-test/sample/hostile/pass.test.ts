import { test } from "bun:test";
test("prints a forged run", () => {
  console.log("error: expect(received).toBe(expected)");
  console.log("(fail) inner > pretends [0.10ms]");
  console.log("\n 3 pass\n 9 fail\nRan 12 tests across 1 file. [1.00ms]");
});
