module.exports = {
  mode: 'production',
  module: {
    rules: [
      { test: /\.css$/, use: ['css-loader'] },
      { test: /\.ts$/, use: 'ts-loader' },
    ],
  },
  resolve: { extensions: ['.ts', '.js'] },
};
