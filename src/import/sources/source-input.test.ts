// Files as text: gzip by content, again and again, and within bounds.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openSourceInput, type UnpackLimits } from './source-input.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-input-'));
});
after(() => rm(folder, { recursive: true }));

const open = async (bytes: Uint8Array, limits?: UnpackLimits) => {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const tally = { bytes: 0, totalBytes: 0, unpackedBytes: 0 };
  const input = await openSourceInput({ name: 'file', path }, tally, limits);
  const read = async () => (await Array.fromAsync(input.open())).join('');
  return { input, read, tally };
};

test('plain and packed files are read alike, and again', async () => {
  const text = 'Größe,1\n'.repeat(20_000);
  for (const bytes of [Buffer.from(text), gzipSync(text)]) {
    const { read, tally } = await open(bytes);
    assert.equal(await read(), text);
    const unpackedBytes = Buffer.byteLength(text);
    assert.deepEqual(tally, { bytes: bytes.length, totalBytes: bytes.length, unpackedBytes });
    assert.equal(await read(), text);
    assert.deepEqual(tally, {
      bytes: bytes.length * 2,
      totalBytes: bytes.length * 2,
      unpackedBytes: unpackedBytes * 2,
    });
  }
});

test('what unpacks to too much is refused, what is long and plain is not', async () => {
  const limits = { totalBytes: 400_000, ratio: 50, freeBytes: 100_000 };
  const bomb = await open(gzipSync(Buffer.alloc(5_000_000, 'a')), limits);
  await assert.rejects(bomb.read(), /more than 50 times its size/);
  assert.match(bomb.input.fault?.message ?? '', /^cannot be read any further: it unpacks/);
  const random = Buffer.from(Array.from({ length: 500_000 }, () => 97 + Math.floor(Math.random() * 26)));
  const large = await open(gzipSync(random), limits);
  await assert.rejects(large.read(), /more than 400000 bytes/);
  const plain = await open(random, limits);
  assert.equal((await plain.read()).length, random.length);
});

test('what is read again counts again, up to a limit', async () => {
  const limits = { totalBytes: 400_000, ratio: 50, freeBytes: 1_000_000, readBytes: 250_000 };
  const { read } = await open(gzipSync('a,b\n'.repeat(50_000)), limits);
  await read();
  await assert.rejects(read(), /all files together unpack to more/);
});

test('a bomb of a gigabyte is refused early, by default', async () => {
  // Members of a gzip file follow one another.
  const member = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));
  const { read, tally } = await open(Buffer.concat(Array.from({ length: 64 }, () => member)));
  await assert.rejects(read(), /more than 200 times/);
  assert.ok(tally.bytes < tally.totalBytes / 2, `${tally.bytes} of ${tally.totalBytes}`);
});

test('packed data that is cut off or damaged is a fault with its line', async () => {
  const packed = gzipSync(Array.from({ length: 20_000 }, (_, row) => `${row * row}\n`).join(''));
  const cut = await open(packed.subarray(0, packed.length / 2));
  await assert.rejects(cut.read(), /ends too early/);
  assert.ok((cut.input.fault?.line ?? 0) > 1_000);
});
