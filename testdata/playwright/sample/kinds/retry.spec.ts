import { test, expect } from "@playwright/test";
test("passes the second time", ({}, info) => {
  expect(info.retry).toBe(1);
});
test("never passes", ({}, info) => {
  expect(1, "the shop is closed").toBe(2);
});
test("waits too long", async () => {
  test.setTimeout(100);
  await new Promise(() => {});
});
test("is expected to fail", () => {
  test.fail();
});
test.describe("hooks", () => {
  test.beforeAll(() => {
    throw new Error("no database");
  });
  test("reads", () => {});
  test("writes", () => {});
});
test("dies", () => {
  process.exit(3);
});
