const missing = require('./no-such-module');
describe('broken', () => it('never runs', () => missing()));
