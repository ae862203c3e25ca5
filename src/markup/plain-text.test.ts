// Markup as the text a reader sees, by format and by looks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/fixtures/any-character.ts';
import type { WrittenFormat } from '../domain/models/written-text.ts';
import { plainText } from './plain-text.ts';

const read = (value: unknown, format: WrittenFormat): string => plainText({ value, format });
const words = (value: unknown, format: WrittenFormat): string => read(value, format).split(/\s+/u).join(' ');

test('of HTML only what is seen is text', () => {
  const body =
    '<div class="zebraclass"><b>Hello</b>&nbsp;world</div><script>var a = "<p>no</p>";</script><style>p{}</style>' +
    '<!-- hidden --><template><p>not yet</p></template><iframe>old</iframe><p data-x="a>b">next</p>';
  for (const format of ['html', 'unknown', 'rich_text'] as const) {
    assert.equal(words(body, format), 'Hello world next', format);
  }
});

test('blocks part words, elements within a line do not', () => {
  assert.equal(read('<ul><li>one<li>two</ul><p>three<br>four</p>', 'html'), 'one\ntwo\nthree\nfour');
  assert.equal(
    read('H<sub>2</sub>O is <b>w</b>ater, <a href="/x">li</a>nked', 'html'),
    'H2O is water, linked',
  );
  assert.equal(read('<table><tr><td>a</td><td>b</td></tr></table>', 'html'), 'a\nb');
});

test('entities are decoded, soft hyphens are no part of a word', () => {
  assert.equal(read('<p>caf&eacute; &#8364; &#x1F392; &lt;b&gt;', 'html'), 'café € 🎒 <b>');
  assert.equal(read('<p>Donau&shy;dampf\u00adschiff', 'html'), 'Donaudampfschiff');
  assert.equal(read('salt &amp; pepper, 3 < 4', 'unknown'), 'salt & pepper, 3 < 4');
});

test('what was never closed ends where the text ends', () => {
  assert.equal(read('<p>seen<script>never', 'html'), 'seen');
  assert.equal(read('<p>seen<b>on</p>and on', 'html'), 'seenon\nand on');
  assert.equal(read('<p>seen<!-- never', 'html'), 'seen');
});

test('plain text stays as it is, also where it looks odd', () => {
  for (const text of [
    'a < b and c > d',
    'if (a<b) return',
    '5 *3* 2',
    'AT&T',
    '[sic] {"a"',
    'use <T> of x',
  ]) {
    assert.equal(read(text, 'unknown'), text);
  }
  assert.equal(read('<b>bold</b> &amp; [x](y)', 'text'), '<b>bold</b> &amp; [x](y)');
});

test('of Markdown only what is seen is text', () => {
  const markdown = [
    '# A *great* heading #',
    '',
    'Under',
    '=====',
    '> quoted **text** with snake_case, _stress_, ~~old~~ and 2 * 3',
    '- [ ] first [link](https://shop.test/a_(b).jpg "Its title")',
    '* second ![picture](/img/zebra.jpg)',
    '1986. stays',
    '| a | b |',
    '|---|:-:|',
    '| c | `d|e` |',
    '[ref]: https://shop.test/ref "Title"',
    '[by name][ref], [sic], <https://auto.test/x>, \\*kept\\*, a&nbsp;b',
    '',
    '```jsonlanguage',
    'const a = *b* < c && "<p>";',
    '```',
    '<div class="zebraclass">html</div>',
  ].join('\n');
  assert.equal(
    words(markdown, 'markdown'),
    'A great heading Under quoted text with snake_case, stress, old and 2 * 3 first link second 1986. stays a b c d e ' +
      'by name, [sic], https://auto.test/x, *kept*, a b const a = *b* < c && "<p>"; html',
  );
  assert.equal(words('Hello <b>big</b> [world](http://x.test/y)', 'rich_text'), 'Hello big world');
});

test('rich text as JSON is read whichever editor wrote it', () => {
  const contentful = {
    nodeType: 'document',
    data: {},
    content: [
      {
        nodeType: 'paragraph',
        data: {},
        content: [
          { nodeType: 'text', value: 'Hel', marks: [{ type: 'bold' }], data: {} },
          { nodeType: 'text', value: 'lo ', marks: [], data: {} },
          {
            nodeType: 'hyperlink',
            data: { uri: 'https://zebra.test/a.jpg' },
            content: [{ nodeType: 'text', value: 'world', marks: [], data: {} }],
          },
        ],
      },
      {
        nodeType: 'paragraph',
        data: {},
        content: [{ nodeType: 'text', value: 'Next', marks: [], data: {} }],
      },
    ],
  };
  const leaf = (text: string) => ({ text, style: 'zebra' });
  const written: Readonly<Record<string, unknown>> = {
    contentful,
    prosemirror: {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Hello ' },
            { type: 'text', text: 'world' },
          ],
        },
        { type: 'paragraph', attrs: { class: 'zebra' }, content: [{ type: 'text', text: 'Next' }] },
      ],
    },
    slate: [
      { type: 'paragraph', children: [leaf('Hel'), leaf('lo world')] },
      { type: 'paragraph', children: [leaf('Next')] },
    ],
    lexical: {
      root: {
        type: 'root',
        children: [
          { type: 'paragraph', children: [leaf('Hello world')] },
          { type: 'p', children: [leaf('Next')] },
        ],
      },
    },
    portable: [
      { _type: 'block', _key: 'zebra', children: [{ _type: 'span', text: 'Hello world', marks: ['zebra'] }] },
      { _type: 'block', children: [{ _type: 'span', text: 'Next' }] },
    ],
    quill: {
      ops: [{ insert: 'Hello ' }, { insert: 'world', attributes: { link: 'zebra' } }, { insert: '\nNext\n' }],
    },
    editorjs: {
      time: 1,
      blocks: [
        { id: 'zebra', type: 'paragraph', data: { text: '<b>Hello</b>&nbsp;world' } },
        { type: 'list', data: { style: 'zebra', items: ['Next'] } },
      ],
    },
  };
  for (const [editor, tree] of Object.entries(written)) {
    assert.equal(words(tree, 'json'), 'Hello world Next', editor);
    for (const format of ['json', 'rich_text', 'unknown'] as const) {
      assert.equal(words(JSON.stringify(tree), format), 'Hello world Next', `${editor} as ${format}`);
    }
  }
  assert.equal(words({ type: 'list', items: ['one', 'two'] }, 'json'), 'one two');
});

test('a list of options is text, other values are none', () => {
  assert.equal(read(['red', 'green'], 'text'), 'red\ngreen');
  for (const value of [12, true, null, { a: 'b' }]) assert.equal(read(value, 'text'), '');
});

test('any text in any format becomes text without an error', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 8 }),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<',
      '>',
      '&',
      '&amp;',
      '`',
      '``',
      '[',
      ']',
      '](',
      ')',
      '!',
      '*',
      '_',
      '\n',
      '\n```\n',
      '\\',
      '{"',
      '<!--',
      '"',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.constantFrom<WrittenFormat>('text', 'html', 'markdown', 'json', 'rich_text', 'unknown'),
      (pieces, format) => {
        assert.equal(typeof read(pieces.join(''), format), 'string');
      },
    ),
  );
  fc.assert(fc.property(fc.json(), (json) => assert.equal(typeof read(JSON.parse(json), 'json'), 'string')));
});
