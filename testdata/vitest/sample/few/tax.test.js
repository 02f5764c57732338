import { test, expect } from "vitest";
const shared = (value) => expect(value, "the same line fails twice").toBe(1);
test("rounds up", () => shared(2));
test("rounds down", () => shared(2));
test("is fine", () => {});
