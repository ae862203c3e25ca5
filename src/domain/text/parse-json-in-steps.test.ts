// A long text that is read in pieces has the value that `parseJson` returns, and a broken one is broken at the same place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/fixtures/any-character.ts';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { isObject } from './json-value.ts';
import { parseJson } from './parse-json.ts';
import { NestedTooDeep, parseJsonInSteps } from './parse-json-in-steps.ts';

const RUNS = runs(1_000, 8_000);

/** Whether the error has a position or names a character; without what is near that place. */
const sayError = (error: unknown): string => {
  assert.ok(error instanceof SyntaxError);
  const [token] = /^Unexpected token '.{1,2}'(?=, )/su.exec(error.message) ?? [];
  return token ?? error.message.replace(/ \(line \d+ column \d+\)$/u, '');
};

const outcomeOf = async (parse: () => unknown): Promise<unknown> => {
  try {
    return { value: await parse() };
  } catch (error) {
    return { error: sayError(error) };
  }
};

const assertSame = async (text: string, pieceChars?: number): Promise<void> => {
  const wanted = await outcomeOf(() => parseJson(text));
  const found = await outcomeOf(() => parseJsonInSteps(text, () => undefined, { pieceChars }));
  assert.deepEqual(found, wanted);
  // The order of names too.
  assert.equal(JSON.stringify(found), JSON.stringify(wanted));
  const kept = { name: 'a', keepItem: (item: unknown) => new Kept(item) };
  const replaced = await outcomeOf(() => parseJsonInSteps(text, () => undefined, { pieceChars, kept }));
  assert.deepEqual(unkeep(replaced), wanted);
};

class Kept {
  readonly item: unknown;
  constructor(item: unknown) {
    this.item = item;
  }
}

/** With the items that may have been kept, and no others. */
const unkeep = (outcome: unknown): unknown => {
  const { value } = outcome as { readonly value?: { a?: unknown } };
  if (!isObject(value) || !Object.hasOwn(value, 'a') || !Array.isArray(value.a)) return outcome;
  value.a = value.a.map((item) => (item instanceof Kept ? item.item : item));
  return outcome;
};

const names = fc.oneof(
  fc.constantFrom('', 'a', 'b', '1', '0', '__proto__', 'constructor', 'é', '\\u0', '"', '{', ']', ','),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
);
const scalars = fc.oneof(fc.jsonValue({ maxDepth: 0, stringUnit: anyCharacter }), names);

/** JSON with names that come twice, any white space, and any character as an escape. */
const texts = fc.letrec<Record<'space' | 'string' | 'scalar' | 'list' | 'object' | 'value', string>>(
  (tie) => ({
    space: fc.constantFrom('', '', '', ' ', '\n', '\t \r'),
    string: fc
      .tuple(names, fc.boolean())
      .map(([name, isEscaped]) =>
        isEscaped
          ? `"${name.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`
          : JSON.stringify(name),
      ),
    scalar: fc.oneof(
      tie('string'),
      scalars.map((value) => JSON.stringify(value)),
      fc.constantFrom('-0', '1e400', '1.50'),
    ),
    list: fc
      .array(fc.tuple(tie('space'), tie('value'), tie('space')), { maxLength: 6 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    object: fc
      .array(fc.tuple(tie('space'), tie('string'), tie('space'), tie('space'), tie('value'), tie('space')), {
        maxLength: 6,
      })
      .map(
        (items) =>
          `{${items.map(([a, name, b, c, value, d]) => `${a}${name}${b}:${c}${value}${d}`).join(',')}}`,
      ),
    value: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'value' },
      tie('scalar'),
      tie('list'),
      tie('object'),
      tie('list'),
      tie('object'),
    ),
  }),
);

const wholeTexts = fc
  .tuple(texts.space, fc.oneof(texts.list, texts.object, texts.scalar), texts.space)
  .map((all) => all.join(''));
const sizes = fc.nat({ max: 24 });

test('any text has the same value in pieces of any size', async () => {
  await fc.assert(fc.asyncProperty(wholeTexts, sizes, assertSame), { numRuns: RUNS });
});

