// Parses stored JSON. The store wrote it, so text that cannot be parsed was damaged on disk.

import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';

export const parseStored = <T>(text: string): T => {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw storageFailure('damaged', error);
  }
};
