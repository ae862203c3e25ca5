// Content negotiation: which coding a client gets, and the bytes in that coding. Node's thread pool compresses, never the event loop.

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

export type Coding = 'zstd' | 'br' | 'gzip';

/** Anything smaller fits into one packet uncompressed. */
export const COMPRESSED_FROM_BYTES = 1_024;

/** Fast levels for responses that are sent once or a few times: nearly all of the gain for a fraction of the time. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 5;

/** In order of preference, for clients that accept several equally. */
const codings: readonly Coding[] = ['zstd', 'br', 'gzip'];

const encoders: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  zstd: promisify(zstdCompress) as (bytes: Buffer) => Promise<Buffer>,
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

export const compress = (coding: Coding, bytes: Buffer): Promise<Buffer> => encoders[coding](bytes);

/** RFC 9110, 12.5.3. `undefined` means no coding. */
export const chooseCoding = (acceptEncoding: string | undefined): Coding | undefined => {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined;
  const weights = readWeights(acceptEncoding);
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  let best: Coding | undefined;
  for (const coding of codings) {
    if (weightOf(coding) > (best === undefined ? 0 : weightOf(best))) best = coding;
  }
  // A client that prefers `identity` to all of these gets it.
  return best !== undefined && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
};

const PART = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/i;
const PARTS_MAX = 32;

const readWeights = (acceptEncoding: string): Map<string, number> => {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.split(',', PARTS_MAX)) {
    const [, name, weight] = PART.exec(part) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), weight === undefined ? 1 : Number(weight) || 0);
  }
  return weights;
};
