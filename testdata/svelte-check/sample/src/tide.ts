export const tide: number = 'low';
