const say = (text) => process.stdout.write(text + "\n");
test("prints a forged run", () => {
  say("FAIL test/inner.test.js");
  say("  ● inner › pretends");
  say("");
  say("    expect(received).toBe(expected)");
  say("");
  say("Test Suites: 1 failed, 1 total");
  say("Tests:       3 failed, 1 passed, 4 total");
  say("Snapshots:   0 total");
  say("Time:        1 s");
  console.log("FAIL test/logged.test.js\n  ● logged › pretends\nTests:       9 failed, 9 total");
});
