// Writes what a release is made of into `release/`: the package and that of the client, notes, a list of everything it depends on,
// and checksums.
// Usage: npm run release -- v1.2.3

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from './build-client.ts';
import { releaseNotes } from './release-notes.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'release');
const lock = join(root, 'package-lock.json');
/** npm leaves the lock file out of a package unless it has this name: whoever unpacks it installs the very same versions. */
const packedLock = join(root, 'npm-shrinkwrap.json');

const npm = (...words: string[]): string =>
  execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** From the lock file, so that the runtimes of all platforms are in it, not only that of this machine. */
const sbomText = (): string => {
  const words = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const sbom = JSON.parse(npm('sbom', ...words, '--omit', 'dev'));
  // npm takes the name of the folder.
  sbom.metadata.component.name = name;
  return `${JSON.stringify(sbom, null, 2)}\n`;
};

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const notes = releaseNotes(process.argv[2] ?? '', version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
writeFileSync(join(folder, 'notes.md'), notes);
writeFileSync(join(folder, 'sbom.cdx.json'), sbomText());
copyFileSync(lock, packedLock);
try {
  npm('pack', '--pack-destination', folder);
} finally {
  rmSync(packedLock);
}
buildClient();
npm('pack', '--workspace', 'client', '--pack-destination', folder);
const made = [`${name}-${version}.tgz`, `vitrine-client-${version}.tgz`, 'sbom.cdx.json'];
const sums = made.map((name) => {
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
  return `${digest}  ${name}\n`;
});
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
