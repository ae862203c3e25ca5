// JSON as the store keeps it. It wrote the text itself, so one that cannot be read was damaged on disk.

import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';

export const parseStored = <T>(text: string): T => {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw storageFailure('damaged', error);
  }
};
