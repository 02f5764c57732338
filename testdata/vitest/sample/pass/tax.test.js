import { test } from "vitest";
test("rounds up", () => {});
