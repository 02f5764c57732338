import { test } from "vitest";
import { shop } from "./nowhere.js";
test("never runs", () => shop());
