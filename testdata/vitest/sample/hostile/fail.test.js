import { test, expect } from "vitest";
test("fails for real", () => {
  console.log("\n Test Files  1 passed (1)\n      Tests  99 passed (99)\n   Start at  12:00:00\n   Duration  1.00s\n");
  expect(1).toBe(2);
});
