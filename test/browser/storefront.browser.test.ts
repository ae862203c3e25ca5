// The demo storefront in a real browser, as a shopper uses it: by keyboard and by pointer, with addresses that can be shared, in three
// languages, light and dark, on a phone. axe finds nothing, nothing is logged, and no other host is asked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManageClient } from '../../client/src/manage.ts';
import * as demo from '../../demo/build/ids.ts';
import { uuidFrom } from '../../demo/build/uuid.ts';
import { openDemoShop } from '../acceptance/docs/demo-shop.ts';
import { assertUsable } from './axe.ts';
import { type Locator, openPage, type Page } from './browser.ts';
import { HOSTILE } from './hostile-bundle.ts';

const scope = {
  tenantId: demo.tenantId,
  workspaceId: demo.workspaceId,
  environmentId: demo.productionEnvironmentId,
};

/** Waits until the page shows what its address says. */
const settled = (page: Page): Promise<void> =>
  page.locator('main:not(:has([aria-busy=true])) h1:not(:empty)').first().waitFor();
const heading = (page: Page): Promise<string | null> => page.locator('main h1').textContent();
const names = (page: Page): Promise<string[]> => page.locator('main .card .name').allTextContents();
const statusIs = async (page: Page, text: string): Promise<void> =>
  page.locator('[role=status]').filter({ hasText: text }).waitFor();
const facet = (page: Page, text: string): Locator =>
  page.locator('.facets label').filter({ hasText: text }).first().locator('input');

