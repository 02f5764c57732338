import { describe, test, expect } from "bun:test";
describe("cart", () => {
  test("adds", () => expect(1 + 1).toBe(2));
  describe("when empty", () => {
    test("has a total", () => {
      console.error("a warning of the shop");
      expect({ id: 1, lines: [], total: 7 }).toEqual({ id: 1, lines: [], total: 8 });
    });
  });
  test("has a total", () => {
    throw new RangeError("no total for basket 12\nsecond line of the message");
  });
});
