// CSV as rows: what every spelling of the same table has in common, where rows start, and files that nobody should send.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import {
  CSV_CELL_MAX_CHARS,
  CSV_COLUMNS_MAX,
  CSV_ROW_MAX_BYTES,
  type CsvEntry,
  readCsvRows,
} from './csv-rows.ts';

async function* inChunks(text: string, chars = 1000): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars);
}

const read = (text: string, chars?: number): Promise<CsvEntry[]> =>
  Array.fromAsync(readCsvRows(inChunks(text, chars)));

const faultsOf = (entries: readonly CsvEntry[]) => entries.filter((entry) => 'fault' in entry);

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ',', ';', '\t', '"', '\n', ' ', '😀', 'é', '='), maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll(/[\0\r]/g, '')),
);

test('any table comes back as it was written, with the line where each row starts', async () => {
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
    );
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      async (rows, delimiter, lineEnd, hasMark, chars) => {
        const names = (rows[0] ?? []).map((_, index) => `Name ${index}`);
        const written = [names, ...rows].map((cells) =>
          cells.map((text) => `"${text.replaceAll('"', '""').replaceAll('\n', lineEnd)}"`).join(delimiter),
        );
        const mark = hasMark ? '\uFEFF' : '';
        const entries = await read(mark + written.join(lineEnd) + lineEnd, chars);
        let line = 2;
        const expected: CsvEntry[] = [{ line: 1, names }];
        for (const cells of rows) {
          if (cells.some((text) => text.trim() !== '')) expected.push({ line, cells });
          line += 1 + cells.join('').split('\n').length - 1;
        }
        assert.deepEqual(entries, expected);
      },
    ),
    { numRuns: runs(80, 5000) },
  );
});

test('the delimiter is the one that the header has most of, outside of quotes', async () => {
  assert.deepEqual(await read('"a,b,c,d";e;f\n1,5;2;3\n'), [
    { line: 1, names: ['a,b,c,d', 'e', 'f'] },
    { line: 2, cells: ['1,5', '2', '3'] },
  ]);
  assert.deepEqual(await read('a\tb\n1,5\t2'), [
    { line: 1, names: ['a', 'b'] },
    { line: 2, cells: ['1,5', '2'] },
  ]);
  assert.deepEqual(await read('only\nx;y'), [
    { line: 1, names: ['only'] },
    { line: 2, cells: ['x;y'] },
  ]);
});

test('a pair of surrogates or a line end that is cut by a chunk stays whole', async () => {
  assert.deepEqual(await read('a,b\r\n"x\r\ny",😀\r\n', 1), [
    { line: 1, names: ['a', 'b'] },
    { line: 2, cells: ['x\ny', '😀'] },
  ]);
});

test('blank lines and rows of empty cells are left out, and counted as lines', async () => {
  assert.deepEqual(await read('\n  \na,b\n\n,\n1,2\n\n3,4\n'), [
    { line: 3, names: ['a', 'b'] },
    { line: 6, cells: ['1', '2'] },
    { line: 8, cells: ['3', '4'] },
  ]);
});

test('formulas are text', async () => {
  const entries = await read('a,b\n"=HYPERLINK(""http://x"")",@SUM(1)\n');
  assert.deepEqual(entries[1], { line: 2, cells: ['=HYPERLINK("http://x")', '@SUM(1)'] });
});

test('a row with too few or too many cells is a fault, and the next row is read', async () => {
  const entries = await read('a,b\n1\n1,2,3\n"1\n1",2\n1\n');
  assert.deepEqual(
    entries.map((entry) => ('fault' in entry ? [entry.line, entry.column, entry.fault.slice(0, 16)] : entry)),
    [
      { line: 1, names: ['a', 'b'] },
      [2, 'b', 'the row has 1 ce'],
      [3, 'b', 'the row has 3 ce'],
      { line: 4, cells: ['1\n1', '2'] },
      [6, 'b', 'the row has 1 ce'],
    ],
  );
});

