// Whether people can use a page: axe's rules, in light and dark, and nothing wider than a small phone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './browser.ts';

/** Narrower than most: what fits here fits everywhere. */
const PHONE = { width: 320, height: 700 };
const DESK = { width: 1_280, height: 900 };

/** The elements are the same in the dark; only the colours differ. */
const rules = { light: '', dark: `{ runOnly: ['color-contrast'] }` } as const;

/** `open` shows the page; it is called for the desk in light colours, then for the phone in dark ones. */
export const assertUsable = async (page: Page, name: string, open: () => Promise<unknown>): Promise<void> => {
  const axe = readFileSync(join(import.meta.dirname, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
  for (const colorScheme of ['light', 'dark'] as const) {
    const size = colorScheme === 'dark' ? PHONE : DESK;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await open();
    assert.ok(await page.evaluate(`document.documentElement.scrollWidth <= ${size.width}`), `${name}: width`);
    await page.evaluate(`${axe};0`);
    const found = await page.evaluate<string[]>(
      `axe.run(${rules[colorScheme]}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ' ' + node.html)))`,
    );
    assert.deepEqual(found, [], `${name} ${colorScheme}`);
  }
};
