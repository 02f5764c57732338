const Lab = require('@hapi/lab');
const { it } = (exports.lab = Lab.script());
it('moors', () => { require('./lib/quay').moors(); });
it('is calm', () => {});
