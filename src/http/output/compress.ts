// Content negotiation: which coding a client gets, and the bytes in that coding. Node's thread pool compresses, never the event loop.

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { readWeights } from '../wire/quality.ts';

export type Coding = 'zstd' | 'br' | 'gzip';

/** Anything smaller fits into one packet uncompressed. */
export const COMPRESSED_FROM_BYTES = 1_024;

interface Levels {
  readonly br: number;
  readonly gzip: number;
}

/** For responses that are sent once or a few times: nearly all of the gain for a fraction of the time. */
export const FAST: Levels = { br: 4, gzip: 5 };
/** For what is made once and sent often. */
export const THOROUGH: Levels = { br: 9, gzip: 9 };

/** In order of preference, for clients that accept several equally. */
const codings: readonly Coding[] = ['zstd', 'br', 'gzip'];

const encoders: Readonly<Record<Coding, (bytes: Buffer, levels: Levels) => Promise<Buffer>>> = {
  zstd: promisify(zstdCompress) as (bytes: Buffer) => Promise<Buffer>,
  br: (bytes, levels) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: levels.br,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes, levels) => promisify(gzip)(bytes, { level: levels.gzip }),
};

export const compress = (coding: Coding, bytes: Buffer, levels: Levels = FAST): Promise<Buffer> =>
  encoders[coding](bytes, levels);

/** RFC 9110, 12.5.3: one of those offered, in order of preference. `undefined` means no coding. */
export const chooseCoding = <C extends Coding = Coding>(
  acceptEncoding: string | undefined,
  offered: readonly C[] = codings as readonly C[],
): C | undefined => {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined;
  const weights = readWeights(acceptEncoding);
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  let best: C | undefined;
  for (const coding of offered) {
    if (weightOf(coding) > (best === undefined ? 0 : weightOf(best))) best = coding;
  }
  // A client that prefers `identity` to all of these gets it.
  return best !== undefined && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
};
