test("rounds up", () => {
  console.log("rounding");
});
