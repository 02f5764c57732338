import { test, expect } from "bun:test";
test("rounds up", () => expect(1.5).toBe(2));
test("is fine", () => {});
