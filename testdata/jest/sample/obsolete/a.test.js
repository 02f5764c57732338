test("snapshot", () => {
  expect({ a: 1 }).toMatchSnapshot();
});
