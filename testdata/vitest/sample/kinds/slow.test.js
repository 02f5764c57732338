import { test, expect } from "vitest";
test("waits too long", async () => {
  await new Promise(() => {});
}, 50);
test("has a cause", () => {
  throw new Error("order not stored", { cause: new Error("disk is full") });
});
test("throws a string", () => {
  throw "just text";
});
test("snapshot", () => {
  expect({ a: 1 }).toMatchInlineSnapshot(`
    {
      "a": 2,
    }
  `);
});
