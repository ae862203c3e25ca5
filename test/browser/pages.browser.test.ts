// The start page, the reference and the documentation in a real browser: they work without a token, the reference sends requests to its
// own service, axe finds nothing, nothing is logged, and no other host is asked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDemoShop } from '../acceptance/docs/demo-shop.ts';
import { assertUsable } from './axe.ts';
import { openPage } from './browser.ts';

test('a newcomer finds the way, and sends a first request', { timeout: 300_000 }, async (context) => {
  const { service, token } = await openDemoShop(context);
  const { page } = await openPage(context, [service.address]);
  const open = (path: string) => page.goto(service.address + path);

  await context.test('every link of the start page leads to a page', async () => {
    await open('/');
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a')].map((link) => link.href).filter((href) => href.startsWith(location.origin))`,
    );
    const paths = links.map((link) => new URL(link).pathname);
    for (const wanted of ['/reference', '/docs', '/storefront']) assert.ok(paths.includes(wanted), wanted);
    for (const link of new Set(links)) assert.equal((await fetch(link)).status, 200, link);
    const shown = await page.evaluate<string>('document.documentElement.outerHTML');
    assert.ok(!shown.includes(token) && !shown.includes('vtr_'), 'no secret is on the page');
  });

  await context.test('the reference sends a request, with a token where one is needed', async () => {
    await open('/reference');
    const ask = async (id: string): Promise<string> => {
      await page.locator(`#${id} button`).filter({ hasText: 'Try it' }).click();
      await page.locator(`#${id} form button`).filter({ hasText: 'Send' }).click();
      await page.locator(`#${id} .outcome`).filter({ hasText: ' ms' }).waitFor();
      return (await page.locator(`#${id} .outcome`).textContent()) ?? '';
    };
    assert.match(await ask('searchProducts'), /^200 /);
    await page.locator('#scope-form [name=token]').fill(token);
    assert.match(await ask('listProducts'), /^200 /);
    const sample = await page.locator('#listProducts pre.sample').textContent();
    assert.ok(!sample?.includes(token), 'the code shows where the token belongs, not the token');
  });

  await context.test('the list of operations is narrowed by keyboard', async () => {
    await open('/reference');
    await page.locator('body').press('/');
    await page.locator('.contents input[type=search]').pressSequentially('suggest');
    const shown = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.contents li li:not([hidden]) a')].map((link) => link.hash)`,
    );
    assert.ok(shown.includes('#getSuggestions') && shown.length < 5, shown.join());
  });

  await context.test('axe finds nothing', async () => {
    for (const path of ['/', '/reference', '/docs', '/docs/storefront', '/docs/client'])
      await assertUsable(page, path, () => open(path));
  });
});
