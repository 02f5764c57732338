import { expectType } from 'tsd';
import { moor } from '.';

expectType<number>(moor(1));
moor('x');
