// Whatever is put into a template stays text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { html, withCode } from './html.ts';

test('values are text, in elements and in attributes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '`', '/', 'b', ' ', '=') }),
      (text) => {
        const seen: string[] = [];
        const parser = new Parser({
          onopentag: (name, attributes) => void seen.push(name, attributes['title'] ?? ''),
          ontext: (part) => void seen.push(part),
        });
        parser.end(html`<p title="${text}"></p>`.text);
        assert.deepEqual(seen, ['p', text]);
        let shown = '';
        const names = new Set<string>();
        const reader = new Parser({
          onopentagname: (name) => void names.add(name),
          ontext: (part) => {
            shown += part;
          },
        });
        reader.end(html`<i>${text}</i>${withCode(text)}`.text);
        assert.ok(shown.startsWith(text));
        assert.deepEqual(
          [...names].filter((name) => name !== 'i' && name !== 'code'),
          [],
        );
      },
    ),
  );
});

test('HTML, lists, numbers and nothing', () => {
  assert.equal(
    html`${html`<b>${1}</b>`}${['<', html`<i>x</i>`]}${undefined}${false}`.text,
    '<b>1</b>&lt;<i>x</i>',
  );
  assert.equal(withCode('a `<b>` c').text, 'a <code>&lt;b&gt;</code> c');
});
