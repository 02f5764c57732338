test("is fine", () => {});
