// Bytes to text, whatever the chunks: as the decoder of the platform reads them, or a fault with its line and byte.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeText, InputFault } from './decode-text.ts';

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

const decode = async (bytes: Uint8Array, size = bytes.length): Promise<string> =>
  (await Array.fromAsync(decodeText(inChunks(bytes, size)))).join('');

const bigEndian = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

test('every encoding gives the same text, in chunks of any size', async () => {
  // No byte-order mark and no zip file by chance.
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((each) => !/^\ufeff|^PK|\0/.test(each));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (written, size) => {
      for (const bytes of [
        Buffer.from(written),
        Buffer.from(`\ufeff${written}`),
        Buffer.from(`\ufeff${written}`, 'utf16le'),
        bigEndian(written),
      ]) {
        assert.equal(await decode(bytes, size), written);
      }
    }),
    { numRuns: 200 },
  );
});

test('a byte is refused exactly if the platform refuses it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (bytes, size) => {
        const head = Buffer.concat([Buffer.from('head'), bytes]);
        const expected = (() => {
          try {
            return new TextDecoder('utf-8', { fatal: true }).decode(head);
          } catch {
            return undefined;
          }
        })();
        const found = await decode(head, size).catch((error: unknown) => {
          assert.ok(error instanceof InputFault);
          return undefined;
        });
        assert.equal(found, expected?.includes('\0') === true ? undefined : expected);
      },
    ),
    { numRuns: 500 },
  );
});

test('a fault names its line and byte', async () => {
  const cases: readonly (readonly [Uint8Array, number, RegExp])[] = [
    [Buffer.from('a,b\nCaf\u00e9,1\n', 'latin1'), 2, /^is not UTF-8: byte 8 is 0xe9; save the file as UTF-8/],
    [Buffer.from('\ufeffname\nx\0y'), 2, /^has a NUL byte at byte 10;/],
    [Buffer.from('name\nx', 'utf16le'), 1, /^has a NUL byte at byte 2; .* byte-order mark$/],
    [Buffer.from('caf\u00e9').subarray(0, -1), 1, /^ends within a character, at byte 4$/],
    [Buffer.from('\ufeffa\nb\ud800c', 'utf16le'), 2, /^is not UTF-16: half a character is at byte 9$/],
    [Buffer.from('\ufeffab', 'utf16le').subarray(0, -1), 1, /^ends within a character, at byte 5$/],
    [Buffer.from('PK\u0003\u0004 sheet'), 1, /^is a zip archive or an office document/],
  ];
  for (const [bytes, line, message] of cases) {
    for (const size of [1, 3, bytes.length]) {
      await assert.rejects(decode(bytes, size), (error) => {
        assert.ok(error instanceof InputFault, String(error));
        assert.match(error.message, message);
        assert.equal(error.line, line);
        return true;
      });
    }
  }
  assert.equal(await decode(Buffer.alloc(0)), '');
});
