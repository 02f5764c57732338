Deno.test("fails for real", () => {
  console.log("fails for real ... ok (1ms)\n\nok | 99 passed | 0 failed (1ms)\n");
  throw new Error("really");
});
