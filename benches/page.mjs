// page.mjs: open the page of --output html in Chromium, as a person does.
//
//   node benches/page.mjs WEIR NODE_MODULES LOG...
//
// NODE_MODULES has puppeteer-core and axe-core, WEIR_CHROMIUM the browser where it is not /usr/bin/chromium. Of each log the page is
// read in light and in dark, 400 and 1400 px wide: nothing is wider than the window, the console has no error, axe has no
// violation; search, filters, links and keys work. With WEIR_SCREENSHOTS a folder gets a picture of each.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const [weir, modules, ...logs] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'x.js'));
const { default: puppeteer } = await import(require.resolve('puppeteer-core'));
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'page-'));
const faults = [];
const browser = await puppeteer.launch({
  executablePath: process.env.WEIR_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});

async function look(log, scheme, width) {
  const file = join(folder, `${basename(log)}.html`);
  try {
    execFileSync(weir, [log, '--output', `html=${file}`], { stdio: 'ignore', env: { ...process.env, WEIR_STORE: 'off' } });
  } catch { /* The log of a failed run ends with 1. */ }
  const ensure = (holds, what) => holds || faults.push(`${log} ${scheme} ${width}: ${what}`);
  const page = await browser.newPage();
  page.on('console', (line) => ensure(line.type() !== 'error', line.text()));
  page.on('pageerror', (error) => ensure(false, String(error)));
  await page.setViewport({ width, height: 1000 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(`file://${file}`);
  ensure((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, 'wider than the window');
  if (process.env.WEIR_SCREENSHOTS) {
    await page.screenshot({ path: join(process.env.WEIR_SCREENSHOTS, `${basename(log)}-${scheme}-${width}.png`) });
  }
  const state = () => page.evaluate(() => ({
    shown: document.querySelectorAll('.item:not([hidden])').length,
    all: document.querySelectorAll('.item').length,
    count: document.getElementById('count').textContent,
    none: !document.getElementById('none').hidden,
  }));
  const first = await state();
  ensure(first.shown === first.all && first.all > 0 && !first.none, `at first ${JSON.stringify(first)}`);
  await page.keyboard.press('/');
  await page.keyboard.type('no such test');
  const empty = await state();
  ensure(empty.shown === 0 && empty.none && empty.count.startsWith('0 of '), `searched ${JSON.stringify(empty)}`);
  await page.keyboard.press('Escape');
  ensure((await state()).shown === first.all, 'Escape ends no search');
  for (const kind of await page.$$('button[data-kind]')) {
    const of = await kind.evaluate((button) => document.querySelectorAll(`.item[data-kind=${button.dataset.kind}]`).length);
    await kind.focus();
    await page.keyboard.press('Enter');
    ensure((await state()).shown === first.all - of, 'a filter does not filter');
    await page.keyboard.press('Enter');
  }
  const id = await page.evaluate(() => [...document.querySelectorAll('details.failed')].at(-1)?.id);
  if (id) {
    await page.evaluate((id) => { document.getElementById(id).open = false; location.hash = id; }, id);
    await page.waitForFunction((id) => document.getElementById(id).open, { timeout: 5000 }, id)
      .catch(() => ensure(false, 'a link opens nothing'));
  }
  await page.click('#open');
  ensure(await page.evaluate(() => [...document.querySelectorAll('details')].every((each) => each.open)), 'not all are open');
  // axe is no part of the page, which lets nothing else run.
  await page.setBypassCSP(true);
  await page.reload();
  await page.evaluate(() => document.querySelectorAll('details').forEach((each) => { each.open = true; }));
  await page.addScriptTag({ content: axe });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  ensure(violations.length === 0, violations.map((each) => `${each.id}: ${each.nodes[0].html.slice(0, 120)}`).join('; '));
  await page.close();
  // Without a script nothing is hidden.
  const plain = await browser.newPage();
  await plain.setJavaScriptEnabled(false);
  await plain.goto(`file://${file}`);
  ensure((await plain.$$('.item[hidden]')).length === 0, 'hidden without a script');
  await plain.close();
}

for (const log of logs) {
  for (const scheme of ['light', 'dark']) {
    for (const width of [400, 1400]) await look(log, scheme, width);
  }
}
await browser.close();
console.log(`${logs.length} logs, ${faults.length} faults`);
faults.slice(0, 20).forEach((fault) => console.log(fault));
process.exit(faults.length === 0 ? 0 : 1);
