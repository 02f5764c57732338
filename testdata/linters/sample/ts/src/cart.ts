export const rate: number = "high";
export function total(items: { price: number }[]): number {
  return items.reduce((sum, item) => sum + item.cost, 0);
}
const shape: { a: { b: number } } = { a: { b: "x" } };
