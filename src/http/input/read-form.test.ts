// Web forms: what browsers send is read, what is odd is refused, and nothing that is sent keeps the reader waiting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import { isFormMediaType, readForm } from './read-form.ts';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const URLENCODED = 'application/x-www-form-urlencoded';

const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

const multipart = (...parts: string[]) => readForm(MULTIPART, Buffer.from(parts.join('')));
const urlencoded = (text: string, encoding: BufferEncoding = 'utf8') =>
  readForm(URLENCODED, Buffer.from(text, encoding));
const refusal = (code: string) => failure(400, 'InvalidInput', code);

test('media types of forms are known, with what is needed to read them', () => {
  const known = [
    URLENCODED,
    'Application/X-WWW-Form-Urlencoded; charset=UTF-8',
    MULTIPART,
    'multipart/form-data;boundary="a b:c"',
    'multipart/form-data; charset=utf-8; boundary=x',
  ];
  const unknown = [
    undefined,
    '',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/form-data; boundary="a\\"b"',
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencoded; charset=latin1',
    'application/x-www-form-urlencodedx',
    'text/plain',
  ];
  for (const type of known) assert.ok(isFormMediaType(type), type);
  for (const type of unknown) assert.ok(!isFormMediaType(type), String(type));
});

test('the fields of a multipart form, repeated ones as a list', async () => {
  const read = await multipart(
    part('email', 'ada@example.com'),
    part('topics', 'a'),
    part('größe', 'zwölf\r\n--Zeilen', '\r\nContent-Type: text/plain; charset=utf-8'),
    part('topics', ''),
    part('__proto__', 'x'),
    END,
  );
  assert.deepEqual(Object.entries(read), [
    ['email', 'ada@example.com'],
    ['topics', ['a', '']],
    ['größe', 'zwölf\r\n--Zeilen'],
    ['__proto__', 'x'],
  ]);
});

test('what the platform itself makes of a form is read', async () => {
  const data = new FormData();
  data.append('message', 'line\nbreak "quoted" ü😀');
  data.append('a"b', '1');
  const request = new Request('http://localhost/', { method: 'POST', body: data });
  const type = request.headers.get('content-type') ?? '';
  const read = await readForm(type, Buffer.from(await request.arrayBuffer()));
  assert.equal(read['message'], 'line\r\nbreak "quoted" ü😀');
  assert.equal(Object.keys(read).length, 2);
});

test('the fields of an urlencoded form', async () => {
  const read = await urlencoded('email=ada%40example.com&m=a+b%2B&m=%C3%BC&&empty=&bare&n=ö');
  assert.deepEqual(read, {
    email: 'ada@example.com',
    m: ['a b+', 'ü'],
    empty: '',
    bare: '',
    n: 'ö',
  });
});

test('an urlencoded form that is not UTF-8 or not encoded is refused', async () => {
  for (const text of ['a=%', 'a=%zz', 'a=%C3', '%FF=a', 'a=%ED%A0%80']) {
    await assert.rejects(urlencoded(text), refusal('malformed:body'), text);
  }
  await assert.rejects(urlencoded('a=\xfc', 'latin1'), refusal('malformed:body'));
  await assert.rejects(urlencoded('=a'), refusal('malformed:body'));
  await assert.rejects(urlencoded(''), refusal('empty_body:body'));
});

test('files are refused, chosen or not', async () => {
  const files = [
    part('f', 'hello', '; filename="a.txt"\r\nContent-Type: text/plain'),
    part('f', '', '; filename=""\r\nContent-Type: application/octet-stream'),
    part('f', 'x'.repeat(300_000), '; filename="a.bin"'),
    part('f', 'x', '\r\nContent-Type: application/octet-stream'),
  ];
  for (const file of files)
    await assert.rejects(multipart(part('a', 'b'), file, END), refusal('not_allowed:body'));
});

test('what is cut off, nameless or encoded is refused', async () => {
  const whole = [part('a', 'one'), part('b', 'ü'), END].join('');
  for (let length = 1; length < whole.length - 2; length += 1) {
    await assert.rejects(multipart(whole.slice(0, length)), refusal('malformed:body'), String(length));
  }
  const odd = [
    `--${BOUNDARY}\r\n\r\nvalue\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: attachment; name="a"\r\n\r\nvalue\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\nvalue`,
    part('', 'value'),
    part('n'.repeat(201), 'value'),
    part('a', 'dmFsdWU=', '\r\nContent-Transfer-Encoding: base64'),
  ];
  for (const each of odd) await assert.rejects(multipart(each, END), refusal('malformed:body'), each);
  const latin = Buffer.from([part('a', '\xfc'), END].join(''), 'latin1');
  await assert.rejects(readForm(MULTIPART, latin), refusal('malformed:body'));
  await assert.rejects(multipart(''), refusal('empty_body:body'));
});

test('fields are not without end', async () => {
  const parts = Array.from({ length: 500 }, (_, index) => part(`n${index}`, 'x'));
  assert.equal(Object.keys(await multipart(...parts, END)).length, 500);
  await assert.rejects(multipart(...parts, part('one-more', 'x'), END), refusal('too_many:body'));
  assert.equal(Object.keys(await urlencoded(parts.map((_, index) => `n${index}=`).join('&'))).length, 500);
  await assert.rejects(urlencoded('a=1&'.repeat(501)), refusal('too_many:body'));
  await assert.rejects(urlencoded('&'.repeat(5_000)), refusal('too_many:body'));
});

test('a long text is read whole', async () => {
  const text = 'ü'.repeat(400_000);
  assert.equal((await multipart(part('a', text), END))['a'], text);
});

test('whatever is sent, the reader ends: with an object of texts or with a refusal', async () => {
  const piece = fc.constantFrom(
    '\r\n',
    '\r\n\r\n',
    '--',
    BOUNDARY,
    `\r\n--${BOUNDARY}`,
    `\r\n--${BOUNDARY}--`,
    'Content-Disposition: form-data; name="a"',
    'Content-Type: text/plain; charset=utf-16le',
    '; filename="x"',
    '"',
    ':',
    '\\',
    '\0',
    'é',
  );
  const body = fc
    .tuple(fc.array(piece, { maxLength: 16 }), fc.boolean())
    .map(([pieces, isClosed]) => `--${BOUNDARY}${pieces.join('')}${isClosed ? `\r\n${END}` : ''}`);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(MULTIPART, URLENCODED), body, async (type, text) => {
      try {
        const read = await readForm(type, Buffer.from(text));
        assert.ok(
          Object.values(read)
            .flat()
            .every((value) => typeof value === 'string'),
        );
      } catch (error) {
        assert.equal((error as { status?: number }).status, 400, String(error));
      }
    }),
    { numRuns: 400 },
  );
});
