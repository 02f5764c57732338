const { test, assert } = require('poku');

test('lifts', () => assert(true));
