// Folding by example, script by script, and its guarantees over all of Unicode.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/fixtures/any-character.ts';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { foldText } from './fold-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  // Lone surrogates too: the edge refuses them, folding must still not break on them.
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  // Letters with what is stripped or composed around them.
  fc.string({
    unit: fc.constantFrom(
      ...[
        'и',
        'е',
        'й',
        'ї',
        'a',
        'I',
        'İ',
        'Σ',
        'ß',
        'か',
        'ｶ',
        'ﾞ',
        '\u3099',
        '한',
        '\u1112',
        '\u1161',
        '\u11ab',
      ],
      ...[
        '\u0306',
        '\u0308',
        '\u0323',
        '\u200d',
        '\u00ad',
        '\ufe0f',
        '\u093c',
        '\u094d',
        'क',
        '\u0e33',
        '\ud835',
        '\udc00',
      ],
      ...['\u0627', '\u0654', '\u0640', '\u09c7', '\u09be', '™', '１', '٣', ' '],
    ),
  }),
);

test('folds case and accents of each script as people compare them', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Ёлка Йод', 'елка йод'],
    ['Їжак', 'їжак'],
    ['Ο ΣΊΣΥΦΟΣ', 'ο σισυφοσ'],
    ['ὀδυσσεύς', 'οδυσσευσ'],
    ['Straße STRAẞE', 'strasse strasse'],
    ['Æther Œuvre Ørsted Łódź Đà Þór', 'aether oeuvre orsted lodz da thor'],
    ['İSTANBUL ısı IŞIK', 'istanbul isi isik'],
    ['Điện thoại', 'dien thoai'],
    ['الْكِتَابُ مدرســة', 'الكتاب مدرسه'],
    ['أحمد إلى آخر على', 'احمد الي اخر علي'],
    ['שָׁלוֹם', 'שלום'],
    ['ＡＢＣ１２３', 'abc123'],
    ['٢٠٢٤ १२', '2024 12'],
    ['ﬁn m² ①', 'fin m2 1'],
    ['Men’s men´s', "men's men's"],
    ['Nike™ Kleenex®', 'nike kleenex'],
    ['Donau\u00addampf', 'donaudampf'],
  ];
  for (const [text, folded] of cases) assert.equal(foldText(text), folded);
});

test('keeps what is a letter of its own', () => {
  for (const text of [
    'हिन्दी में',
    'বাংলা ভাষা',
    'น้ำดื่ม',
    'ນ້ຳ',
    '한국어',
    'ガギグ がぎぐ',
    'ភាសាខ្មែរ',
    'မြန်မာ',
    'தமிழ்',
  ]) {
    assert.equal(foldText(text), text.normalize('NFC'));
  }
  assert.notEqual(foldText('が'), foldText('か'));
  assert.notEqual(foldText('й'), foldText('и'));
  assert.equal(foldText('ｶﾞｷﾞ'), 'ガギ');
  assert.equal(foldText('한국어'.normalize('NFD')), '한국어');
  assert.equal(foldText('й'.normalize('NFD')), 'й');
});

test('every code point folds to something that folds to itself', () => {
  // Planes 0 to 2 and the special-purpose plane; the rest is unassigned or private.
  for (const [first, last] of [
    [0, 0x2ffff],
    [0xe0000, 0xe0fff],
  ] as const) {
    for (let codePoint = first; codePoint <= last; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      const folded = foldText(character);
      if (folded === character) continue;
      assert.equal(foldText(folded), folded, codePoint.toString(16));
      // What normalisation may compose out of folded parts must be folded itself.
      const parts = character.normalize('NFD');
      const composable = parts !== character && parts.normalize('NFC') === character;
      if (composable)
        assert.ok(
          [...parts].some((part) => foldText(part) !== part),
          codePoint.toString(16),
        );
    }
  }
});

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = foldText(text);
      assert.equal(foldText(folded), folded);
    }),
    { numRuns: runs(200, 20_000) },
  );
});

test('halves of a pair do not meet when what stands between them is stripped', () => {
  // Joined they would be a mathematical A, which folds further.
  assert.equal(foldText('\ud835\u200d\udc00'), '\ufffd\ufffd');
  assert.equal(foldText('\ud835\udc00'), 'a');
});

test('canonically equal texts fold alike, and so do upper and lower case', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      assert.equal(foldText(text.normalize('NFD')), foldText(text));
      assert.equal(foldText(text.toLowerCase()), foldText(text));
    }),
    { numRuns: runs(125, 12_000) },
  );
});

test('long text takes the fast path and the slow one to the same end', () => {
  const ascii = 'The QUICK brown fox. '.repeat(500);
  assert.equal(foldText(`${ascii}é`), `${foldText(ascii)}e`);
});