test('a shopper finds, filters, reads and writes', { timeout: 300_000 }, async (context) => {
  const { service, token } = await openDemoShop(context);
  const manage = createManageClient({ baseUrl: service.address, scope, token });
  const { page } = await openPage(context, [service.address]);
  const shop = `${service.address}/storefront`;
  const open = async (path: string): Promise<void> => {
    await page.goto(shop + path);
    await settled(page);
  };

  await context.test('search with a typing error, and back to what was typed', async () => {
    await open('');
    await page.locator('[role=combobox]').fill('rain jakcet');
    await page.locator('[role=combobox]').press('Enter');
    await page.waitForURL(/\/search\?q=rain\+jakcet$/);
    const { records, _meta_ } = await manage.searchProducts({
      search_term: 'rain jakcet',
      out_of_stock: 'last',
      limit: 24,
    });
    await statusIs(page, `${_meta_.total_count} products`);
    assert.deepEqual(
      await names(page),
      records.map(({ name }) => name),
    );
    assert.match((await page.locator('.mean').textContent()) ?? '', /results for “rain jacket”/);
    assert.match(await page.locator('.card .name').first().innerHTML(), /<mark>Rain<\/mark>/);
    await page.locator('.mean a').click();
    await page.locator('main h1').filter({ hasText: 'Nothing found for “rain jakcet”' }).waitFor();
    await page.locator('.terms a').first().waitFor();
    await page.locator('.mean a').filter({ hasText: 'rain jacket' }).click();
    await statusIs(page, `${_meta_.total_count} products`);
  });

  await context.test('a suggestion by keyboard', async () => {
    await open('');
    const box = page.locator('[role=combobox]');
    await box.pressSequentially('slee');
    await page.locator('[role=option]').filter({ hasText: 'sleeping bag' }).first().waitFor();
    assert.equal(await box.getAttribute('aria-expanded'), 'true');
    await box.press('ArrowDown');
    await page.locator('#option-0[aria-selected=true]').waitFor();
    assert.equal(await box.getAttribute('aria-activedescendant'), 'option-0');
    await box.press('ArrowUp');
    await box.press('ArrowUp');
    const last = (await page.locator('[role=option]').count()) - 1;
    await page.locator(`#option-${last}[aria-selected=true]`).waitFor();
    await box.press('Escape');
    await page.locator('[role=combobox][aria-expanded=false]').waitFor();
    await box.press('ArrowDown');
    await page.locator('#option-0').waitFor();
    await box.press('ArrowDown');
    await box.press('Enter');
    await page.waitForURL(/\/search\?q=sleeping\+bag$/);
    await settled(page);
    assert.equal(await heading(page), '“sleeping bag”');
  });

  await context.test('two facets, the order, and an address to share', async () => {
    await open('/category/cat-jackets');
    assert.equal(await heading(page), 'Jackets');
    const sizes = page.locator('.facets fieldset').filter({ hasText: 'Size' }).locator('label span');
    assert.deepEqual((await sizes.allTextContents()).slice(0, 7), ['XS', 'S', 'M', 'L', 'XL', 'XXL', '104']);
    await facet(page, 'women').click();
    await page.waitForURL(/facet=audience/);
    await facet(page, 'petrol').click();
    await page.waitForURL(/facet=color/);
    await page.locator('.toolbar select').selectOption('price-asc');
    await page.waitForURL(/sort=price-asc/);
    const { records, _meta_ } = await manage.searchProducts({
      category_id: 'cat-jackets',
      facets: [
        { field_internal_name: 'audience', value: 'women' },
        { field_internal_name: 'color', value: 'petrol' },
      ],
      sort_by: 'price',
      out_of_stock: 'last',
    });
    await statusIs(page, `${_meta_.total_count} products`);
    await settled(page);
    const expected = records.map(({ name }) => name);
    assert.deepEqual(await names(page), expected);
    await page.goto(page.url());
    await settled(page);
    assert.deepEqual(await names(page), expected);
    assert.ok(await facet(page, 'petrol').isChecked());
    await page.locator('.facets .chips a').filter({ hasText: 'Clear all' }).click();
    await page.waitForURL(/cat-jackets\?sort=price-asc$/);
    await page.evaluate('history.back()');
    await statusIs(page, `${_meta_.total_count} products`);
  });

  await context.test('a range, and a choice that finds nothing can be removed', async () => {
    await open('/search?q=jacket');
    const range = page.locator('.facets fieldset').filter({ hasText: 'Price' }).locator('label').first();
    const count = await range.locator('small').textContent();
    await range.locator('input').click();
    await page.waitForURL(/facet=price/);
    await page
      .locator('[role=status]')
      .filter({ hasText: new RegExp(`^${count} product`) })
      .waitFor();
    assert.equal(await range.locator('input').isChecked(), true);
    await page.locator('.chips a').first().click();
    await open('/search?q=rain+jacket&facet=color:petrol&facet=size:XS&facet=audience:kids');
    await statusIs(page, '0 products');
    await page.locator('.chips a').filter({ hasText: 'XS' }).press('Enter');
    await page.waitForURL(/facet=color%3Apetrol&facet=audience%3Akids/);
    assert.equal(
      await page.evaluate('document.activeElement.tagName'),
      'SUMMARY',
      'the keyboard goes on there',
    );
  });

  await context.test('a product with its variants and those like it', async () => {
    await open('/category/cat-rain-jackets');
    await page.locator('.card').filter({ hasText: "Women's Skarv" }).click();
    await page.waitForURL(/\/products\/p-skarv-rain-jacket-w$/);
    await page.locator('.product').waitFor();
    assert.equal(await heading(page), "Women's Skarv Rain Jacket");
    await page.locator('.variants label').filter({ hasText: /^L$/ }).click();
    await page.waitForURL(/variant=FJ-RAIN-SKARV-W-L$/);
    await statusIs(page, 'In stock · FJ-RAIN-SKARV-W-L');
    await page.locator('.variants label').filter({ hasText: /^XS/ }).click();
    await statusIs(page, 'Sold out · FJ-RAIN-SKARV-W-XS');
    await page.locator('.similar .card').first().waitFor();
    const { records } = await manage.listSimilarProducts({ product_id: 'p-skarv-rain-jacket-w', limit: 12 });
    const isAvailable = ({ in_stock }: { readonly in_stock?: boolean }): boolean => in_stock === true;
    const expected = [...records.filter(isAvailable), ...records.filter((product) => !isAvailable(product))];
    assert.deepEqual(
      await page.locator('.similar .name').allTextContents(),
      expected.slice(0, 4).map(({ name }) => name),
    );
  });

  await context.test('an article in three languages', async () => {
    await open('/journal');
    await page.locator('.stories a').filter({ hasText: 'Watching the winter sky' }).click();
    await page.waitForURL(/\/journal\/night-sky$/);
    for (const [language, title] of [
      ['DE', 'Den Winterhimmel beobachten'],
      ['FR', "Observer le ciel d'hiver"],
      ['EN', 'Watching the winter sky'],
    ] as const) {
      await page.locator('.languages a').filter({ hasText: language }).click();
      await page.locator('main h1').filter({ hasText: title }).waitFor();
      assert.equal(await page.evaluate('document.documentElement.lang'), language.toLowerCase());
    }
    await page.locator('.byline a').filter({ hasText: 'Deutsch' }).click();
    await page.locator('main h1').filter({ hasText: 'Den Winterhimmel' }).waitFor();
    await page.locator('.sections a').first().click();
    await page.waitForURL(/category\/.*lang=de$/);
    await statusIs(page, 'Produkte');
  });

  await context.test('names, values, numbers and prices in the language of the shopper', async () => {
    for (const [lang, name, values, price] of [
      ['', 'Jackets', ['Waterproof: yes', 'Rating: 4.8', 'Weight: 380 g'], '$188.95'],
      ['?lang=de', 'Jacken', ['Wasserdicht: ja', 'Bewertung: 4,8', 'Gewicht: 380 g'], '177,90 €'],
      ['?lang=fr', 'Vestes', ['Imperméable: oui', 'Note: 4,8', 'Poids: 380 g'], '177,90 €'],
    ] as const) {
      await open(`/products/p-skarv-rain-jacket-w${lang}`);
      const shown = await page.evaluate<string[]>(
        `[...document.querySelectorAll('dl div')].map(({ children: [name, value] }) => name.textContent + ': ' + value.textContent)`,
      );
      const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
      for (const value of values) assert.ok(shown.map(plain).includes(value), `${value} in ${shown.join()}`);
      assert.equal(plain((await page.locator('.product .price').textContent()) ?? ''), price);
      await page.locator('.crumbs a').filter({ hasText: name }).first().click();
      await page.locator('main h1').filter({ hasText: name }).waitFor();
    }
  });

  await context.test('a page beyond the last one leads to the last', async () => {
    for (const number of ['99', '1e9', '-1', 'x']) {
      await open(`/search?q=jacket&page=${number}`);
      const isBeyond = number === '99' || number === '1e9';
      assert.equal(await page.locator('.empty').count(), isBeyond ? 1 : 0, number);
    }
    await open('/search?q=jacket&page=99');
    await page.locator('.empty a').click();
    await page.locator('.card').first().waitFor();
    await page.goto(`${shop}/search/?q=jacket`);
    await settled(page);
    assert.match(page.url(), /\/storefront\/search\?q=jacket$/);
  });

  await context.test('a form that arrives', async () => {
    await open('/forms/contact');
    for (const [field, text] of Object.entries({
      name: HOSTILE,
      email: 'kari@example.com',
      message: 'Does the jacket come in green?',
    }))
      await page.locator(`.answers #${field}`).fill(text);
    await page.locator('.answers #topic').selectOption('product');
    await page.locator('.answers button').click();
    await page.waitForURL(/sent=1$/);
    await statusIs(page, 'Thank you');
    const { items } = await manage.listSubmissions({ form_id: uuidFrom('form:contact') });
    assert.deepEqual(
      items.map(({ values }) => values),
      [
        {
          name: HOSTILE,
          email: 'kari@example.com',
          topic: 'product',
          message: 'Does the jacket come in green?',
        },
      ],
    );
  });

  await context.test('axe finds nothing, in light and dark, and nothing is wider than a phone', async () => {
    for (const path of [
      '',
      '/search?q=rain+jakcet&facet=color:petrol',
      '/search?q=qqqqq',
      '/category/cat-jackets',
      '/campaign/winter',
      '/products/p-skarv-rain-jacket-w',
      '/journal?lang=de',
      '/journal/night-sky?lang=fr',
      '/forms/contact',
      '/forms/contact?sent=1',
    ])
      await assertUsable(page, path, () => open(path));
  });
});
