import { test } from "vitest";
test("kills its worker", () => {
  process.kill(process.pid, "SIGKILL");
});
