test("leaves", () => {
  process.exit(7);
});
