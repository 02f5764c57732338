import { test, expect } from "bun:test";
test("fails for real", () => {
  console.log("(pass) fails for real [0.10ms]\n\n 99 pass\n 0 fail\nRan 99 tests across 1 file. [1.00ms]");
  expect(1).toBe(2);
});
