// Bytes into entries: any cutting, packed or not, hostile input, and scopes that never leak into the next lines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { asInput, bundleBytes, scopeLine, shortLines } from '../../test/fixtures/sample-bundle.ts';
import { LINE_MAX_BYTES } from './bundle-codec.ts';
import { LineSplitter } from './lines/line-splitter.ts';
import { type BundleEntry, type ReadTally, readBundle } from './read-bundle.ts';

const NO_SCOPE =
  'a scope line must come before it, such as {"kind":"scope","tenant_id":"acme","workspace_id":"web"}';

const tenant = (name: string) => ({ kind: 'tenant', id: 'acme', name });

const entriesOf = async (...chunks: readonly Uint8Array[]): Promise<BundleEntry[]> =>
  Array.fromAsync(readBundle(asInput(...chunks)));

/** Each entry in short: its line and the name it carries, or its fault. */
const told = (entries: readonly BundleEntry[]): [number, string][] =>
  entries.map((entry) => [
    entry.line,
    'fault' in entry ? entry.fault : 'name' in entry.object ? entry.object.name : entry.object.kind,
  ]);

const cut = (bytes: Uint8Array, at: readonly number[]): Uint8Array[] => {
  const places = [...at.map((place) => place % (bytes.length + 1)), 0, bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
};

test('wherever the bytes are cut, packed or not, the entries are the same', async () => {
  const piece = fc.oneof(
    fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((name) => JSON.stringify(tenant(name.replaceAll('\0', '')))),
    fc.constantFrom('', '  ', '{', '{"kind":"x"}', JSON.stringify(scopeLine), '\u{1f600}', '\ufeff'),
  );
  const bundle = fc
    .array(fc.tuple(piece, fc.constantFrom('\n', '\r\n')), { maxLength: 12 })
    .map((pieces) => Buffer.from(pieces.flat().join('')));
  await fc.assert(
    fc.asyncProperty(
      bundle,
      fc.array(fc.nat(), { maxLength: 30 }),
      fc.boolean(),
      async (bytes, at, isPacked) => {
        const expected = await entriesOf(bytes);
        const sent = isPacked ? gzipSync(bytes) : bytes;
        assert.deepEqual(await entriesOf(...cut(sent, at)), expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('byte by byte, a packed bundle with a byte order mark is read', async () => {
  const bytes = gzipSync(Buffer.concat([Buffer.from('\ufeff'), bundleBytes([scopeLine, tenant('Größe')])]));
  const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
  assert.deepEqual(told(await entriesOf(...chunks)), [[2, 'Größe']]);
});

test('packed parts put one after the other are one bundle', async () => {
  const parts = [bundleBytes([scopeLine, tenant('a')]), bundleBytes([tenant('b')])].map((part) =>
    gzipSync(part),
  );
  assert.deepEqual(told(await entriesOf(Buffer.concat(parts))), [
    [2, 'a'],
    [3, 'b'],
  ]);
});

test('lines keep their numbers over blank lines and any line end, and the last needs none', async () => {
  const line = (name: string) => JSON.stringify(tenant(name));
  const text = `\ufeff${JSON.stringify(scopeLine)}\r\n\r\n \t\n${line('a')}\n\n${line('b')}`;
  const tally: ReadTally = { bytes: 0, lines: 0 };
  const entries = await Array.fromAsync(readBundle(asInput(Buffer.from(text)), tally));
  assert.deepEqual(told(entries), [
    [4, 'a'],
    [6, 'b'],
  ]);
  assert.deepEqual(tally, { bytes: Buffer.byteLength(text), lines: 6, hasScope: true });
});

test('an empty input has no lines', async () => {
  const tally: ReadTally = { bytes: 0, lines: 0 };
  assert.deepEqual(await Array.fromAsync(readBundle(asInput(), tally)), []);
  assert.deepEqual(tally, { bytes: 0, lines: 0 });
  assert.deepEqual(await entriesOf(gzipSync('')), []);
});

test('a scope holds for the lines after it, until the next one', async () => {
  const second = { kind: 'scope', tenant_id: 'acme', workspace_id: 'b2b' };
  const entries = await entriesOf(bundleBytes([scopeLine, shortLines.form, second, shortLines.form]));
  assert.deepEqual(
    entries.map((entry) => 'scope' in entry && entry.scope.workspaceId),
    ['web', 'b2b'],
  );
});

test('a line before any scope is at fault, and so is one after a scope line that is', async () => {
  assert.deepEqual(told(await entriesOf(bundleBytes([tenant('a'), scopeLine, tenant('b')]))), [
    [1, `tenant: ${NO_SCOPE}`],
    [3, 'b'],
  ]);
  assert.deepEqual(told(await entriesOf(bundleBytes([{ kind: 'scope' }, shortLines.form]))), [
    [1, 'scope: tenant_id is missing; workspace_id is missing'],
    [2, `form: ${NO_SCOPE}`],
  ]);
});

test('after a scope line that cannot be read nothing is put into the scope before it', async () => {
  const notUtf8 = Buffer.concat([
    Buffer.from('{"kind": "scope","tenant_id":"'),
    Buffer.from([0xff]),
    Buffer.from('"}'),
  ]);
  const bad = [
    Buffer.from('{"kind":"scope","tenant_id":"x"}'),
    Buffer.from('{"tenant_id":"x","kind" : "scope"'),
    notUtf8,
  ];
  for (const line of bad) {
    const all = [bundleBytes([scopeLine]), line, Buffer.from('\n'), bundleBytes([shortLines.form])];
    const entries = await entriesOf(Buffer.concat(all));
    assert.equal(entries.length, 2);
    assert.deepEqual(told(entries)[1], [3, `form: ${NO_SCOPE}`]);
  }
});

test('another line that cannot be read leaves the scope as it is', async () => {
  const text = JSON.stringify(tenant('say "kind":"scope"'));
  const entries = await entriesOf(bundleBytes([scopeLine, text.slice(0, -1), shortLines.form]));
  assert.equal(told(entries).length, 2);
  assert.deepEqual(told(entries)[1], [3, 'contact']);
});

test('a tenant or workspace line describes the scope it stands in', async () => {
  const lines = [scopeLine, { kind: 'tenant', id: 'other' }, { kind: 'workspace', id: 'other' }];
  assert.deepEqual(told(await entriesOf(bundleBytes(lines))), [
    [2, 'tenant: id must be "acme", as in the scope line before it'],
    [3, 'workspace: id must be "web", as in the scope line before it'],
  ]);
});

test('bytes that are not UTF-8 are a fault of their line only', async () => {
  const bad = [
    Buffer.from([0xff, 0xfe]),
    Buffer.from([0xc0, 0x80]),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from([0xe2, 0x82]),
  ];
  for (const bytes of bad) {
    const name = Buffer.concat([
      Buffer.from('{"kind":"tenant","id":"acme","name":"'),
      bytes,
      Buffer.from('"}\n'),
    ]);
    const all = Buffer.concat([bundleBytes([scopeLine]), name, bundleBytes([tenant('b')])]);
    assert.deepEqual(told(await entriesOf(all)), [
      [2, 'is not valid UTF-8'],
      [3, 'b'],
    ]);
  }
});

test('a line may be as long as the limit, and one byte more is a fault of that line only', async () => {
  const bare = JSON.stringify(tenant('')).length;
  const longest = JSON.stringify(tenant('x'.repeat(LINE_MAX_BYTES - bare)));
  const longer = JSON.stringify(tenant('x'.repeat(LINE_MAX_BYTES - bare + 1)));
  const text = `${JSON.stringify(scopeLine)}\n${longest}\r\n${longer}\r\n${JSON.stringify(tenant('b'))}\n${longer}`;
  for (const size of [1_000_003, 2 ** 26]) {
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const entries = await entriesOf(...chunks);
    assert.ok(entries[0] !== undefined && 'object' in entries[0]);
    assert.deepEqual(told(entries.slice(1)), [
      [3, 'is longer than 4194304 bytes'],
      [4, 'b'],
      [5, 'is longer than 4194304 bytes'],
    ]);
  }
});

test('a packed line that unpacks to very much is a fault of that line only', async () => {
  const bomb = gzipSync(Buffer.concat([bundleBytes([scopeLine]), Buffer.alloc(2 ** 26, 0x20)]), { level: 1 });
  const rest = gzipSync(bundleBytes(['', tenant('b')]));
  assert.deepEqual(told(await entriesOf(bomb, rest)), [
    [2, 'is longer than 4194304 bytes'],
    [3, 'b'],
  ]);
});

test('no more than a line is held of one that never ends', () => {
  const splitter = new LineSplitter(LINE_MAX_BYTES);
  const chunk = Buffer.alloc(65_536, 0x20);
  const before = process.memoryUsage().arrayBuffers;
  for (let sent = 0; sent < 2 ** 28; sent += chunk.length) assert.deepEqual([...splitter.push(chunk)], []);
  const held = process.memoryUsage().arrayBuffers - before;
  assert.ok(held < 8 * LINE_MAX_BYTES, `${held} bytes are held`);
  assert.deepEqual(splitter.end(), {
    number: 1,
    fault: 'is longer than 4194304 bytes',
    code: 'too_long:line',
  });
});

test('packed data that ends too early or is damaged is a fault of the line that cannot be read', async () => {
  const packed = gzipSync(bundleBytes([scopeLine, tenant('a')]));
  for (const length of [2, 9, packed.length - 9, packed.length - 1]) {
    const entries = await entriesOf(packed.subarray(0, length));
    assert.match(told(entries).at(-1)?.[1] ?? '', /^cannot be read: the gzip data ends too early$/);
  }
  const damaged = Buffer.from(packed);
  damaged.writeUInt8((damaged.at(-6) ?? 0) ^ 0xff, damaged.length - 6);
  assert.match(
    told(await entriesOf(damaged)).at(-1)?.[1] ?? '',
    /^cannot be read: the gzip data is damaged$/,
  );
});

test('an error of the source is no fault of a line', async () => {
  for (const start of [bundleBytes([scopeLine]), gzipSync(bundleBytes([scopeLine])).subarray(0, 12)]) {
    const input = async function* () {
      yield start;
      throw new Error('the disk is gone');
    };
    await assert.rejects(Array.fromAsync(readBundle(input())), /the disk is gone/);
  }
});

test('the source is read only as fast as the entries are taken, and let go when no more are', async () => {
  for (const pack of [(bytes: Buffer) => bytes, gzipSync]) {
    let sent = 0;
    let isLetGo = false;
    const input = async function* () {
      try {
        yield pack(bundleBytes([scopeLine]));
        for (; sent < 10_000; sent += 1)
          yield pack(bundleBytes(Array.from({ length: 100 }, () => tenant('a'))));
      } finally {
        isLetGo = true;
      }
    };
    for await (const entry of readBundle(input())) {
      if (entry.line === 50) break;
    }
    await new Promise(setImmediate);
    assert.ok(sent < 5_000, `${sent} chunks were taken for 50 lines`);
    assert.ok(isLetGo);
  }
});
