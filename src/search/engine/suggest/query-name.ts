// A name that may be suggested as a query.

import { completable } from '../../completion.ts';

/** A name as it is written, and in the form in which names are compared. */
export interface QueryName {
  readonly text: string;
  readonly completable: string;
}

export const readName = (text: string): QueryName => ({ text, completable: completable(text) });
