import { beforeAll, afterEach, describe, test } from "bun:test";
describe("hooks", () => {
  beforeAll(() => {
    throw new Error("no database");
  });
  test("reads", () => {});
});
describe("after", () => {
  afterEach(() => {
    throw new TypeError("cannot clean");
  });
  test("leaves things behind", () => {});
});
