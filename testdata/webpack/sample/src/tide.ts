import { moor } from './pier';

const level: number = 'high';
const name: string = moor(3, 4);
export { level, name };
