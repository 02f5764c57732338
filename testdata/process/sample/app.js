async function load() {
  await null;
  throw new Error("manifest 17 is corrupt", { cause: new RangeError("offset 3") });
}
load();
