// Compiles the client into `client/dist`, as it is packed: JavaScript and declarations. Takes about a second.

import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'client');

export const buildClient = (): void => {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '--project', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The client does not compile:\n${stdout}`);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
};
