// Writes `pages/built` from the sources of the pages. A test fails if the committed files are outdated.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StoredCoding, storedCodings } from '../src/pages/assets.ts';
import { applications, buildApplication, coders } from './build-pages.ts';

const built = join(import.meta.dirname, '..', 'pages', 'built');

rmSync(built, { recursive: true, force: true });
for (const [name, sources] of Object.entries(applications)) {
  const folder = join(built, name);
  mkdirSync(folder, { recursive: true });
  const { files, manifest } = await buildApplication(sources);
  for (const [file, bytes] of files) {
    writeFileSync(join(folder, file), bytes);
    for (const [coding, ending] of Object.entries(storedCodings))
      writeFileSync(join(folder, file + ending), coders[coding as StoredCoding](bytes));
  }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
