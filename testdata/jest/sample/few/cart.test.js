describe("cart", () => {
  test("adds", () => expect(1 + 1).toBe(2));
  describe("when empty", () => {
    test("has a total", () => {
      expect({ id: 1, lines: [], total: 7 }).toEqual({ id: 1, lines: [], total: 8 });
    });
    test("prints", () => {
      console.error("a warning of the shop");
    });
  });
  test("has a total", () => {
    throw new RangeError("no total for basket 12\nsecond line of the message");
  });
});
