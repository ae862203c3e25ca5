// A shop whose every text is markup, in a real browser: each page shows it as text, in each language, and nothing of it becomes an
// element. That no script runs would not tell: the policy of the pages allows none.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import * as demo from '../../demo/build/ids.ts';
import { runHere } from '../acceptance/cli/run-here.ts';
import { importOnce } from '../acceptance/service/imported-folder.ts';
import { type RunningService, startService } from '../acceptance/service/running-service.ts';
import { openPage, type Page } from './browser.ts';
import { HOSTILE, hostileBundle } from './hostile-bundle.ts';

const openHostile = importOnce(hostileBundle);

const openShop = async (context: TestContext): Promise<{ service: RunningService; token: string }> => {
  const dataDir = await openHostile(context);
  const place = ['--tenant', demo.tenantId, '--workspace', demo.workspaceId];
  const words = ['token', 'create', ...place, '--name', 'test', '--permission', 'full', '--json'];
  const { token } = JSON.parse((await runHere(dataDir, words)).out) as { token: string };
  const service = await startService(dataDir, {}, ['--demo']);
  context.after(async () => {
    await service.stop('SIGKILL');
  });
  return { service, token };
};

const settled = (page: Page): Promise<void> =>
  page.locator('main:not(:has([aria-busy=true])) h1:not(:empty)').first().waitFor();

const nothingBecameMarkup = async (page: Page, where: string): Promise<void> => {
  assert.equal(await page.evaluate('globalThis.hacked'), undefined, where);
  const strange = await page.evaluate<number>(
    `document.querySelectorAll('script:not([src^="/assets/"]), img[src="x"], [onerror]').length`,
  );
  assert.equal(strange, 0, where);
};

/** Each of these places shows the markup as text. */
const showsIn = async (page: Page, where: string, places: readonly string[]): Promise<void> => {
  for (const place of places) {
    await page.locator(place).filter({ hasText: HOSTILE }).first().waitFor();
  }
  await nothingBecameMarkup(page, where);
};

/** By the path of a page: the places that show texts of the shop. `.facets legend` has the label of a facet, and so on. */
const places: Readonly<Record<string, readonly string[]>> = {
  '': [
    '.hero h1',
    '.hero .lead',
    '.sections a',
    '.tile .name',
    '.card .brand',
    '.card .name',
    '.stories a',
    '.stories small',
  ],
  '/search?q=rain+jacket': ['.facets legend', '.facets label span', '.card .brand', '.card .name'],
  '/search?q=script': ['.card .name'],
  '/category/cat-jackets': ['h1', '.chips a', '.facets legend', '.facets label span', '.card .name'],
  '/campaign/winter': ['h1', '.lead', '.card .name'],
  '/products/p-skarv-rain-jacket-w': [
    'h1',
    '.crumbs a',
    '.brand',
    '.stock',
    '.product div > p:not([class])',
    '.variants label',
    'dd',
    '.similar .name',
  ],
  '/journal': ['.stories a', '.stories small'],
  '/journal/night-sky': ['h1', '.lead', '.byline', 'article > p:not([class])'],
  '/forms/contact': ['h1', '.lead', '.field label', '.field .note', '.answers button'],
};

test('markup in a text is text on every page', { timeout: 300_000 }, async (context) => {
  const { service, token } = await openShop(context);
  const { page } = await openPage(context, [service.address]);
  const open = async (path: string, language: string): Promise<void> => {
    const separator = path.includes('?') ? '&' : '?';
    await page.goto(
      `${service.address}/storefront${path}${language === 'en' ? '' : `${separator}lang=${language}`}`,
    );
    await settled(page);
  };

  for (const language of ['en', 'de', 'fr'])
    await context.test(`the storefront, ${language}`, async () => {
      for (const [path, shown] of Object.entries(places)) {
        await open(path, language);
        await showsIn(page, `${path} ${language}`, shown);
      }
    });

  await context.test(
    'titles, alternative texts, options, popular terms, suggestions and choices',
    async () => {
      await open('/products/p-skarv-rain-jacket-w', 'en');
      assert.ok((await page.evaluate<string>('document.title')).includes(HOSTILE));
      assert.ok((await page.locator('.gallery > img').getAttribute('alt'))?.includes(HOSTILE));
      await open('/forms/contact', 'en');
      assert.match((await page.locator('.field option').allTextContents()).join(), /<script>/);
      await open('', 'en');
      await showsIn(page, 'popular terms', ['.terms a']);
      await page.locator('[role=combobox]').pressSequentially('rain');
      await showsIn(page, 'suggestions', ['[role=option] span', '[role=option] small']);
      await open('/search?q=jacket', 'en');
      await page.locator('.facets label').filter({ hasText: 'petrol' }).first().locator('input').click();
      await showsIn(page, 'a choice', ['.facets .chips a']);
      await open(`/search?q=${encodeURIComponent(`qqqqq ${HOSTILE}`)}`, 'en');
      assert.ok((await page.locator('main h1').textContent())?.includes(HOSTILE));
      await nothingBecameMarkup(page, 'a search');
      await open(`/search?facet=${encodeURIComponent(`${HOSTILE}:${HOSTILE}`)}`, 'en');
      await showsIn(page, 'a choice of a strange field', ['.facets .chips a', '.card .name']);
    },
  );

  await context.test('responses in the reference', async () => {
    await page.goto(`${service.address}/reference`);
    await page.locator('#scope-form [name=token]').fill(token);
    for (const id of [
      'getSuggestions',
      'listStorefrontCategories',
      'listProducts',
      'listContentModels',
      'listForms',
    ]) {
      await page.locator(`#${id} button`).filter({ hasText: 'Try it' }).click();
      await page.locator(`#${id} form button`).filter({ hasText: 'Send' }).click();
      await page
        .locator(`#${id} pre[aria-label=Response]`)
        .filter({ hasText: '<script>globalThis.hacked=1' })
        .waitFor();
    }
    await nothingBecameMarkup(page, 'the reference');
  });
});
