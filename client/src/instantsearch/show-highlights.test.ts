// Marked words become what InstantSearch marks with, and no text becomes markup.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildMarking } from './show-highlights.ts';

const tags = { highlightPreTag: '__ais-highlight__', highlightPostTag: '__/ais-highlight__' };

/** What InstantSearch does with a value before it is shown. */
const escapedByInstantSearch = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(tags.highlightPreTag, '<mark>')
    .replaceAll(tags.highlightPostTag, '</mark>');

const NAME = 'Men&#39;s <mark>Rain</mark> &lt;b&gt; <mark>Rain</mark>';

test('marks are those of the request', () => {
  assert.deepEqual(buildMarking(tags).show(NAME), {
    value: "Men's __ais-highlight__Rain__/ais-highlight__ <b> __ais-highlight__Rain__/ais-highlight__",
    matchLevel: 'full',
    matchedWords: ['rain'],
  });
  assert.equal(buildMarking({}).show(NAME).value, 'Men&#39;s <em>Rain</em> &lt;b&gt; <em>Rain</em>');
  const bold = buildMarking({ highlightPreTag: '<b>', highlightPostTag: '</b>' });
  assert.equal(bold.show(NAME).value, 'Men&#39;s <b>Rain</b> &lt;b&gt; <b>Rain</b>');
  assert.deepEqual(bold.showPlain('A & <b>'), {
    value: 'A &amp; &lt;b&gt;',
    matchLevel: 'none',
    matchedWords: [],
  });
});

test('what was found in a value of a facet is marked', () => {
  const { showFound } = buildMarking(tags);
  assert.equal(showFound('Rust & red', 'US'), 'R__ais-highlight__us__/ais-highlight__t & red');
  assert.equal(showFound('Rust', ''), 'Rust');
  assert.equal(showFound('Rust', 'x'), 'Rust');
  assert.equal(buildMarking({}).showFound('<i>', 'i'), '&lt;<em>i</em>&gt;');
});

test('no text becomes markup, however it is shown', () => {
  const hostile = fc.array(
    fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      'a',
      '<script>',
      '&lt;',
      '<mark>',
      '__ais-',
      'highlight__',
      '__ais-highlight__',
      '__/ais-highlight__',
      ' ',
    ),
  );
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = parts.join('');
      const shown = escapedByInstantSearch(buildMarking(tags).showPlain(text).value);
      for (const html of [shown, buildMarking({}).showPlain(text).value]) assert.doesNotMatch(html, /[<>"']/);
      const found = buildMarking({}).showFound(text, parts[0] ?? '');
      assert.doesNotMatch(found.replaceAll(/<\/?em>/g, ''), /[<>"']/);
    }),
    { numRuns: 200 },
  );
});
