// Keeps the files of an upload until it is complete, each in a file that its owner alone can read: nothing happens before everything
// is there, and formats may read files twice.

import { invalidInput, missingParameter } from '../../domain/failures/failures.ts';
import { payloadTooLarge } from '../../domain/failures/http-failures.ts';
import { asStorageFailure } from '../../domain/failures/storage-fault.ts';
import type { ReceivedUpload, Upload } from '../../domain/manage/import-job.ts';
import { shownName } from '../../domain/text/shown-name.ts';
import { decodeText, InputFault } from '../lines/decode-text.ts';
import { UnpackFault, unpack } from '../lines/unpack.ts';
import { MAPPING_MAX_CHARS } from '../sources/mapped/read-mapping.ts';
import type { InputFile } from '../sources/source-input.ts';
import { type InputSpool, spoolInput } from '../spool/input-spool.ts';
import { type Part, readParts } from './multipart.ts';

const FILES_MAX = 20;
const FILE_NAME_MAX_CHARS = 200;
const SETTING = 'VITRINE_IMPORT_MAX_MIB';

/** Throws a `Failure` if it is not a form with files, or larger than `maxBytes`, packed or not. */
export const receiveUpload = async (
  { bytes, boundary }: Pick<Upload, 'boundary' | 'bytes'>,
  folder: string,
  maxBytes: number,
): Promise<ReceivedUpload> => {
  const spools: InputSpool[] = [];
  const close = async (): Promise<void> => {
    for (const spool of spools) await spool.close();
  };
  try {
    const files: InputFile[] = [];
    let mapping: string | undefined;
    const within = limitBytes(maxBytes);
    for await (const part of readParts(within(unpack(bytes)), boundary)) {
      if (part.name === 'mapping') {
        if (mapping !== undefined) throw invalidInput('repeated', 'mapping', 'There are two mappings');
        mapping = await readMappingPart(part);
      } else if (part.name === 'file') {
        const name = nameOf(part, files);
        const spool = await spoolInput(part.content, folder);
        spools.push(spool);
        files.push({ name, path: spool.path });
      } else {
        const name = shownName(part.name);
        throw invalidInput('unknown_field', name, `${name} is not known; the parts are file and mapping`);
      }
    }
    if (files.length === 0) throw missingParameter('file');
    return { files, mapping, close };
  } catch (error) {
    await close();
    if (error instanceof UnpackFault) throw invalidInput('malformed', 'body', `The body: ${error.message}`);
    throw asStorageFailure(error);
  }
};

const limitBytes = (maxBytes: number) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw payloadTooLarge(maxBytes, SETTING);
      yield chunk;
    }
  };

/** Without the folders that some clients send along. */
const nameOf = ({ fileName = '' }: Part, files: readonly InputFile[]): string => {
  if (files.length === FILES_MAX) {
    throw invalidInput('too_many', 'file', `There are more than ${FILES_MAX} files`);
  }
  const base = fileName.split(/[\\/]/).at(-1)?.trim() ?? '';
  const name = base === '' ? `file ${files.length + 1}` : base;
  if (name.length > FILE_NAME_MAX_CHARS) {
    throw invalidInput('too_long', 'file', `A file name is longer than ${FILE_NAME_MAX_CHARS} characters`);
  }
  if (files.some((file) => file.name === name)) {
    throw invalidInput('repeated', 'file', `Two files are called ${shownName(name)}`);
  }
  return name;
};

const readMappingPart = async ({ content }: Part): Promise<string> => {
  let text = '';
  try {
    for await (const piece of decodeText(content)) {
      text += piece;
      if (text.length > MAPPING_MAX_CHARS) {
        throw invalidInput(
          'too_long',
          'mapping',
          `The mapping is longer than ${MAPPING_MAX_CHARS} characters`,
        );
      }
    }
  } catch (error) {
    if (error instanceof InputFault)
      throw invalidInput('malformed', 'mapping', `The mapping ${error.message}`);
    throw error;
  }
  return text;
};
