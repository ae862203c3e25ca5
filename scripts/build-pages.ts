// Builds what pages load, from the sources in `pages/`: scripts joined and made small, names with the digest of the content, each
// file compressed as far as it goes, and the manifest that the service reads.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type AssetFile, type Manifest, type StoredCoding, storedCodings } from '../src/pages/assets.ts';

const DIGEST_CHARS = 10;
const GZIP_LEVEL = 9;

const root = join(import.meta.dirname, '..');

/** Each folder of `pages/built`, with its sources. */
export const applications: Readonly<Record<string, readonly string[]>> = {
  site: ['pages/site.css', 'pages/start.ts', 'pages/docs.ts', 'pages/reference.ts', 'pages/icon.svg'],
  storefront: ['pages/storefront/storefront.css', 'pages/storefront/main.tsx', 'pages/storefront/icon.svg'],
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

export const coders: Readonly<Record<StoredCoding, (bytes: Uint8Array) => Buffer>> = {
  br: (bytes) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gzip: (bytes) => gzipSync(bytes, { level: GZIP_LEVEL }),
};

export interface BuiltApplication {
  /** By file name; without those that are compressed. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly manifest: Manifest;
}

export const buildApplication = async (sources: readonly string[]): Promise<BuiltApplication> => {
  const files = new Map<string, Uint8Array>();
  const manifest: Record<string, AssetFile> = {};
  for (const [name, bytes] of await compile(sources)) {
    const extension = extname(name);
    const digest = hash('sha256', bytes, 'hex').slice(0, DIGEST_CHARS);
    const file = `${name.slice(0, -extension.length)}-${digest}${extension}`;
    files.set(file, bytes);
    manifest[name] = {
      file,
      type: types[extension] ?? 'application/octet-stream',
      codings: Object.keys(storedCodings) as StoredCoding[],
    };
  }
  return { files, manifest };
};

/** By the names that pages know. */
const compile = async (sources: readonly string[]): Promise<Map<string, Uint8Array>> => {
  const isPlain = (source: string): boolean => extname(source) === '.svg';
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: sources.filter((source) => !isPlain(source)),
    outdir: 'pages/built',
    outbase: 'pages',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    legalComments: 'none',
    write: false,
  });
  return new Map([
    ...outputFiles.map(({ path, contents }) => [path.split(/[\\/]/).at(-1) ?? '', contents] as const),
    ...sources
      .filter(isPlain)
      .map((source) => [source.split('/').at(-1) ?? '', readFileSync(join(root, source))] as const),
  ]);
};
