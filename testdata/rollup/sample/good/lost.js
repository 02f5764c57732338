import { moor, sail } from './quay.js';
console.log(moor(2), sail);
