// Names of files on the wire: readable by every client, and safe whatever they are made of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/fixtures/any-character.ts';
import { attachment } from './content-disposition.ts';

test('a plain name is told once, any other also in full', () => {
  assert.equal(attachment('submissions-contact.csv'), 'attachment; filename="submissions-contact.csv"');
  assert.equal(
    attachment("submissions-Grüße (50%) 'n' 日本.csv"),
    `attachment; filename="submissions-Gr__e (50_) 'n' __.csv"; ` +
      "filename*=UTF-8''submissions-Gr%C3%BC%C3%9Fe%20%2850%25%29%20%27n%27%20%E6%97%A5%E6%9C%AC.csv",
  );
});

test('nothing in a name leads elsewhere, breaks out of its quotes or hides its ending', () => {
  assert.equal(attachment('a/../b\\c"d\r\ne.csv'), 'attachment; filename="a_.._b_c_d__e.csv"');
  assert.equal(attachment('a\u202Evsc.exe.csv'), 'attachment; filename="a_vsc.exe.csv"');
  assert.equal(attachment(`${'x'.repeat(1_000)}.csv`), `attachment; filename="${'x'.repeat(100)}.csv"`);
});

test('whatever the name is, the header is one, in ASCII, and reads back as a safe name with its ending', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      const header = attachment(`s-${text}.csv`);
      const [, ascii = '', full] =
        /^attachment; filename="([ -!#-[\]-~]+\.csv)"(?:; filename\*=UTF-8''([\w!#$&+.^`|~%-]+\.csv))?$/.exec(
          header,
        ) ?? [];
      assert.ok(ascii.startsWith('s-'), header);
      const name = full === undefined ? ascii : decodeURIComponent(full);
      assert.doesNotMatch(name, /[/\\:*?"<>|\p{Cc}\p{Bidi_Control}]/u);
    }),
  );
});
