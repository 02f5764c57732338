require('assert').strictEqual(2 + 1, 4, undefined);
