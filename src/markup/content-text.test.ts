// The summary of a text: a whole-worded, well-formed start of what a reader sees of the body.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bodyText, givenSummary, makeSummary } from './content-text.ts';

const made = (body: string): string => makeSummary({ body, bodyFormat: 'text' });

test('a given summary stays, even an empty or a long one', () => {
  assert.equal(givenSummary({ summary: '' }), '');
  assert.equal(givenSummary({ summary: 'x'.repeat(500) }), 'x'.repeat(500));
  assert.equal(givenSummary({ summary: undefined }), undefined);
});

test('a short body is its own summary, white space folded', () => {
  assert.equal(made('  one\n\n two\tthree '), 'one two three');
  assert.equal(made('x'.repeat(200)), 'x'.repeat(200));
  assert.equal(made(''), '');
});

test('a long body is cut at the end of a word', () => {
  const summary = made('word '.repeat(100));
  assert.match(summary, /^(word )*word…$/);
  assert.ok(summary.length > 150);
});

test('a word without end is cut where it must be', () => {
  assert.equal(made('x'.repeat(300)), `${'x'.repeat(200)}…`);
});

test('a pair of surrogates is never split', () => {
  for (const lead of ['', 'x']) {
    const summary = made(lead + '🎒'.repeat(150));
    assert.ok(summary.isWellFormed());
    assert.match(summary, /^x?(🎒){99,100}…$/u);
  }
});

test('any body gives a short, well-formed summary that begins as the body does', () => {
  const body = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('🎒', ' ', '\n', 'word')), {
    maxLength: 120,
  });
  fc.assert(
    fc.property(body, (parts) => {
      const text = parts.join('');
      const summary = made(text);
      assert.ok(summary.length <= 201);
      assert.ok(summary.isWellFormed());
      const flat = text.replace(/\s+/gu, ' ').trim();
      assert.ok(summary === flat || flat.startsWith(summary.replace(/…$/, '')));
    }),
  );
});

test('summaries are plain text, given ones too', () => {
  const body =
    '<style>p{color:red}</style><p class="zebraclass"><b>Hello</b>&nbsp;world</p><script>track()</script><p>Next';
  assert.equal(makeSummary({ body }), 'Hello world Next');
  assert.equal(givenSummary({ summary: '<p>Short &amp; sweet</p>' }), 'Short & sweet');
  assert.equal(
    makeSummary({ body: '# Title\n\nSee [the *guide*](/x).', bodyFormat: 'markdown' }),
    'Title See the guide.',
  );
});

test('a summary is made of the fields where the body does not say enough', () => {
  const fields = [{ value: '<p>More</p>', format: 'html' }] as const;
  assert.equal(makeSummary({ body: '', fields }), 'More');
  assert.equal(bodyText({ body: 'Some', fields }), 'Some\nMore');
});

test('a summary of a part is that of the whole', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    'word',
    ' ',
    '&shy;',
    '\u00ad',
    '&nbsp;',
    '<script>x</script>',
    '<',
    '**',
    'längere Wörter',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 200 }),
      fc.constantFrom('html', 'markdown', 'unknown', 'rich_text' as const),
      (pieces, bodyFormat) => {
        const body = pieces.join('');
        const whole = bodyText({ body, bodyFormat });
        assert.equal(makeSummary({ body, bodyFormat }), made(whole));
      },
    ),
  );
});
