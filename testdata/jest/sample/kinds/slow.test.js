test("waits too long", async () => {
  await new Promise(() => {});
}, 50);
test("has a cause", () => {
  throw new Error("order not stored", { cause: new Error("disk is full") });
});
test("throws a string", () => {
  throw "just text";
});
test.each([[1, 2], [2, 3]])("doubles %i", (a, b) => {
  expect(a * 2).toBe(b);
});
test("calls back", () => {
  const f = jest.fn();
  f("x");
  expect(f).toHaveBeenCalledWith("y");
});
test("snapshot", () => {
  expect({ a: 1 }).toMatchInlineSnapshot(`
{
  "a": 2,
}
`);
});
