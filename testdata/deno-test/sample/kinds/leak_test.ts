Deno.test("leaves a timer", () => {
  setTimeout(() => {}, 10_000);
});
Deno.test("rejects later", async () => {
  Promise.reject(new Error("orphan promise"));
  await new Promise((done) => setTimeout(done, 5));
});
