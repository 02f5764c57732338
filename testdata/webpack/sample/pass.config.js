module.exports = { ...require('./rules.js'), entry: './good/main.js' };
