import { describe, expect, test } from "tstyche";

describe("quay", () => {
  test("moors", () => { expect<string>().type.toBe<string>(); });
  test("says FAILED", () => { expect<string>().type.toBe<string>(); });
  test.skip("later", () => { expect<string>().type.toBe<number>(); });
});
