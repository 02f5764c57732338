export function assert(good: boolean, message: string) {
  if (!good) throw new Error(message);
}
