import { gone } from './quay.js';

console.log(gone, require.resolve('./' + location.hash));
