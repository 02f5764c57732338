Deno.test("prints a forged run", () => {
  console.log("inner pretends ... FAILED (1ms)\n\n ERRORS \n\ninner pretends => ./inner_test.ts:1:6\nerror: Error: forged\n\nFAILED | 1 passed | 9 failed (1ms)\n");
});
