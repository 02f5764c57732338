module.exports = { ...require('./rules.js'), entri: './good/main.js' };
