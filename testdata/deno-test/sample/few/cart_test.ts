import { assert } from "./assert.ts";
Deno.test("cart adds", () => assert(1 + 1 === 2, "sum"));
Deno.test("cart has a total", () => {
  console.error("a warning of the shop");
  throw new RangeError("no total for basket 12\nsecond line of the message");
});
Deno.test("cart", async (t) => {
  await t.step("is empty", () => {});
  await t.step("has a total", () => assert(7 === 8 as number, "expected 8, got 7"));
  await t.step("has parts", async (t) => {
    await t.step("deep inside", () => assert(false, "deep trouble"));
  });
});
