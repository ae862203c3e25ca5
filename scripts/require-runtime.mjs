// Goes on only with the Node that `engines` pins. npm lets an optional package that it could not fetch, or whose bytes are not
// those of the lock file, go missing without a word; the Node of the machine must not step in for it. Plain JavaScript, so
// that a Node too old for TypeScript can say so too. Decision 0018.

import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const wanted = manifest.engines.node;
const found = process.versions.node;

if (found !== wanted) {
  process.stderr.write(
    `This is Node ${found}, and Node ${wanted} is needed. "npm ci" installs it. If it did, and this comes again, the runtime\n` +
      'could not be fetched, was not the one of the lock file, or does not exist for this platform: see docs/operations.md.\n',
  );
  process.exit(1);
}
