export function unload() { return 1; }
export const lamp = ;
