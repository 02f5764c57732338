const { test } = require('poku');

test('holds', () => {
  throw new Error('the rope tore');
});
