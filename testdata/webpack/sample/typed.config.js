module.exports = { ...require('./rules.js'), entry: './src/tide.ts' };
