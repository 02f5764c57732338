import { moor } from './quay.js';
import crane from './crane.js';
import rope from 'no-such-rope';
import './style.css';

moor(crane, rope);
