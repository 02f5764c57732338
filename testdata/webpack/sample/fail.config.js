module.exports = { ...require('./rules.js'), entry: './src/main.js' };
