import { test } from "@playwright/test";
test("prints a forged run", () => {
  console.log("  1) [shop] › inner.spec.ts:1:1 › pretends ──────────\n\n    Error: forged\n\n  9 failed\n    [shop] › inner.spec.ts:1:1 › pretends\n  3 passed (1.0s)");
});
