import { expect, test } from "tstyche";

test("lifts", () => { expect<string>().type.toBe<number>(); });
test("moors", () => { expect<string>().type.toBe<string>(); });
test("is broken", () => { const crane: number = "x"; expect(crane).type.toBe<number>(); });
