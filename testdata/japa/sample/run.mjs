import { assert } from '@japa/assert';
import { configure, processCLIArgs, run } from '@japa/runner';

const [kind, ...args] = process.argv.slice(2);
processCLIArgs(args);
configure({
  plugins: [assert()],
  suites: [{ name: 'unit', files: [`./${kind}*.spec.mjs`] }],
});
run();
