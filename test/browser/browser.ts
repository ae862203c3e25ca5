// A real browser, driven by Playwright, which is installed in this folder on first use and typed here as far as it is used, so that
// everything compiles without it. A page that logs an error, or asks anyone but its own servers, fails its test.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Chromium, findChromium } from './debian-chromium.ts';

const folder = import.meta.dirname;
const PAGE_MAX_MS = 60_000;
/** On a busy machine the service may refuse a request, which the client then repeats. The browser logs it all the same. */
const REPEATED = /the server responded with a status of 503/;

export interface Locator {
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  pressSequentially(text: string): Promise<void>;
  waitFor(): Promise<void>;
  getAttribute(name: string): Promise<string | null>;
  selectOption(value: string): Promise<unknown>;
  textContent(): Promise<string | null>;
  allTextContents(): Promise<string[]>;
  innerHTML(): Promise<string>;
  count(): Promise<number>;
  isChecked(): Promise<boolean>;
  first(): Locator;
  filter(options: { readonly hasText: string | RegExp }): Locator;
  locator(selector: string): Locator;
}

interface Message {
  type(): string;
  text(): string;
}

interface PageRequest {
  method(): string;
  url(): string;
}

export interface Page {
  goto(url: string): Promise<unknown>;
  url(): string;
  emulateMedia(options: { readonly colorScheme: 'light' | 'dark' }): Promise<void>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  waitForURL(url: RegExp): Promise<void>;
  locator(selector: string): Locator;
  evaluate<T>(script: string): Promise<T>;
  waitForFunction(
    script: string,
    argument?: undefined,
    options?: { readonly timeout: number },
  ): Promise<unknown>;
  setDefaultTimeout(ms: number): void;
  close(): Promise<void>;
  on(event: 'console', seen: (message: Message) => void): void;
  on(event: 'pageerror', seen: (error: Error) => void): void;
  on(event: 'request', seen: (request: PageRequest) => void): void;
}

export interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: {
    launch(options: { executablePath: string; env: Record<string, string | undefined> }): Promise<Browser>;
  };
}

/** From the lock file in this folder. */
export const installPackages = (): void => {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  const words = [
    'ci',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
  ];
  const { status } = spawnSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('npm ci --prefix test/browser failed: the browser cannot be driven');
};

/** Installs what is missing. Not for several processes at once. */
export const obtainBrowser = (): Chromium => {
  installPackages();
  return findChromium();
};

export const launchBrowser = async (): Promise<Browser> => {
  const { executable, env } = obtainBrowser();
  const { chromium } = (await import(
    pathToFileURL(join(folder, 'node_modules', 'playwright-core', 'index.mjs')).href
  )) as Playwright;
  return chromium.launch({ executablePath: executable, env: { ...process.env, ...env } });
};

export interface OpenedPage {
  readonly page: Page;
  /** `GET /path?query` of every request so far. */
  readonly requests: string[];
}

/** A blank page. The test fails at its end if there was an error, or a request to another origin than these. */
export const openPage = async (context: TestContext, origins: readonly string[]): Promise<OpenedPage> => {
  const browser = await launchBrowser();
  const faults: string[] = [];
  const requests: string[] = [];
  context.after(async () => {
    await browser.close();
    assert.deepEqual(faults, []);
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(PAGE_MAX_MS);
  page.on('console', (message) => {
    const isFault = ['error', 'warning'].includes(message.type()) && !REPEATED.test(message.text());
    if (isFault) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (!origins.includes(origin)) faults.push(`a request to ${origin}`);
    requests.push(`${request.method()} ${pathname}${search}`);
  });
  return { page, requests };
};