test('a stray quote ends the file with its line and column, after all rows before it', async () => {
  for (const bad of ['x,12" towel', 'x,"12" towel"']) {
    const entries = await read(`a,size\n1,2\n"3\n3",4\n${bad}\n5,6\n`);
    assert.equal(entries.length, 4, bad);
    const [fault] = faultsOf(entries);
    assert.partialDeepStrictEqual(fault, { line: 5, column: 'size', isEnd: true });
    assert.match(fault?.fault ?? '', /quote/);
  }
});

test('a file that ends within quotes is a fault at the row that it began in', async () => {
  const entries = await read('a,b\n1,2\n\n\n3,"4\n\n5,6\n');
  assert.equal(entries.length, 3);
  assert.partialDeepStrictEqual(entries[2], { line: 5, column: 'b', isEnd: true });
  const header = await read('a,"b');
  assert.partialDeepStrictEqual(header, [{ line: 1, column: 'column 2', isEnd: true }]);
});

test('an empty file is a fault', async () => {
  for (const text of ['', '\uFEFF', '\n\n', ' \r\n']) {
    assert.partialDeepStrictEqual(await read(text), [{ line: 1, isEnd: true }], JSON.stringify(text));
  }
});

test('a name that two columns have is a fault; columns without a name are not', async () => {
  assert.partialDeepStrictEqual(await read('a,b, a\n1,2,3\n'), [{ line: 1, column: 'a', isEnd: true }]);
  assert.equal((await read('a,,\n1,2,3\n')).length, 2);
});

test('a NUL character is a fault of its cell', async () => {
  const entries = await read('a,b\n1,"x\0y"\n2,3\n');
  assert.partialDeepStrictEqual(entries[1], { line: 2, column: 'b', value: 'x\0y' });
  assert.deepEqual(entries[2], { line: 3, cells: ['2', '3'] });
});

test('a cell that is too long is a fault, and the next row is read', async () => {
  const long = 'x'.repeat(CSV_CELL_MAX_CHARS);
  const entries = await read(`a,b\n1,${long}\n1,${long}x\n2,3\n`, 100_000);
  assert.equal(faultsOf(entries).length, 1);
  assert.partialDeepStrictEqual(entries[2], { line: 3, column: 'b' });
  assert.deepEqual(entries[3], { line: 4, cells: ['2', '3'] });
});

test('too many columns are a fault', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`).join(',');
  assert.partialDeepStrictEqual(await read(names(100_000), 30_000), [{ line: 1, isEnd: true }]);
  assert.equal(faultsOf(await read(names(CSV_COLUMNS_MAX))).length, 0);
});

/** Gives endless text, and says how much was read. */
const endless = (start: string, more: string) => {
  const source = {
    chars: 0,
    async *open() {
      yield start;
      for (;;) {
        source.chars += more.length;
        yield more;
      }
    },
  };
  return source;
};

test('a row without end is given up soon, even if its cells are empty', async () => {
  const rows = [
    { start: '3,"', more: 'x'.repeat(65_536), place: { line: 3, column: 'b' } },
    { start: '', more: ','.repeat(65_536), place: { line: 3 } },
  ];
  for (const { start, more, place } of rows) {
    const source = endless(`a,b\n1,2\n${start}`, more);
    const entries = await Array.fromAsync(readCsvRows(source.open()));
    assert.equal(entries.length, 3);
    assert.partialDeepStrictEqual(entries[2], { ...place, isEnd: true });
    assert.ok(source.chars < CSV_ROW_MAX_BYTES + 200_000, `${source.chars} characters were read`);
  }
});

test('the event loop turns while one long chunk of short, ragged rows is read', async () => {
  const millis = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let last = millis();
  let isDone = false;
  const turn = (): void => {
    const now = millis();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const entries = await read(`a,b\n${'x\n'.repeat(20_000)}`, 1_000_000);
  turn();
  isDone = true;
  assert.equal(faultsOf(entries).length, 20_000);
  assert.ok(longest < 150, `a turn took ${Math.round(longest)} ms`);
});
