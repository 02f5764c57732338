test("passes first", () => {});
test("rejects later", () => {
  Promise.reject(new Error("orphan promise"));
});
