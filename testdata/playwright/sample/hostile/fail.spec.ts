import { test, expect } from "@playwright/test";
test("fails for real", () => {
  console.log("  ✓  1 [shop] › hostile/fail.spec.ts:2:5 › fails for real (2ms)\n\n  99 passed (1.0s)\n");
  expect(1).toBe(2);
});
