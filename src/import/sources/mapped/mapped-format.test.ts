// Rows of each kind of file by a mapping, hostile mappings and rows, and translations in a file of their own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll, textFile } from '../../../../test/fixtures/import/row-files.ts';
import { decodeLine } from '../../bundle-codec.ts';
import { guessMapping } from './guess/guess-mapping.ts';
import { contentFormat, productsFormat } from './mapped-format.ts';
import { type MappedKind, readMapping } from './read-mapping.ts';

const mappingOf = (value: unknown, kind: MappedKind = 'products') => {
  const read = readMapping(JSON.stringify(value), kind);
  assert.ok('mapping' in read, 'faults' in read ? read.faults.join('\n') : '');
  return read.mapping;
};

const faultsOf = (text: string, kind: MappedKind = 'products'): string => {
  const read = readMapping(text, kind);
  return 'faults' in read ? read.faults.join('\n') : '';
};

const product = { id: 'sku', name: 'name' };

const objectsOf = async (mapping: unknown, name: string, text: string, chunkChars?: number) => {
  const entries = await readAll(productsFormat(mappingOf(mapping)), [textFile(name, text, chunkChars)]);
  return entries.map((entry) => ('object' in entry ? entry.object : entry)) as Record<string, unknown>[];
};

test('CSV: ids and formulas stay text, formats are read, paths become categories', async () => {
  const mapping = {
    skip: [{ column: 'status', equals: 'draft' }],
    product: {
      ...product,
      prices: { from: 'price', currency: 'EUR', number: { decimal: ',', thousands: '.' } },
      categories: { from: 'category', path: '>' },
      attributes: { size: { from: 'size', split: '|' } },
    },
  };
  const csv =
    'sku;name;price;category;size;status\n00123;=1+1;"1.234,50 €";A > B;S|M;\n2;x;1;;;draft\n3;y;1.2;;;\n';
  const [a, b, item, skipped, bad] = await objectsOf(mapping, 'a.csv', csv, 7);
  assert.deepEqual([a?.['id'], b?.['id'], b?.['parent_id']], ['a', 'a--b', 'a']);
  assert.equal(item?.['id'], '00123');
  assert.equal(item?.['name'], '=1+1');
  assert.deepEqual(item?.['prices'], { EUR: 1234.5 });
  assert.deepEqual(item?.['category_ids'], ['a--b']);
  assert.deepEqual(item?.['attributes'], { size: ['S', 'M'] });
  assert.equal(skipped?.['skipped'], 'status is "draft"');
  assert.deepEqual([bad?.['line'], bad?.['column'], bad?.['value']], [4, 'price', '1.2']);
});

test('JSON: the list at a path, lines of rows, numbers as written', async () => {
  const mapping = { rows: 'data.items', product: { ...product, other_columns: true } };
  const json =
    '{"x":[[1]],"data":{"items":[\n{"sku":12345678901234567890,"name":"a","v":1.10},\n{"sku":"2","name":"b"}]}}';
  const found = await readAll(productsFormat(mappingOf(mapping)), [textFile('a.json', json, 3)]);
  assert.deepEqual(
    found.map(({ line }) => line),
    [2, 3],
  );
  const [first] = await objectsOf(mapping, 'a.json', json);
  assert.equal(first?.['id'], '12345678901234567890');
  assert.deepEqual(first?.['attributes'], { v: 1.1 });
});

test('broken files are told with their line', async () => {
  const mapping = { product };
  const tooDeep = `{"sku":"1","name":${'['.repeat(100)}${']'.repeat(100)}}`;
  const faults = async (name: string, text: string) => JSON.stringify(await objectsOf(mapping, name, text));
  assert.match(await faults('a.ndjson', '{"sku":"1"\n'), /not valid JSON/);
  assert.match(await faults('a.ndjson', tooDeep), /nested deeper/);
  assert.match(await faults('a.json', `[${tooDeep}]`), /nested deeper/);
  assert.match(await faults('a.json', '[{"sku":"1",'), /ends too early/);
  assert.match(await faults('a.json', '{"a":1}'), /say where in \\"rows\\"/);
  assert.match(await faults('a.json', `["${'x'.repeat(5_000_000)}"]`), /longer than/);
  assert.match(await faults('a.csv', 'sku,nam\n1,x\n'), /no file has this column/);
});

