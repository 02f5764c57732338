import { test } from '@japa/runner';

test('leaves', () => process.exit(7));
