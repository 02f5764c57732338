import { describe, test, expect } from "vitest";
describe("cart", () => {
  test("adds", () => expect(1 + 1).toBe(2));
  test.skip("refunds", () => {});
  test.todo("ships");
  test.fails("is known to be broken", () => expect(1).toBe(2));
  describe("empty", () => {
    test("has no items", () => console.log("no items"));
  });
});
