// Writes a journal again whose flush failed. Linux marks pages that it could not write as clean, so a second flush succeeds
// without doing anything. Therefore each byte is written again in its place and flushed through a handle that was opened after
// the failure. All checksums are verified first: a page that was dropped from memory has its old content from the disk.

import { type FileHandle, open } from 'node:fs/promises';
import type { SyncFile } from './flusher.ts';

/** https://sqlite.org/fileformat2.html#the_write_ahead_log */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x37_7f_06_82;
const BYTES_AT_ONCE = 1024 * 1024;

export class JournalLost extends Error {
  constructor() {
    super('The journal is not what was written to it any more');
  }
}

/**
 * `frames`: how many frames SQLite counts. Nobody may write to the journal meanwhile; readers are not affected.
 * Throws `JournalLost` if not all of them are there.
 */
export const writeJournalAgain = async (
  journal: string,
  frames: number,
  syncFile: SyncFile,
): Promise<void> => {
  const file = await open(journal, 'r+');
  try {
    if (frames > 0) await rewrite(file, frames);
    await syncFile(file);
  } finally {
    await file.close();
  }
};

const rewrite = async (file: FileHandle, frames: number): Promise<void> => {
  const header = await readAt(file, 0, HEADER_BYTES);
  // The lowest bit is the byte order of the checksums.
  if ((header.readUInt32BE(0) & ~1) >>> 0 !== MAGIC) throw new JournalLost();
  const sum = buildSum((header.readUInt32BE(0) & 1) === 1);
  sum.add(header.subarray(0, 24));
  if (!sum.is(header, 24)) throw new JournalLost();
  await writeAt(file, header, 0);
  const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
  const framesAtOnce = Math.max(1, Math.floor(BYTES_AT_ONCE / frameBytes));
  for (let frame = 0; frame < frames; frame += framesAtOnce) {
    const place = HEADER_BYTES + frame * frameBytes;
    const bytes = await readAt(file, place, Math.min(framesAtOnce, frames - frame) * frameBytes);
    for (let at = 0; at < bytes.length; at += frameBytes) {
      const isOfThisRound = bytes.compare(header, 16, 24, at + 8, at + 16) === 0;
      sum.add(bytes.subarray(at, at + 8));
      sum.add(bytes.subarray(at + FRAME_HEADER_BYTES, at + frameBytes));
      if (!isOfThisRound || !sum.is(bytes, at + 16)) throw new JournalLost();
    }
    await writeAt(file, bytes, place);
  }
};

const buildSum = (isBigEndian: boolean) => {
  let first = 0;
  let second = 0;
  return {
    /** A multiple of eight bytes. */
    add: (bytes: Buffer): void => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at < bytes.length; at += 8) {
        first = (first + view.getUint32(at, !isBigEndian) + second) >>> 0;
        second = (second + view.getUint32(at + 4, !isBigEndian) + first) >>> 0;
      }
    },
    /** Whether it equals the stored checksum. */
    is: (bytes: Buffer, at: number): boolean =>
      bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second,
  };
};

const readAt = async (file: FileHandle, place: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, place + at);
    if (bytesRead === 0) throw new JournalLost();
    at += bytesRead;
  }
  return bytes;
};

const writeAt = async (file: FileHandle, bytes: Buffer, place: number): Promise<void> => {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at, bytes.length - at, place + at)).bytesWritten;
  }
};
