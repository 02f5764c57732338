export function moor(ship) { return ship + 1; }
