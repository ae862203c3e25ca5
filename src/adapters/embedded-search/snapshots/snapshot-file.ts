// A collection on disk: checksummed, with its feed position and the fingerprint of that change, renamed into place
// only when complete. A snapshot of another format, analysis or catalog is removed; a damaged one, or anything that
// is not a file, is quarantined. The index is then rebuilt.

import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { MARKUP_VERSION } from '../../../markup/plain-text.ts';
import { ANALYSIS_VERSION } from '../../../search/analysis/analyze.ts';
import { type IndexId, indexKey } from '../index-id.ts';
import type { BuiltCatalog } from '../segments/built-catalog.ts';
import type { StoredSegment } from '../segments/segment-stack.ts';
import { quarantine } from './quarantine.ts';

const MAGIC = 0x56_49_54_52; // VITR
/** Increase when segments are laid out differently, words weighted differently, or the tables of a catalog read differently. */
const FORMAT_VERSION = 15;
export const SNAPSHOT_SUFFIX = '.index';
export const UNFINISHED_SUFFIX = '.unfinished';
const PREFIX_BYTES = 16;

interface SegmentEntry {
  readonly bytes: number;
  readonly crc: number;
  /** Tombstones. */
  readonly dead: readonly number[];
}

/** `fingerprint`: see `SearchSource.changeFingerprint`. If it differs now, the snapshot is of other data. */
interface SavedCatalog extends BuiltCatalog {
  readonly fingerprint: string;
}

/** The names are the file format: renaming one needs a new FORMAT_VERSION. */
interface Header extends Omit<BuiltCatalog, 'content' | 'products'> {
  /** The fingerprint. */
  readonly mark: string;
  readonly format: string;
  readonly key: string;
  /** What the key identifies, for `sweep-snapshots.ts`. */
  readonly place: IndexId;
  readonly content: readonly SegmentEntry[];
  readonly products: readonly SegmentEntry[];
}

const format = `${FORMAT_VERSION}/${MARKUP_VERSION}/${ANALYSIS_VERSION}`;

export const snapshotFile = (snapshotDir: string, indexId: IndexId): string =>
  join(snapshotDir, `${createHash('sha256').update(indexKey(indexId)).digest('hex')}${SNAPSHOT_SUFFIX}`);

/** Whether anything is there, usable or not. */
export const hasSnapshot = (snapshotDir: string, indexId: IndexId): boolean =>
  existsSync(snapshotFile(snapshotDir, indexId));

