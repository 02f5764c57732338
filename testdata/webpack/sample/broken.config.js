module.exports = require('./no-such-rules.js');
