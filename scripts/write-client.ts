// Writes the generated files of `client/src`, and builds the package: `.js` and `.d.ts` in `client/dist`. A test fails if the
// committed files are outdated.

import { writeFileSync } from 'node:fs';
import { buildClient } from './build-client.ts';
import { buildClientSource } from './client-source.ts';

for (const [name, text] of await buildClientSource())
  writeFileSync(new URL(`../client/src/${name}`, import.meta.url), text);
buildClient();
