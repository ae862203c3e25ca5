// Records and their versions: what an editor saves and a storefront reads. Whether values fit a model is decided in
// `field-values.ts`; where a version is published, in `publication.ts`.

import type { PublicationState, VersionState } from './publication.ts';

export interface ContentRecord {
  readonly id: string;
  /** Internal name of its content model. */
  readonly model: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
}

/** The text of a version in one locale. */
export interface RecordText {
  readonly title: string;
  readonly pageSlug: string;
  /** Undefined: made from the body where one is shown. */
  readonly summary: string | undefined;
  readonly body: string;
  readonly imageUrl: string | null;
  /** Values of the model's own fields, by internal name. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface RecordVersion {
  readonly id: string;
  readonly recordId: string;
  /** 1 for the first, one more for each that follows. */
  readonly number: number;
  readonly name: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  /** By normalized locale; at least one. */
  readonly localized: Readonly<Record<string, RecordText>>;
}

/** Where a version stands or stood, one for each environment and locale. A version without any is a draft. */
export interface VersionPlace {
  readonly environmentId: string;
  readonly locale: string;
  readonly state: PublicationState;
  readonly publishedAt: string;
}

export interface PlacedVersion {
  readonly version: RecordVersion;
  readonly places: readonly VersionPlace[];
}

/** A record as an environment shows it: each locale with the version that is in place there. */
export interface ShownRecord {
  readonly record: ContentRecord;
  /** By normalized locale; at least one. */
  readonly texts: Readonly<Record<string, ShownText>>;
}

export interface ShownText {
  readonly version: Omit<RecordVersion, 'localized'>;
  readonly text: RecordText;
  /** Of this version in this locale and environment. */
  readonly state: VersionState;
  /** Null in a preview of what is not published. */
  readonly publishedAt: string | null;
}

/** That a field of a version names another record. */
export interface Relation {
  readonly field: string;
  readonly locale: string;
  readonly recordId: string;
  /** Models the other record may be of; null: any. */
  readonly models: readonly string[] | null;
}

/** A value that no other record of the model may hold in the same locale of its latest version. */
export interface UniqueValue {
  /** Internal name of the model's field; `title`, `page_slug`, … are the text's own. */
  readonly field: string;
  readonly locale: string;
  readonly value: unknown;
}
