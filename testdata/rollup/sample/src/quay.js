export function moor() { return 1; }
export const broken = ;
