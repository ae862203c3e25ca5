// Records and their versions. `field-values.ts` decides whether values fit a model; `publication.ts` defines the states of a
// version.

import type { RecordText } from '../models/record-text.ts';
import type { PublicationState, VersionState } from './publication.ts';

export interface ContentRecord {
  readonly id: string;
  /** Internal name of its content model. */
  readonly model: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
}

export interface RecordVersion {
  readonly id: string;
  readonly recordId: string;
  /** Counts up from 1 within the record. */
  readonly number: number;
  readonly name: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  /** By normalized locale; at least one. */
  readonly localized: Readonly<Record<string, RecordText>>;
}

/** Where a version is or was published, by environment and locale. A version without any is a draft. */
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

/** A record in one environment: each locale with the version that is published there. */
export interface ShownRecord {
  readonly record: ContentRecord;
  /** By normalized locale; at least one. */
  readonly texts: Readonly<Record<string, ShownText>>;
}

export interface ShownText {
  readonly version: Omit<RecordVersion, 'localized'>;
  readonly text: RecordText;
  /** State of this version in this locale and environment. */
  readonly state: VersionState;
  /** Null in a preview of an unpublished version. */
  readonly publishedAt: string | null;
}
