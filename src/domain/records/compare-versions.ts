// Compares two versions of a record by locale and field. A value that only one of them has is compared with null.

import type { RecordText } from '../models/record-text.ts';
import { entriesOfText } from '../models/record-text.ts';
import { isSameJson, ownValue } from '../text/json-value.ts';
import type { RecordVersion } from './record.ts';

export interface VersionChange {
  readonly locale: string;
  /** Path of the field, such as `title` or `fields.price`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Localized = Pick<RecordVersion, 'localized'>;

/** Ordered by locale, then by field as in the later version, then removed fields. */
export const compareVersions = (before: Localized, after: Localized): VersionChange[] => {
  const locales = new Set([...Object.keys(before.localized), ...Object.keys(after.localized)]);
  return [...locales].sort().flatMap((locale) => {
    const old = entriesIn(before, locale);
    const recent = entriesIn(after, locale);
    return [...new Set([...recent.keys(), ...old.keys()])]
      .map((field) => ({
        locale,
        field,
        before: old.get(field) ?? null,
        after: recent.get(field) ?? null,
      }))
      .filter((change) => !isSameJson(change.before, change.after));
  });
};

const entriesIn = ({ localized }: Localized, locale: string): ReadonlyMap<string, unknown> => {
  const text = ownValue(localized, locale) as RecordText | undefined;
  return new Map(text === undefined ? [] : entriesOfText(text));
};
