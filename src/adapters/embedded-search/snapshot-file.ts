// A collection on disk: checksummed, with the feed position it stands at and the mark of that position, and in place only when it
// is whole.
// What is damaged, of another format or analysis, or of another catalog reads as absent: the index is then built anew.

import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { ANALYSIS_VERSION } from '../../search/analysis/analyze.ts';
import type { BuiltCatalog } from './built-catalog.ts';
import type { CatalogPlace } from './index-work.ts';
import type { StoredSegment } from './segment-stack.ts';

const MAGIC = 0x56_49_54_52; // VITR
/** Raise when segments are laid out or words are weighed differently. */
const FORMAT_VERSION = 4;
export const SNAPSHOT_ENDING = '.index';
export const UNFINISHED_ENDING = '.unfinished';
const PREFIX_BYTES = 16;
const HEADER_BYTES_MAX = 1 << 28;

interface SegmentEntry {
  readonly bytes: number;
  readonly crc: number;
  readonly dead: readonly number[];
}

/** `mark`: see `SearchSource.markAt`. Another one now, and the snapshot is of other data. */
export interface SavedCatalog extends BuiltCatalog {
  readonly mark: string;
}

interface Header extends Omit<SavedCatalog, 'content' | 'products'> {
  readonly format: string;
  readonly key: string;
  /** What the key stands for, for whoever looks after the folder. */
  readonly place: CatalogPlace;
  readonly content: readonly SegmentEntry[];
  readonly products: readonly SegmentEntry[];
}

const format = `${FORMAT_VERSION}/${ANALYSIS_VERSION}`;

/** `key` names scope and catalog. */
export const writeSnapshot = (
  file: string,
  key: string,
  place: CatalogPlace,
  catalog: SavedCatalog,
): void => {
  const { content, products, ...rest } = catalog;
  const entry = ({ bytes, dead }: BuiltCatalog['content'][number]): SegmentEntry => ({
    bytes: bytes.byteLength,
    crc: crc32(plain(bytes)),
    dead: [...dead],
  });
  const header: Header = {
    ...rest,
    format,
    key,
    place,
    content: content.map(entry),
    products: products.map(entry),
  };
  const json = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32LE(MAGIC, 0);
  prefix.writeUInt32LE(json.length, 4);
  prefix.writeUInt32LE(crc32(json), 8);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}${UNFINISHED_ENDING}`;
  const descriptor = openSync(unfinished, 'w', 0o600);
  try {
    for (const part of [prefix, json, ...[...content, ...products].map(({ bytes }) => plain(bytes))]) {
      writeAll(descriptor, part);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, file);
};

/** A file that cannot be trusted is removed. */
export const readSnapshot = (file: string, key: string): SavedCatalog | 'absent' | 'damaged' => {
  const descriptor = openToRead(file);
  if (descriptor === undefined) return 'absent';
  try {
    const catalog = readParts(descriptor, key);
    if (catalog === undefined) rmSync(file, { force: true });
    return catalog ?? 'damaged';
  } finally {
    closeSync(descriptor);
  }
};

/** Of which catalog the file is. Undefined when it cannot be told, or when the file is of another version. */
export const readSnapshotPlace = (file: string): CatalogPlace | undefined => {
  const descriptor = openToRead(file);
  if (descriptor === undefined) return undefined;
  try {
    return readHeader(descriptor)?.place;
  } finally {
    closeSync(descriptor);
  }
};

const openToRead = (file: string): number | undefined => {
  try {
    return openSync(file, 'r');
  } catch {
    return undefined;
  }
};

const readHeader = (descriptor: number): Header | undefined => {
  const prefix = readBytes(descriptor, PREFIX_BYTES);
  if (prefix === undefined || plain(prefix).readUInt32LE(0) !== MAGIC) return undefined;
  const headerBytes = plain(prefix).readUInt32LE(4);
  if (headerBytes > HEADER_BYTES_MAX) return undefined;
  const json = readBytes(descriptor, headerBytes);
  if (json === undefined || crc32(plain(json)) !== plain(prefix).readUInt32LE(8)) return undefined;
  const header = JSON.parse(plain(json).toString('utf8')) as Header;
  return header.format === format ? header : undefined;
};

const readParts = (descriptor: number, wantedKey: string): SavedCatalog | undefined => {
  const header = readHeader(descriptor);
  if (header?.key !== wantedKey) return undefined;
  const { position, mark, baseLocale, contents } = header;
  const content = readSegments(descriptor, header.content);
  const products = readSegments(descriptor, header.products);
  return content && products && { position, mark, baseLocale, contents, content, products };
};

const readSegments = (
  descriptor: number,
  entries: readonly SegmentEntry[],
): BuiltCatalog['content'] | undefined => {
  const segments: StoredSegment[] = [];
  for (const { bytes, crc, dead } of entries) {
    const read = readBytes(descriptor, bytes);
    if (read === undefined || crc32(plain(read)) !== crc) return undefined;
    segments.push({ bytes: read, dead: Uint32Array.from(dead) });
  }
  return segments;
};

/** Shared memory, so that another thread takes it over without a copy. Undefined when the file ends before. */
const readBytes = (descriptor: number, length: number): Uint8Array | undefined => {
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  let at = 0;
  while (at < length) {
    const read = readSync(descriptor, bytes, at, length - at, null);
    if (read === 0) return undefined;
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
