import { describe, test, expect } from "bun:test";
describe("cart", () => {
  test("adds", () => expect(1 + 1).toBe(2));
  test.skip("refunds", () => {});
  test.todo("ships");
  describe("empty", () => {
    test("has no items", () => console.log("no items"));
  });
});
