// Writes demo/shop.ndjson; running it again writes the same bytes.
// No options: the demo has one shape.
import { writeFileSync } from 'node:fs';
import { buildBundle } from './build-bundle.ts';

const target = new URL('../shop.ndjson', import.meta.url);
const lines = buildBundle().map((line) => `${JSON.stringify(line)}\n`);
writeFileSync(target, lines.join(''), 'utf8');
console.log(`wrote ${lines.length} lines to demo/shop.ndjson`);
