// Files made to break a reader of XML: a clear fault with its place, in bounded memory and time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  readFixture,
  readSource,
  repeatedFile,
  textFile,
} from '../../../../test/fixtures/import/source-files.ts';
import type { SourceFile } from '../source-format.ts';
import { wxr } from './wxr.ts';

const START = `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><wp:wxr_version>1.2</wp:wxr_version>
`;
const END = '</channel></rss>';

/** The only fault, which ends the reading. */
const endOf = async (file: SourceFile) => {
  const { objects, faults } = await readSource(wxr, [file]);
  assert.equal(objects.length, 0);
  assert.equal(faults.length, 1);
  assert.equal(faults[0]?.isEnd, true);
  return faults[0];
};
const endOfText = (text: string) => endOf(textFile(text));

test('a DOCTYPE is refused: entities that grow, files and addresses', async () => {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  const expected = { line: 1, fault: 'has a DOCTYPE, which is not read: remove it', isEnd: true };
  for (const subset of [
    `[<!ENTITY l0 "lol">${laughs.join('')}]`,
    '[<!ENTITY x SYSTEM "file:///etc/hostname">]',
    '[<!ENTITY % x PUBLIC "a" "http://127.0.0.1/x.dtd"> %x;]',
    'SYSTEM "http://127.0.0.1/x.dtd"',
  ]) {
    assert.deepEqual(await endOfText(`<!DOCTYPE rss ${subset}>${START}&l9;&x;${END}`), expected);
  }
});

test('entities are those of XML', async () => {
  const html = await endOfText(`${START}<item><title>a&nbsp;b</title></item>${END}`);
  assert.deepEqual(html, {
    line: 3,
    fault: 'is not well-formed XML at column 21: undefined entity; export the file again or repair it',
    isEnd: true,
  });
  assert.match((await endOfText(`${START}&constructor;${END}`)).fault, /undefined entity/);
  assert.match((await endOfText(`${START}&#0;${END}`)).fault, /malformed character entity/);
});

test('10,000 levels, 10,000 attributes, names without an end', async () => {
  const deep = await endOfText(`${START}${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}${END}`);
  assert.deepEqual(deep, { line: 3, fault: 'is nested deeper than 32 elements', isEnd: true });
  const attributes = Array.from({ length: 10_000 }, (_, at) => `a${at}="1"`).join(' ');
  const wide = await endOfText(`${START}<a ${attributes}/>${END}`);
  assert.equal(wide.fault, 'has an element with more than 64 attributes');
  const name = await endOf(repeatedFile(`${START}<`, 'a'.repeat(65_536), 100, `/>${END}`));
  assert.match(name.fault, /^has a text of more than 4,194,304 characters/);
});

test('a text of 100 MB in one CDATA, in many, in a comment or an attribute is not kept', async () => {
  const mebibyte = 'wool '.repeat(209_715);
  const item = `${START}<item><content:encoded>`;
  const end = `</content:encoded></item>${END}`;
  const files = [
    repeatedFile(`${item}<![CDATA[`, mebibyte, 100, `]]>${end}`),
    repeatedFile(item, `<![CDATA[${mebibyte}]]>`, 100, end),
    repeatedFile(item, mebibyte, 100, end),
    repeatedFile(`${item}<!--`, mebibyte, 100, `-->${end}`),
    repeatedFile(`${item}<a b="`, mebibyte, 100, `"/>${end}`),
    repeatedFile(`${item}&`, 'a'.repeat(1_048_576), 100, `;${end}`),
  ];
  for (const file of files) {
    let chunks = 0;
    const counted: SourceFile = {
      name: file.name,
      async *open() {
        for await (const chunk of file.open()) {
          chunks += 1;
          yield chunk;
        }
      },
    };
    assert.match((await endOf(counted)).fault, /^has a text of more than 4,194,304 characters/);
    assert.ok(chunks < 20, `${chunks} chunks were read in both passes`);
  }
});

test('what is not well formed is reported with line and column', async () => {
  const cases: readonly (readonly [text: string, line: number, problem: string])[] = [
    [`${START}<item><title>x</item>${END}`, 3, 'column 22: unexpected close tag'],
    [`${START}<item>`, 3, 'column 7: unclosed tag: item'],
    [`${START}<item a=1/>${END}`, 3, 'column 10: unquoted attribute value'],
    [`${START}<title>\u0008</title>${END}`, 3, 'column 9: disallowed character'],
    [`${START}<title>a & b</title>${END}`, 3, 'column'],
    [`${START}<foo:bar/>${END}`, 3, 'column 11: unbound namespace prefix: "foo"'],
    [`${START}<a/>${END}<b/>`, 3, 'column'],
    ['', 1, 'column 1: document must contain a root element'],
    ['%PDF-1.7', 1, 'column'],
    ['PK\u0003\u0004', 1, 'column'],
  ];
  for (const [text, line, problem] of cases) {
    const fault = await endOfText(text);
    assert.equal(fault.line, line, text.slice(-40));
    assert.ok(fault.fault.startsWith(`is not well-formed XML at ${problem}`), fault.fault);
  }
});

test('XML that is no export is refused', async () => {
  assert.equal(
    (await endOfText('<html><body/></html>')).fault,
    'is not a WordPress export: its root is <html>, not <rss>',
  );
  for (const feed of ['<rss><channel><item/></channel></rss>', '<rss><channel/></rss>']) {
    assert.equal(
      (await endOfText(feed)).fault,
      'is RSS, but not a WordPress export: wp:wxr_version is missing',
    );
  }
});

test('a file that breaks off gives what was complete, then a fault', async () => {
  const whole = readFixture('wordpress-1.xml');
  const all = (await readSource(wxr, [textFile(whole)])).objects;
  const lastBreak = whole.trimEnd().length;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: lastBreak - 1 }), async (length) => {
      const { objects, faults } = await readSource(wxr, [textFile(whole.slice(0, length))]);
      assert.deepEqual(
        objects.map(({ line }) => line),
        all.slice(0, objects.length).map(({ line }) => line),
      );
      assert.deepEqual([faults.length, faults[0]?.isEnd], [1, true]);
    }),
    { numRuns: 100 },
  );
});

test('any damage is a fault or an item, never an error that is thrown', async () => {
  const whole = readFixture('wordpress-2.xml');
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: whole.length }),
      fc.integer({ min: 0, max: 30 }),
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('<', '>', ']]>', '<![CDATA[', '&', '</item>', '"'),
      ),
      async (at, gone, put) => {
        await readSource(wxr, [textFile(whole.slice(0, at) + put + whole.slice(at + gone))]);
      },
    ),
    { numRuns: 300 },
  );
});
