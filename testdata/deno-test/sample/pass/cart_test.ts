import { assert } from "./assert.ts";
Deno.test("cart adds", () => assert(1 + 1 === 2, "sum"));
Deno.test({ name: "cart refunds", ignore: true, fn() {} });
Deno.test("cart", async (t) => {
  await t.step("is empty", () => console.log("no items"));
  await t.step("has no total", () => {});
});
