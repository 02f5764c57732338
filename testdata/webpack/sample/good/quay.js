export function moor() { return 1; }
