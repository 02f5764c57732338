Deno.test("has a type", () => {
  const n: number = "text";
  console.log(n);
});
