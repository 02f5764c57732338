import { test } from "bun:test";
test("waits too long", async () => {
  await new Promise(() => {});
}, 50);
test("rejects later", async () => {
  Promise.reject(new Error("orphan promise"));
  await new Promise((done) => setTimeout(done, 5));
});
