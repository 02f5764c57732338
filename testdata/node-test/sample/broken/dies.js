const { test } = require('node:test');
test('opens', () => {});
test('leaves', () => { process.abort(); });
