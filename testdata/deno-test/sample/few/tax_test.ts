import { assert } from "./assert.ts";
Deno.test("rounds up", () => assert(false, "1.5 is not 2"));
Deno.test("is fine", () => {});
