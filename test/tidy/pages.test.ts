// The built files of pages are those of their sources, compressed ahead, and named by their content.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { applications, buildApplication } from '../../scripts/build-pages.ts';
import { storedCodings } from '../../src/pages/assets.ts';

const built = join(import.meta.dirname, '..', '..', 'pages', 'built');
const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

test('there is a folder for each application', () => {
  assert.deepEqual(readdirSync(built).sort(), Object.keys(applications).sort());
});

for (const [name, sources] of Object.entries(applications)) {
  test(`pages/built/${name} is up to date: npm run pages`, async () => {
    const folder = join(built, name);
    const { files, manifest } = await buildApplication(sources);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')), manifest);
    const endings = ['', ...Object.values(storedCodings)];
    const expected = [...files.keys()].flatMap((file) => endings.map((ending) => file + ending));
    assert.deepEqual(readdirSync(folder).sort(), [...expected, 'manifest.json'].sort());
    for (const [file, bytes] of files) {
      assert.ok(Buffer.from(bytes).equals(readFileSync(join(folder, file))), file);
      // Compressors of other processors may choose other bytes for the same content.
      for (const coding of ['br', 'gzip'] as const) {
        const compressed = readFileSync(join(folder, file + storedCodings[coding]));
        assert.ok(decoders[coding](compressed).equals(bytes), `${file} ${coding}`);
        assert.ok(compressed.length < bytes.length, `${file} ${coding}`);
      }
    }
  });
}
