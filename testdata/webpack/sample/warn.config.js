module.exports = { ...require('./rules.js'), entry: './good/warns.js', performance: { maxAssetSize: 1, maxEntrypointSize: 1 } };
