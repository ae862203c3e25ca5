// The settings of imports by the management interface.

import { wholeNumber } from './kinds.ts';
import { variable } from './variable.ts';

export interface ImportConfig {
  readonly importMaxMiB: number;
  readonly importSeconds: number;
  readonly importWriteSeconds: number;
}

export const importVariables = {
  importMaxMiB: variable(
    'IMPORT_MAX_MIB',
    wholeNumber(1, 65_536),
    '256',
    'Largest upload to import, in MiB, also of what a packed file holds.',
  ),
  importSeconds: variable(
    'IMPORT_SECONDS',
    wholeNumber(1, 86_400),
    '600',
    'How long an import with a token may take, once it has arrived and its turn has come.',
  ),
  importWriteSeconds: variable(
    'IMPORT_WRITE_SECONDS',
    wholeNumber(1, 3_600),
    '8',
    'How long an import with a token may keep others from writing to the data folder.',
  ),
};
