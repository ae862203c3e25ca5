// What is different between two versions of a record, locale by locale and field by field. A value that is only in one
// of them stands against null.

import { isSameJson, ownValue } from '../text/json-value.ts';
import type { RecordText, RecordVersion } from './record.ts';
import { entriesOfText } from './record-text.ts';

export interface VersionChange {
  readonly locale: string;
  /** `title`, `fields.price`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Localized = Pick<RecordVersion, 'localized'>;

/** In the order of locales, then as the fields stand in the later version, then those that are gone. */
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
