// What a person at a terminal sees when the service is ready: addresses to open, and what belongs to the demo shop.

import type { Paint } from '../colors.ts';

export type BannerRow = readonly [label: string, value: string];

export interface Banner {
  /** Where it listens. */
  readonly address: string;
  readonly readyMs: number;
  /** More pages, with their paths. */
  readonly pages?: readonly BannerRow[];
  /** Below the addresses. */
  readonly rows: readonly BannerRow[];
  /** A request to begin with, by the address to send it to. */
  readonly example?: ((address: string) => string) | undefined;
}

const sharedPages: readonly BannerRow[] = [
  ['Open', ''],
  ['Reference', '/reference'],
  ['Docs', '/docs'],
  ['Health', '/readyz'],
];

export const showBanner = ({ address, readyMs, pages = [], rows, example }: Banner, paint: Paint): string => {
  const open = reachable(address);
  const links = [...sharedPages, ...pages].map(
    ([label, path]): BannerRow => [label, paint('cyan', open + path)],
  );
  const tried: BannerRow[] = example === undefined ? [] : [['Try', example(open)]];
  const groups = [links, rows, tried].filter((group) => group.length > 0);
  const width = Math.max(...groups.flat().map(([label]) => label.length));
  const line = ([label, value]: BannerRow): string => `  ${paint('dim', label.padEnd(width))}  ${value}\n`;
  const title = `  ${paint('bold', 'Vitrine')} ${paint('dim', `is ready after ${(readyMs / 1_000).toFixed(1)} s; Ctrl+C stops it`)}\n`;
  return ['', title, ...groups.map((group) => group.map(line).join('')), ''].join('\n');
};

/** A browser cannot open the address that stands for all of them. */
const reachable = (address: string): string =>
  address.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, 'http://localhost');
