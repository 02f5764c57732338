import { test } from "bun:test";
import { shop } from "./nowhere";
test("never runs", () => shop());
