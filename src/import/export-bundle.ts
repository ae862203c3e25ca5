// Exports a bundle that, imported into an empty service, restores the same data. It never writes a line that cannot be read
// back, and respects backpressure. A file is readable only by its owner and appears only when it is complete: it is written
// under another name, flushed to disk and renamed.

import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { BundleObject } from '../contract/bundle.ts';
import type { WorkspaceScope } from '../domain/access/scope.ts';
import type { BundleStore } from '../domain/manage/bundle-store.ts';
import { encodeLine, encodeScope } from './bundle-codec.ts';

/** Lines without line ends, with a scope line before the first line of each workspace. */
export async function* exportBundle(
  store: Pick<BundleStore<BundleObject>, 'readBundle'>,
  filter: Partial<WorkspaceScope>,
): AsyncGenerator<string> {
  let current: WorkspaceScope | undefined;
  for await (const { scope, object } of store.readBundle(filter)) {
    if (current?.tenantId !== scope.tenantId || current.workspaceId !== scope.workspaceId) {
      current = scope;
      yield encodeScope(scope);
    }
    yield encodeLine(object);
  }
}

export interface ExportFormat {
  readonly gzip: boolean;
}

const CHUNK_CHARS = 64 * 1024;

/** Ends the stream, unless it is standard output. */
export const writeExportStream = async (
  lines: AsyncIterable<string>,
  target: NodeJS.WritableStream,
  { gzip }: ExportFormat = { gzip: false },
): Promise<void> => {
  await (gzip ? pipeline(inChunks(lines), createGzip(), target) : pipeline(inChunks(lines), target));
};

/** Gzipped if the name ends in `.gz`, unless `format` is given. */
export const writeExportFile = async (
  lines: AsyncIterable<string>,
  path: string,
  format: ExportFormat = { gzip: path.endsWith('.gz') },
): Promise<void> => {
  const found = await stat(path).catch(ifMissing(undefined));
  if (found !== undefined && !found.isFile()) {
    // Write into a pipe or device; do not replace it with a file.
    await writeExportStream(lines, createWriteStream(path), format);
    return;
  }
  const place = await realpath(path).catch(ifMissing(path));
  const draft = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}.partial`);
  try {
    await writeExportStream(
      lines,
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      format,
    );
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await flushFolder(dirname(place));
};

const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error;
    return value;
  };

/** Without this, the new name may be lost in a power cut. */
const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = [];
  let chars = 0;
  for await (const line of lines) {
    waiting.push(line, '\n');
    chars += line.length + 1;
    if (chars >= CHUNK_CHARS) {
      yield Buffer.from(waiting.join(''));
      waiting = [];
      chars = 0;
    }
  }
  if (chars > 0) yield Buffer.from(waiting.join(''));
}
