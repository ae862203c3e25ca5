// Form data in any pieces: each part comes out as it went in, and what is cut off or odd is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../domain/failures/failures.ts';
import { readParts } from './multipart.ts';

interface ReadPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly content: string;
}

async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const readAll = async (
  bytes: Buffer,
  boundary: string,
  sizes: readonly number[] = [bytes.length],
): Promise<ReadPart[]> => {
  const parts: ReadPart[] = [];
  for await (const { content, ...names } of readParts(inPieces(bytes, sizes), boundary)) {
    const chunks = await Array.fromAsync(content, (chunk) => Buffer.from(chunk));
    parts.push({ ...names, content: Buffer.concat(chunks).toString('latin1') });
  }
  return parts;
};

/** As browsers and Node write it. */
const encode = async (form: FormData): Promise<{ bytes: Buffer; boundary: string }> => {
  const response = new Response(form);
  const [, boundary = ''] = /boundary=(.*)$/.exec(response.headers.get('content-type') ?? '') ?? [];
  return { bytes: Buffer.from(await response.arrayBuffer()), boundary };
};

const refusalOf = async (text: string | Buffer, sizes?: readonly number[]): Promise<string> => {
  const bytes = Buffer.from(text as string, 'latin1');
  const error = await readAll(bytes, 'b', sizes ?? [Math.max(1, bytes.length)]).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Failure, String(error));
  return error.code;
};

const head = 'content-disposition: form-data; name="file"; filename="x.csv"';
const whole = `--b\r\n${head}\r\n\r\na,b\r\n--\r\n--c\r\n\r\n--b--\r\n`;

test('whatever the parts and the pieces, each part is as it was written', async () => {
  // Two backslashes are one to those who escape: see the next test.
  const text = (maxLength: number) =>
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength })
      .map((drawn) => drawn.replaceAll(/\\{2,}/g, '\\'));
  const part = fc.record({
    name: text(8),
    fileName: fc.option(text(12), { nil: undefined }),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom('\r\n', '\r\n--', '--', '\r', '\n\r\n', 'a\r\n-').map((text) => Buffer.from(text)),
    ),
  });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), sizes, async (parts, pieces) => {
      const form = new FormData();
      for (const { name, fileName, content } of parts) {
        form.append(name, new Blob([Buffer.from(content)]), fileName ?? 'blob');
      }
      const { bytes, boundary } = await encode(form);
      const read = await readAll(bytes, boundary, pieces);
      assert.deepEqual(
        read.map(({ content }) => content),
        parts.map(({ content }) => Buffer.from(content).toString('latin1')),
      );
      const written = [...form].map(([name, value]) => [name, (value as File).name]);
      const plain = (names: readonly unknown[][]) =>
        // A line end within a name is one character here and two there.
        names.map((each) => each.map((name) => String(name).replaceAll(/\r\n|\r|\n/g, ' ')));
      assert.deepEqual(plain(read.map(({ name, fileName }) => [name, fileName])), plain(written));
    }),
    { numRuns: 200 },
  );
});

test('names are read from those who escape with a backslash, and from those who do not', async () => {
  const namesOf = async (names: string) => {
    const form = `--b\r\ncontent-disposition: form-data; ${names}\r\n\r\n\r\n--b--\r\n`;
    const [part] = await readAll(Buffer.from(form), 'b');
    return [part?.name, part?.fileName];
  };
  const cases: readonly [written: string, ...read: string[]][] = [
    ['name="a"; filename="\\"', 'a', '\\'],
    ['name="a\\"; filename="C:\\x\\"', 'a\\', 'C:\\x\\'],
    ['name="a"; filename="C:\\\\x\\\\"', 'a', 'C:\\x\\'],
    ['name="a"; filename="say \\"x\\""', 'a', 'say "x"'],
    ['name="a\\"b"; filename="\\\\\\"', 'a"b', '\\\\'],
    ['name="a%22b"; filename="x;y.csv"', 'a"b', 'x;y.csv'],
    ['filename=x.csv; name=a', 'a', 'x.csv'],
  ];
  for (const [written, ...read] of cases) assert.deepEqual(await namesOf(written), read, written);
  const slashes = `name="a"; filename="${'\\'.repeat(3_001)}x`;
  assert.deepEqual(await namesOf(slashes), ['a', undefined]);
});

test('wherever a form is cut off, it is refused, in any pieces', async () => {
  assert.deepEqual(await readAll(Buffer.from(whole), 'b', [1]), [
    { name: 'file', fileName: 'x.csv', content: 'a,b\r\n--\r\n--c\r\n' },
  ]);
  const end = whole.indexOf('--b--') + '--b--'.length;
  for (let at = 1; at < end; at += 1) {
    assert.equal(await refusalOf(whole.slice(0, at), [3]), 'malformed:body', whole.slice(0, at));
  }
  assert.equal(await refusalOf(''), 'empty_body:body');
});

test('what is no form, or an odd one, is refused', async () => {
  const odd = [
    'a,b\n1,2\n',
    `\r\n\r\n${whole}`,
    whole.replaceAll('--b', '--c'),
    whole.replace('--b\r\n', '--bb\r\n'),
    whole.replaceAll('\r\n', '\n'),
    whole.replace(head, 'x: y'),
    whole.replace(head, head.replace('form-data', 'attachment')),
    whole.replace('name="file"; ', ''),
    whole.replace(head, `${head}\r\ncontent-transfer-encoding: base64`),
    whole.replace(head, `${head}\r\n${'x: y\r\n'.repeat(40)}z: z`),
    whole.replace(head, `${head}; x="${'y'.repeat(10_000)}"`),
    whole.replace('x.csv', 'x\xff.csv'),
  ];
  for (const text of odd) assert.equal(await refusalOf(text), 'malformed:body', text.slice(0, 120));
  assert.equal(await refusalOf(`${whole.slice(0, -6)}b\r\n`.replace('--b\r\n', '--b\r\n')), 'malformed:body');
  const many = `--b\r\n${head}\r\n\r\n\r\n`.repeat(101);
  assert.equal(await refusalOf(`${many}--b--`), 'too_many:body');
});

test('what goes wrong after the last boundary is told, as the checksum of a packed body', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n');
    throw new Error('wrong checksum');
  };
  const names: string[] = [];
  const readNames = async (): Promise<void> => {
    for await (const { name, content } of readParts(broken(), 'b')) {
      await Array.fromAsync(content);
      names.push(name);
    }
  };
  await assert.rejects(readNames(), /wrong checksum/);
  assert.deepEqual(names, ['a']);
});
