export const rate: number = 1;
