// Parses stored JSON. The store wrote it, so text that cannot be parsed was damaged on disk.

import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';

export const parseStored = <T>(text: string): T => {
  try {
    return parseJson(text) as T;
  } catch (error) {
    throw storageFailure('damaged', error);
  }
};
