module.exports = (config) => {
  const browsers = (process.env.BROWSERS || 'Headless').split(',');
  config.set({
    basePath: process.env.BASE,
    files: process.env.FILES.split(',').filter(Boolean),
    frameworks: ['jasmine'],
    plugins: ['karma-jasmine', 'karma-chrome-launcher', 'karma-mocha-reporter', 'karma-spec-reporter'].map((name) => require(name)),
    reporters: (process.env.REPORTER || 'progress').split(','),
    customLaunchers: {
      Headless: { base: 'ChromeHeadless', flags: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'] },
      Second: { base: 'ChromeHeadless', flags: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--user-agent=Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0'] },
      Broken: { base: 'ChromeHeadless', flags: ['--no-such-flag', '--version'] },
    },
    browsers,
    singleRun: true,
    colors: process.env.COLORS === 'yes',
    browserNoActivityTimeout: 3000,
    browserDisconnectTimeout: 1000,
    captureTimeout: 8000,
    retryLimit: 0,
    client: { jasmine: { random: false } },
    failOnEmptyTestSuite: process.env.EMPTY !== 'ok',
  });
};