test('translations in another file join their product, those without one are skipped', async () => {
  const mapping = mappingOf({ product: { ...product, translation: { locale: 'locale' } } });
  const entries = await readAll(productsFormat(mapping), [
    textFile(
      'l.ndjson',
      '{"sku":"1","locale":"de","name":"eins"}\n{"sku":"9","locale":"de","name":"neun"}\n',
    ),
    textFile('p.ndjson', '{"sku":"1","name":"one"}\n'),
  ]);
  const [item, rest] = entries as unknown as [
    { object: { localized: unknown } },
    { skipped: string; line: number },
  ];
  assert.deepEqual(item.object.localized, { de: { name: 'eins' } });
  assert.match(rest.skipped, /a product that is not in the files/);
  assert.equal(rest.line, 2);
});

test('content: columns of other locales become lines of their own', async () => {
  const content = {
    provider_id: 'id',
    type: { value: 'page' },
    title: 'title',
    url: 'url',
    created_at: { from: 'at', date: 'd.M.yyyy' },
  };
  const mapping = mappingOf({ content: { ...content, localized: { de: { title: 'title_de' } } } }, 'content');
  const csv = 'id,title,title_de,url,at\n1,One,Eins,/1,2.3.2024\n';
  const lines = await readAll(contentFormat(mapping), [textFile('a.csv', csv)]);
  const shown = lines.map((entry) =>
    'object' in entry ? [entry.object['locale'], entry.object['title']] : [],
  );
  assert.deepEqual(shown, [
    ['en-us', 'One'],
    ['de', 'Eins'],
  ]);
});

test('hostile mappings get a clear error', () => {
  assert.match(
    faultsOf('{"product":{"id":"a","nmae":"b"}}'),
    /product\.nmae is not known; the known names are id, name/,
  );
  assert.match(faultsOf('['.repeat(1000)), /nested deeper/);
  assert.match(faultsOf(' '.repeat(300_000)), /longer than/);
  assert.match(
    faultsOf('{"product":{"id":"a","name":"b","attributes":{"__proto__":"x"}}}'),
    /not allowed as a name/,
  );
  assert.match(
    faultsOf('{"product":{"id":{"from":"a","value":1},"name":{"template":"{a"}}}'),
    /exactly one of[\s\S]*single \{/,
  );
  assert.match(faultsOf('{"product":{"id":"a","name":{"from":"b","date":"QQ"}}}'), /product\.name\.date/);
  assert.match(faultsOf('{}'), /has none of product, category/);
});

test('a guessed mapping can be read, and notes say what is left', async () => {
  const files = [textFile('a.csv', 'ID,Title,Price,Colour\n1,x,"1,234.50",red\n')];
  const guess = await guessMapping(files, 'products');
  assert.ok('text' in guess);
  assert.match(guess.text, /the column \\"Colour\\"/);
  const [item] = await objectsOf(
    JSON.parse(guess.text),
    'a.csv',
    'ID,Title,Price,Colour\n1,x,"1,234.50",red\n',
  );
  assert.deepEqual(
    [item?.['name'], item?.['prices'], item?.['attributes']],
    ['x', { USD: 1234.5 }, { Colour: 'red' }],
  );
});

test('a guessed mapping gives a column __proto__ a name that is allowed', async () => {
  for (const [kind, text, field] of [
    ['products', 'id,name,__proto__,proto\n1,Tent,red,x\n', 'attributes'],
    ['content', 'id,title,__proto__,proto\n1,Tent,red,x\n', 'extra_data'],
  ] as const) {
    const files = [textFile('rows.csv', text)];
    const guessed = await guessMapping(files, kind);
    assert.ok('text' in guessed);
    const read = readMapping(guessed.text, kind);
    assert.ok('mapping' in read, JSON.stringify(read));
    const format = kind === 'products' ? productsFormat(read.mapping) : contentFormat(read.mapping);
    const [entry, ...others] = await readAll(format, files);
    assert.ok(entry !== undefined && 'object' in entry && others.length === 0, JSON.stringify(entry));
    assert.deepEqual(entry.object[field], { proto_: 'red', proto: 'x' });
    assert.equal(decodeLine(JSON.stringify(entry.object)).kind, 'object');
  }
});