test('any damage is found at the same place', async () => {
  const damage = fc.record({
    at: fc.nat({ max: 200 }),
    removed: fc.nat({ max: 3 }),
    added: fc.oneof(
      fc.constantFrom(
        '',
        ',',
        ']',
        '}',
        '[',
        '{',
        '"',
        ':',
        '\\',
        ' ',
        '0',
        '-',
        't',
        '\0',
        'é',
        '😀',
        '[]',
        ',,',
      ),
      fc.string({ unit: anyCharacter, maxLength: 2 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      wholeTexts,
      fc.array(damage, { minLength: 1, maxLength: 2 }),
      sizes,
      async (text, all, size) => {
        let broken = text;
        for (const { at, removed, added } of all) {
          const from = at % (broken.length + 1);
          broken = broken.slice(0, from) + added + broken.slice(from + removed);
        }
        await assertSame(broken, size);
      },
    ),
    { numRuns: 2 * RUNS },
  );
});

test('long texts of all shapes, and their beginnings', async () => {
  const rule = '{"action":"contains","field_name":"name","value":"a, [b] {c} \\" \\\\"}';
  const rules = `[${Array.from({ length: 2_000 }, () => rule).join(',')}]`;
  for (const text of [
    `{"a":1,"filter":[{"group":{"operator":"OR","rules":${rules}}},{"group":{"rules":${rules}}}],"b":2}`,
    `{"__proto__":${rules},"a":1,"__proto__":{"b":${rules}}}`,
    `${'[{"a":'.repeat(49)}${rules}${'}]'.repeat(49)}`,
    `{${Array.from({ length: 20_000 }, (_, at) => `"${(at * 7_919) % 5_000}":${at}`).join(',')}}`,
    `[${'1,'.repeat(50_000)}1]`,
    `["${'long '.repeat(20_000)}","${'\\u0041'.repeat(10_000)}",[],{}]`,
    `${' '.repeat(40_000)}[${' '.repeat(40_000)}]${' '.repeat(40_000)}`,
    `"${'long '.repeat(20_000)}"`,
  ]) {
    const cut = text.slice(0, Math.floor(text.length * 0.7));
    for (const one of [text, `${text}]`, `${text}x`, cut, `${cut},]`, `\uFEFF${text}`]) {
      const [found, wanted] = await Promise.all([
        outcomeOf(() => parseJsonInSteps(one, () => undefined)),
        outcomeOf(() => parseJson(one)),
      ]);
      assert.deepEqual(found, wanted);
    }
  }
});

test('items of the long list of that name are kept as soon as they are read, and no others', async () => {
  const word = '"word"';
  const list = (items: number) => `[${Array.from({ length: items }, () => word).join(',')}]`;
  const long = list(9_000);
  let pieces = 0;
  let kept = 0;
  const parse = (text: string) =>
    parseJsonInSteps(
      text,
      () => {
        pieces += 1;
        return undefined;
      },
      {
        kept: {
          name: 'filter',
          keepItem: () => {
            kept += 1;
            return pieces;
          },
        },
      },
    );
  const read = (await parse(`{"a":${long},"filter":${long},"b":{"filter":${long}}}`)) as { filter: number[] };
  assert.equal(kept, 9_000);
  assert.ok(new Set(read.filter).size > 2, 'piece by piece');
  assert.deepEqual(await parse(`{"a":${long},"filter":["word"]}`), {
    a: Array.from({ length: 9_000 }, () => 'word'),
    filter: ['word'],
  });
  await parse(`{"filter":{"filter":${long}}}`);
  await parse(`[{"filter":${long}},${long}]`);
  await parse(long);
  assert.equal(kept, 9_000);
});

test('texts of at most 100 levels are parsed, deeper ones are not', async () => {
  const nested = (levels: number) =>
    parseJsonInSteps(
      `${'['.repeat(levels)}"${'long '.repeat(20_000)}"${']'.repeat(levels)}`,
      () => undefined,
    );
  await nested(100);
  for (const levels of [101, 100_000])
    await assert.rejects(nested(levels), (error) => error instanceof NestedTooDeep);
});

test('there is a pause between pieces, and an error in one ends it', async () => {
  const item = `"${'x'.repeat(100)}"`;
  const text = `[${Array.from({ length: 1_000 }, () => item).join(',')}]`;
  let pauses = 0;
  const pause = (): Promise<void> => {
    pauses += 1;
    return Promise.resolve();
  };
  await parseJsonInSteps(text, pause);
  assert.ok(pauses >= 5 && pauses <= 10, `${pauses} pauses`);
  await assert.rejects(
    parseJsonInSteps(text, () => Promise.reject(new RangeError('gone'))),
    RangeError,
  );
});
