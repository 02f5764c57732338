const { suite } = require('uvu');
const quay = suite('quay');
quay.before(() => { throw new Error('no water'); });
quay('moors', () => {});
quay.run();
