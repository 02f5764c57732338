const tide: number = 3;
export const low = ;
