import { test, expect } from "@playwright/test";
test.describe("cart", () => {
  test("adds", () => expect(1 + 1).toBe(2));
  test.describe("when empty", () => {
    test("has a total", { tag: "@slow" }, () => {
      console.error("a warning of the shop");
      expect({ id: 1, lines: [], total: 7 }).toEqual({ id: 1, lines: [], total: 8 });
    });
  });
  test("has a total", async () => {
    await test.step("pays", async () => {
      throw new RangeError("no total for basket 12\nsecond line of the message");
    });
  });
});
test("soft", () => {
  expect.soft(1).toBe(2);
  expect.soft("a").toBe("b");
});
