// Stores the checked objects of a bundle on disk, one file per kind, so that they can be written in another order and without
// waiting for the producer. The spool has its own folder and removes it when it is closed.

import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BundleKind, BundleObject } from '../../contract/bundle.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { tooMuchAsked } from '../../domain/failures/failures.ts';
import { parseJson } from '../../domain/text/parse-json.ts';
import { LineSplitter } from '../lines/line-splitter.ts';
import { makeSpoolFolder } from './spool-folder.ts';

export interface SpoolEntry {
  readonly line: number;
  /** The name of the file, if there are several. */
  readonly file?: string | undefined;
  readonly scope: WorkspaceScope;
  readonly object: BundleObject;
}

/** With its length in characters. */
export interface ReadEntry extends SpoolEntry {
  readonly size: number;
}

export interface Spool {
  append(entry: SpoolEntry): Promise<void>;
  /** Entries of one kind in the order they were appended. */
  read(kind: BundleKind): AsyncIterable<ReadEntry>;
  close(): Promise<void>;
}

type Stored = readonly [
  line: number,
  tenantId: string,
  workspaceId: string,
  object: BundleObject,
  file?: string,
];

interface KindFile {
  readonly handle: FileHandle;
  readonly path: string;
  lines: string[];
  chars: number;
}

const WRITE_CHARS = 256 * 1024;

/** `append` throws a `Failure` beyond `maxBytes`. */
export const openSpool = async (
  parentFolder: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Spool> => {
  const folder = await makeSpoolFolder(parentFolder);
  let bytes = 0;
  const files = new Map<BundleKind, KindFile>();

  const fileOf = async (kind: BundleKind): Promise<KindFile> => {
    const known = files.get(kind);
    if (known !== undefined) return known;
    const path = join(folder, `${kind}.ndjson`);
    const file = { handle: await open(path, 'wx', 0o600), path, lines: [], chars: 0 };
    files.set(kind, file);
    return file;
  };

  const write = async (file: KindFile): Promise<void> => {
    const text = file.lines.join('');
    file.lines = [];
    file.chars = 0;
    await file.handle.appendFile(text);
  };

  return {
    append: async ({ line, file: name, scope, object }) => {
      const file = await fileOf(object.kind);
      const place = [line, scope.tenantId, scope.workspaceId, object] as const;
      const stored: Stored = name === undefined ? place : [...place, name];
      const text = `${JSON.stringify(stored)}\n`;
      bytes += Buffer.byteLength(text);
      if (bytes > maxBytes) {
        throw tooMuchAsked('body', `its objects need more than ${maxBytes} bytes; split the files`);
      }
      file.lines.push(text);
      file.chars += text.length;
      if (file.chars >= WRITE_CHARS) await write(file);
    },
    read: async function* (kind) {
      const file = files.get(kind);
      if (file === undefined) return;
      await write(file);
      yield* readEntries(file.path);
    },
    close: async () => {
      await Promise.allSettled([...files.values()].map((file) => file.handle.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

async function* readEntries(path: string): AsyncGenerator<ReadEntry> {
  const splitter = new LineSplitter(Number.POSITIVE_INFINITY);
  for await (const chunk of createReadStream(path)) {
    for (const line of splitter.push(chunk as Uint8Array)) {
      if ('fault' in line) throw new Error(`the spool cannot be read back: ${line.fault}`);
      const [number, tenantId, workspaceId, object, file] = parseJson(line.text) as Stored;
      yield { line: number, file, scope: { tenantId, workspaceId }, object, size: line.text.length };
    }
  }
}
