// Comparing versions: what changed, what is gone and what is new; nothing for what says the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf } from '../../../test/fixtures/fake-records.ts';
import type { RecordText } from '../models/record-text.ts';
import { entriesOfText } from '../models/record-text.ts';
import { compareVersions } from './compare-versions.ts';

test('changes are told by locale and field; what only one has stands against null', () => {
  const before = {
    localized: {
      'en-us': textOf({ title: 'A', body: 'Old', fields: { price: 5, seo: { a: 1, b: [1] }, gone: true } }),
      fr: textOf({ title: 'F' }),
    },
  };
  const after = {
    localized: {
      'en-us': textOf({
        title: 'B',
        pageSlug: '/b',
        fields: { price: 5, seo: { b: [1], a: 1 }, none: null },
      }),
      de: textOf({ title: 'D', fields: { price: 0 } }),
    },
  };
  assert.deepEqual(compareVersions(before, after), [
    { locale: 'de', field: 'title', before: null, after: 'D' },
    { locale: 'de', field: 'fields.price', before: null, after: 0 },
    { locale: 'en-us', field: 'title', before: 'A', after: 'B' },
    { locale: 'en-us', field: 'page_slug', before: null, after: '/b' },
    { locale: 'en-us', field: 'body', before: 'Old', after: null },
    { locale: 'en-us', field: 'fields.gone', before: true, after: null },
    { locale: 'fr', field: 'title', before: 'F', after: null },
  ]);
});

const text: fc.Arbitrary<RecordText> = fc.record({
  title: fc.constantFrom('A', 'B'),
  pageSlug: fc.constantFrom('', '/a'),
  summary: fc.constantFrom(undefined, 'S'),
  body: fc.constantFrom('', 'B'),
  imageUrl: fc.constantFrom(null, '/i'),
  fields: fc.dictionary(fc.constantFrom('x', 'y', '__proto__'), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 3,
  }),
});
const version = fc.record({ localized: fc.dictionary(fc.constantFrom('en', 'de', 'fr'), text) });

test('the changes of one version, put into it, make the other; none for itself', () => {
  fc.assert(
    fc.property(version, version, (before, after) => {
      const flat = ({ localized }: typeof before) =>
        new Map<string, unknown>(
          Object.entries(localized).flatMap(([locale, one]) =>
            entriesOfText(one).map(([field, value]) => [`${locale} ${field}`, value] as const),
          ),
        );
      const made = flat(before);
      for (const change of compareVersions(before, after)) {
        assert.notDeepEqual(change.before, change.after);
        const key = `${change.locale} ${change.field}`;
        if (change.after === null) made.delete(key);
        else made.set(key, change.after);
      }
      // 0 and -0 are the same number.
      const plain = (map: Map<string, unknown>) => new Map(JSON.parse(JSON.stringify([...map])));
      assert.deepEqual(plain(made), plain(flat(after)));
      assert.deepEqual(compareVersions(before, before), []);
    }),
  );
});
