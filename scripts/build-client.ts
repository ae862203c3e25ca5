// Compiles the client and puts everything that is packed into a folder: JavaScript, declarations, README and licence. Takes about a
// second.

import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const client = join(root, 'client');

export const buildClient = (folder = client): void => {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const made = join(folder, 'dist');
  rmSync(made, { recursive: true, force: true });
  const words = [compiler, '--project', client, '--outDir', made];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The client does not compile:\n${stdout}`);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  if (folder === client) return;
  for (const name of ['package.json', 'README.md']) copyFileSync(join(client, name), join(folder, name));
};
