// The spool gives texts back in their order, whoever is faster, and leaves nothing behind.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openTextSpool } from './text-spool.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'text-spool-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const allOf = async (texts: AsyncIterable<string>): Promise<string> =>
  (await Array.fromAsync(texts)).join('');

test('everything may be appended before anything is read', async () => {
  const spool = openTextSpool(folder, 10);
  const texts = Array.from({ length: 5_000 }, (_, index) => `${index} größe \u{1f600}\n`);
  for (const text of texts) await spool.append(text);
  assert.equal((await readdir(folder)).length, 1);
  spool.end();
  assert.equal(await allOf(spool.read()), texts.join(''));
  await spool.close();
  assert.deepEqual(await readdir(folder), []);
});

test('little needs no file', async () => {
  const spool = openTextSpool(folder, 10);
  await spool.append('a');
  await spool.append('b');
  spool.end();
  assert.equal(await allOf(spool.read()), 'ab');
  assert.deepEqual(await readdir(folder), []);
  await spool.close();
});

test('a reader who keeps up gets each text as it comes', async () => {
  const spool = openTextSpool(folder, 10);
  const texts = spool.read()[Symbol.asyncIterator]();
  const waiting = texts.next();
  await spool.append('first');
  assert.equal((await waiting).value, 'first');
  const next = texts.next();
  await spool.append('longer than the memory');
  assert.equal((await next).value, 'longer than the memory');
  const last = texts.next();
  spool.end();
  assert.equal((await last).done, true);
  await spool.close();
});

test('what was read does not stay on disk', async () => {
  const spool = openTextSpool(folder, 10);
  const texts = spool.read()[Symbol.asyncIterator]();
  const text = 'x'.repeat(1_000);
  for (let turn = 0; turn < 20; turn += 1) {
    await spool.append(text);
    assert.equal((await texts.next()).value, text);
  }
  const [own] = await readdir(folder);
  assert.equal((await stat(join(folder, own ?? '', 'results.ndjson'))).size, 1_000);
  spool.end();
  await spool.close();
});

test('a cause comes after everything that was appended', async () => {
  const spool = openTextSpool(folder, 10);
  await spool.append('some text that is long');
  spool.end(new Error('broken'));
  const texts = spool.read()[Symbol.asyncIterator]();
  assert.equal((await texts.next()).value, 'some text that is long');
  await assert.rejects(texts.next(), /broken/);
  await spool.close();
});

test('whoever is faster, the texts come back in their order', async () => {
  const piece = fc.string({ unit: 'grapheme', maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 30 }), async (pieces) => {
      const spool = openTextSpool(folder, 8);
      const reading = allOf(spool.read());
      for (const [text, pauses] of pieces) {
        await spool.append(text);
        if (pauses) await new Promise((resolve) => setImmediate(resolve));
      }
      spool.end();
      assert.equal(await reading, pieces.map(([text]) => text).join(''));
      await spool.close();
    }),
    { numRuns: 60 },
  );
  assert.deepEqual(await readdir(folder), []);
});
