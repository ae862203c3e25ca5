// The shape of a record as its editors wrote it: versions in three languages, and where each one is live.
// Ids are derived from the key and the version number.
import type { FieldValues } from './bundle-lines.ts';
import type { Locale, Text } from './text.ts';

export type VersionSource = {
  readonly name: string;
  readonly createdAt: string;
  readonly author: string;
  readonly title: Text;
  readonly summary: Text;
  readonly paragraphs: readonly Text[];
  readonly fields: FieldValues;
};

export type PublicationSource = {
  readonly environment: 'production' | 'staging';
  /** The number of the version. */
  readonly version: number;
  /** Null means every locale of the version. */
  readonly locales: readonly Locale[] | null;
  readonly at: string;
};

export type RecordSource = {
  readonly key: string;
  readonly model: 'blog' | 'landing_page' | 'site_settings';
  readonly slug: string;
  readonly imageUrl: string | null;
  readonly versions: readonly VersionSource[];
  readonly publications: readonly PublicationSource[];
};
