describe("hooks", () => {
  beforeAll(() => {
    throw new Error("no database");
  });
  test("reads", () => {});
  test("writes", () => {});
});
