// What a browser says about one visit of a page: when something and when the largest thing was painted, what it loaded, and how long a
// keystroke waits for its suggestions. The browser's own clock and counters; nothing is estimated here.

import type { Page } from '../../test/browser/browser.ts';
import { waitUntil } from '../../test/fixtures/wait-until.ts';

export interface Visit {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** Over the network, with headers. */
  readonly bytes: number;
  /** Those that went to the service; a response from the browser's cache is none. */
  readonly requests: number;
}

const READ_VISIT = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => {
    observer.disconnect();
    const loaded = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
    resolve({
      firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      largestPaintMs: list.getEntries().at(-1).startTime,
      bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0),
      requests: loaded.filter(({ transferSize }) => transferSize > 0).length,
    });
  });
  observer.observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Nothing is on its way any more, and what came is drawn. */
const SETTLED = `document.readyState === 'complete'
  && document.querySelector('main h1') !== null
  && document.querySelector('[aria-busy=true]') === null
  && [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')`;

export const visit = async (page: Page, url: string): Promise<Visit> => {
  await page.goto(url);
  // Not by the page itself: its policy allows no text to be run.
  await waitUntil(`${url} is complete`, () => page.evaluate<boolean>(SETTLED));
  return page.evaluate<Visit>(READ_VISIT);
};

const BOX = '[role=combobox]';

/** From the next key that is pressed to the frame that shows the suggestions. */
const WATCH_BOX = `{
  const box = document.querySelector('${BOX}');
  globalThis.opened = new Promise((resolve) => {
    box.addEventListener('keydown', ({ timeStamp }) => {
      const observer = new MutationObserver(() => {
        if (box.getAttribute('aria-expanded') !== 'true') return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      });
      observer.observe(box, { attributes: true });
    }, { once: true });
  });
}`;

/** The text is there but for its last letter, and the box is closed: then that letter is typed. */
export const measureKeystroke = async (page: Page, text: string): Promise<number> => {
  const box = page.locator(BOX);
  await box.fill(text.slice(0, -1));
  await page.locator(`${BOX}[aria-expanded=true]`).waitFor();
  await box.press('Escape');
  await page.locator(`${BOX}[aria-expanded=false]`).waitFor();
  await page.evaluate(`${WATCH_BOX};0`);
  await box.press(text.slice(-1));
  const tookMs = await page.evaluate<number>('globalThis.opened');
  await box.press('Escape');
  return tookMs;
};
