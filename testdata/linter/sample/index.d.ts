export function moor(boats: number): string;
