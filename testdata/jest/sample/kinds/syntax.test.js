test("never parsed", () => {
  const broken = (;
});