/** `key` identifies scope and catalog. */
export const writeSnapshot = (file: string, key: string, indexId: IndexId, catalog: SavedCatalog): void => {
  const { content, products, fingerprint, ...rest } = catalog;
  const entry = ({ bytes, tombstones }: BuiltCatalog['content'][number]): SegmentEntry => ({
    bytes: bytes.byteLength,
    crc: crc32(plain(bytes)),
    dead: [...tombstones],
  });
  const header: Header = {
    ...rest,
    format,
    key,
    mark: fingerprint,
    place: indexId,
    content: content.map(entry),
    products: products.map(entry),
  };
  const json = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32LE(MAGIC, 0);
  prefix.writeUInt32LE(json.length, 4);
  prefix.writeUInt32LE(crc32(json), 8);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}${UNFINISHED_SUFFIX}`;
  clearPath(unfinished);
  try {
    const descriptor = openSync(unfinished, 'w', 0o600);
    try {
      for (const part of [prefix, json, ...[...content, ...products].map(({ bytes }) => plain(bytes))]) {
        writeAll(descriptor, part);
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    clearPath(file);
    renameSync(unfinished, file);
  } catch (error) {
    // On a full disk above all: half an index is useless and takes space.
    rmSync(unfinished, { force: true, recursive: true });
    throw error;
  }
};

/** Something that is not a file can be neither written nor replaced. */
const clearPath = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) quarantine(path);
};

/** Leaves the file as it is, whatever it holds. */
export const peekSnapshot = (file: string, key: string): SavedCatalog | 'absent' | 'outdated' | 'damaged' =>
  readWith(file, (descriptor) => readParts(descriptor, key));

/** Removes an outdated file and quarantines a damaged one. */
export const readSnapshot = (file: string, key: string): SavedCatalog | 'absent' | 'damaged' => {
  const read = peekSnapshot(file, key);
  if (read === 'damaged') quarantine(file);
  if (read !== 'outdated') return read;
  rmSync(file, { force: true });
  return 'damaged';
};

/** The index that the file belongs to. */
export const readSnapshotId = (file: string): IndexId | 'absent' | 'outdated' | 'damaged' =>
  readWith(file, (descriptor) => readHeader(descriptor, fstatSync(descriptor).size)?.place ?? 'outdated');

/** How far in the feed the saved index has come; -1 if there is none that can be used. */
export const readSnapshotPosition = (snapshotDir: string, indexId: IndexId): number => {
  const read = readWith(snapshotFile(snapshotDir, indexId), (descriptor) =>
    readHeader(descriptor, fstatSync(descriptor).size),
  );
  return typeof read === 'object' ? read.position : -1;
};

/** A file that cannot be used, for whatever reason. */
class Damaged extends Error {}

/** The file is missing, or unreadable for a reason outside it. */
const ABSENT_CODES: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EMFILE', 'ENFILE', 'ENOMEM']);

const readWith = <T>(file: string, read: (descriptor: number) => T): T | 'absent' | 'damaged' => {
  let descriptor: number | undefined;
  try {
    // Check before opening: opening a pipe would wait for a writer.
    if (!statSync(file).isFile()) return 'damaged';
    descriptor = openSync(file, 'r');
    return read(descriptor);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return ABSENT_CODES.has(code) ? 'absent' : 'damaged';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

/** Undefined if it has another version. */
const readHeader = (descriptor: number, fileBytes: number): Header | undefined => {
  const prefix = plain(readBytes(descriptor, PREFIX_BYTES, fileBytes));
  const headerBytes = prefix.readUInt32LE(4);
  if (prefix.readUInt32LE(0) !== MAGIC) throw new Damaged('it begins otherwise');
  const json = plain(readBytes(descriptor, headerBytes, fileBytes));
  if (crc32(json) !== prefix.readUInt32LE(8)) throw new Damaged('the checksum of its header differs');
  const header = JSON.parse(json.toString('utf8')) as Header;
  return header.format === format ? header : undefined;
};

const readParts = (descriptor: number, wantedKey: string): SavedCatalog | 'outdated' => {
  const { size } = fstatSync(descriptor);
  const header = readHeader(descriptor, size);
  if (header?.key !== wantedKey) return 'outdated';
  const { position, mark: fingerprint, baseLocale, contents } = header;
  const content = readSegments(descriptor, header.content, size);
  const products = readSegments(descriptor, header.products, size);
  return { position, fingerprint, baseLocale, contents, content, products };
};

const readSegments = (
  descriptor: number,
  entries: readonly SegmentEntry[],
  fileBytes: number,
): BuiltCatalog['content'] => {
  const segments: StoredSegment[] = [];
  for (const { bytes, crc, dead } of entries) {
    const read = readBytes(descriptor, bytes, fileBytes);
    if (crc32(plain(read)) !== crc) throw new Damaged('the checksum of a segment differs');
    segments.push({ bytes: read, tombstones: Uint32Array.from(dead) });
  }
  return segments;
};

/** Shared memory, so that threads exchange it without a copy. */
const readBytes = (descriptor: number, length: number, fileBytes: number): Uint8Array => {
  if (length > fileBytes) throw new Damaged('it is shorter than it says');
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  let at = 0;
  while (at < length) {
    const read = readSync(descriptor, bytes, at, length - at, null);
    if (read === 0) throw new Damaged('it ends early');
    at += read;
  }
  return bytes;
};

const writeAll = (descriptor: number, bytes: Buffer): void => {
  let at = 0;
  while (at < bytes.length) at += writeSync(descriptor, bytes, at);
};

/** The same memory as a Buffer. */
const plain = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
