import { shop } from "./nowhere.ts";
Deno.test("never runs", () => shop());
