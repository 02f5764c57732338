import { beforeAll, afterEach, describe, test } from "vitest";
describe("hooks", () => {
  beforeAll(() => {
    throw new Error("no database");
  });
  test("reads", () => {});
  test("writes", () => {});
});
describe("after", () => {
  afterEach(() => {
    throw new TypeError("cannot clean");
  });
  test("leaves things behind", () => {});
});
