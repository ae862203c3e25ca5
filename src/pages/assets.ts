// The files that pages load: styles, scripts, pictures. `npm run pages` builds them ahead into folders of `pages/built`, one for
// each application, with a manifest. A name contains the digest of its file, so a browser may keep it for ever.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The codings that files are stored in beside themselves, with the ending of each. */
export const storedCodings = { br: '.br', gzip: '.gz' } as const;

export type StoredCoding = keyof typeof storedCodings;

export interface AssetFile {
  readonly file: string;
  readonly type: string;
  /** Empty where nothing is gained, as for pictures. */
  readonly codings: readonly StoredCoding[];
}

/** By the name of the source: `site.css`. */
export type Manifest = Readonly<Record<string, AssetFile>>;

export interface Assets {
  /** By the name of its source. */
  readonly get: (name: string) => AssetFile;
  /** The path of a file, by the name of its source. */
  readonly pathOf: (name: string) => string;
  /** By the name with the digest; undefined if there is none. */
  readonly find: (file: string) => AssetFile | undefined;
  /** Read once. */
  readonly read: (asset: AssetFile, coding: StoredCoding | undefined) => Promise<Buffer>;
}

export const ASSETS_PATH = '/assets';

/** The folders of `pages/built`. */
export type Application = 'site' | 'storefront';

/** Reads the manifest of the folder, and its files as they are asked for. */
export const openAssets = (application: Application = 'site'): Assets => {
  const folder = new URL(`../../pages/built/${application}/`, import.meta.url);
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Manifest;
  const files = new Map(Object.values(manifest).map((asset) => [asset.file, asset]));
  const contents = new Map<string, Promise<Buffer>>();
  const get = (name: string): AssetFile => {
    const asset = manifest[name];
    if (asset === undefined) throw new Error(`pages/built has no ${name}; run: npm run pages`);
    return asset;
  };
  return {
    get,
    pathOf: (name) => `${ASSETS_PATH}/${get(name).file}`,
    find: (file) => files.get(file),
    read: ({ file }, coding) => {
      const name = coding === undefined ? file : file + storedCodings[coding];
      const known = contents.get(name) ?? readFile(new URL(name, folder));
      contents.set(name, known);
      // It may be there next time.
      known.catch(() => contents.delete(name));
      return known;
    },
  };
};
