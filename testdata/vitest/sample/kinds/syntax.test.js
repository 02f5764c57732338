import { test } from "vitest";
test("never parsed", () => {
  const broken = (;
});
