import { moor } from './quay.js';
import gone from './gone.js';
import left from 'left-pad-missing';
moor(gone, left);
