import { moor } from './quay.js';
console.log(moor(2));
