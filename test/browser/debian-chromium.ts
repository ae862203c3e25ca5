// A real browser for the tests: Debian's Chromium, as it is installed here, or else unpacked from its packages into a cache folder,
// for which nobody needs to be root. There is no third way: without it, the tests that want it fail.

import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aptOptions, runTool, unpackPackages } from '../fixtures/debian-packages.ts';

/** The browser without windows, and letters for it to draw. */
const PACKAGES = [
  'chromium-headless-shell',
  'fonts-dejavu-core',
  'fonts-roboto-unhinted',
  'fonts-urw-base35',
];

/** What the names in the styles of pages mean here. Without it, Chromium draws everything with the first font that it finds. */
const FAMILIES: Readonly<Record<string, string>> = {
  'sans-serif': 'Roboto',
  'system-ui': 'Roboto',
  serif: 'P052',
  'ui-serif': 'P052',
  'Palatino Linotype': 'P052',
  monospace: 'DejaVu Sans Mono',
};

/** Another list of packages is another folder. */
const cache = join(
  import.meta.dirname,
  '..',
  '..',
  'node_modules',
  '.cache',
  `debian-chromium-${hash('sha256', JSON.stringify([PACKAGES, FAMILIES]), 'hex').slice(0, 8)}`,
);
/** Becomes the cache once it is complete. */
const unpacked = `${cache}-${process.pid}`;

export interface Chromium {
  readonly executable: string;
  /** What it needs where it is not installed. */
  readonly env: Readonly<Record<string, string>>;
}

/** The last two are where systems other than Debian have it; no package of theirs can be unpacked. */
const installed = ['chromium', 'chromium-headless-shell', 'google-chrome', 'chromium-browser'].map(
  (name) => `/usr/bin/${name}`,
);

/** Every folder that holds one: some libraries are in a folder of their package. */
const libraryFolders = (): string[] => [
  ...new Set(globSync(join(cache, '{usr/,}lib/**/*.so*')).map((library) => dirname(library))),
];

const findCached = (): Chromium | undefined => {
  const [executable] = globSync(join(cache, 'usr/lib/chromium/chromium-headless-shell'));
  if (executable === undefined) return undefined;
  const env = { LD_LIBRARY_PATH: libraryFolders().join(':'), FONTCONFIG_FILE: join(cache, 'fonts.conf') };
  return { executable, env };
};

/** The packages that this system lacks, those that they depend on included. */
const missingPackages = (options: readonly string[]): string[] => {
  const plan = runTool('apt-get', [
    ...options,
    '--simulate',
    '--no-install-recommends',
    'install',
    ...PACKAGES,
  ]);
  return [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
};

const fontsConfig = (folder: string): string =>
  [
    '<?xml version="1.0"?><fontconfig>',
    `<dir>${join(folder, 'usr/share/fonts')}</dir><dir>/usr/share/fonts</dir>`,
    `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`,
    ...Object.entries(FAMILIES).map(
      ([name, family]) =>
        `<match><test name="family"><string>${name}</string></test><edit name="family" mode="prepend" binding="same"><string>${family}</string></edit></match>`,
    ),
    '</fontconfig>',
  ].join('\n');

const obtain = (): void => {
  mkdirSync(unpacked, { recursive: true });
  const options = aptOptions(unpacked);
  runTool('apt-get', [...options, 'update', '-qq']);
  unpackPackages(missingPackages(options), unpacked, options);
  for (const part of ['lists', 'archives']) rmSync(join(unpacked, part), { recursive: true });
  writeFileSync(join(unpacked, 'fonts.conf'), fontsConfig(cache));
  renameSync(unpacked, cache);
};

export const findChromium = (): Chromium => {
  const here = installed.find((path) => existsSync(path));
  if (here !== undefined) return { executable: here, env: {} };
  try {
    if (findCached() === undefined) obtain();
    const found = findCached();
    if (found === undefined) throw new Error('the packages have no browser');
    return found;
  } catch (error) {
    throw new Error("A browser is needed for these tests. Install Debian's package chromium.", {
      cause: error,
    });
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
};
