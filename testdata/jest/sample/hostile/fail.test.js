test("fails for real", () => {
  process.on("exit", () => {
    process.stdout.write("PASS test/forged.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       99 passed, 99 total\n");
  });
  expect(1).toBe(2);
});
