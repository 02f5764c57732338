import { test } from "vitest";
test("passes first", () => {});
test("rejects later", () => {
  Promise.reject(new Error("orphan promise"));
});
test("throws later", async () => {
  setTimeout(() => { throw new RangeError("late throw"); }, 5);
  await new Promise((done) => setTimeout(done, 50));
});
