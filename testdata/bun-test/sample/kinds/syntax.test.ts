import { test } from "bun:test";
test("never parsed", () => {
  const broken = (;
});
