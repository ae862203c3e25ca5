// Small stand-ins for tests of records: models from a few words, records as an environment shows them, and stores that hold
// nothing but what they are given.

import type {
  ContentModel,
  ContentModelField,
  FieldDataType,
  RelationType,
} from '../../src/domain/content-model.ts';
import type { RecordText, RecordVersion, ShownRecord } from '../../src/domain/record.ts';
import type { RecordReader, RecordStore } from '../../src/domain/record-ports.ts';

export interface FieldWords {
  readonly type?: FieldDataType;
  readonly isRequired?: boolean;
  readonly isLocalized?: boolean;
  readonly isSearchable?: boolean;
  readonly relation?: RelationType;
  readonly component?: string;
  readonly rules?: Record<string, unknown>;
}

export const fieldOf = (name: string, words: FieldWords = {}): ContentModelField => ({
  componentId: words.component ?? '',
  destinationRelationFieldId: '',
  fieldProperties: {
    internal_name: name,
    display_name: name,
    data_type: words.type ?? 'text',
    is_searchable: words.isSearchable ?? false,
    is_localized: words.isLocalized ?? true,
    help_text: '',
    validation: words.rules ?? {},
  },
  isRequired: words.isRequired ?? false,
  relationType: words.relation ?? '',
  position: 0,
  isRemovable: true,
  isEditable: true,
});

export const modelOf = (
  internalName: string,
  fields: Readonly<Record<string, FieldWords>> = {},
  changes: Partial<ContentModel> = {},
): ContentModel => ({
  id: `model-${internalName}`,
  internalName,
  name: internalName,
  type: 'collection',
  createdAt: '2026-01-01T00:00:00Z',
  template: '',
  actAsWebPage: false,
  isLocalizationEnabled: true,
  groupId: '',
  description: '',
  isVersionable: true,
  fields: Object.entries(fields).map(([name, words]) => fieldOf(name, words)),
  localized: {},
  ...changes,
});

/** A UUID that ends in the number. */
export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const textOf = (text: Partial<RecordText> = {}): RecordText => ({
  title: 'Title',
  pageSlug: '',
  summary: undefined,
  body: '',
  imageUrl: null,
  fields: {},
  ...text,
});

export const versionOf = (changes: Partial<RecordVersion> = {}): RecordVersion => ({
  id: idOf(900),
  recordId: idOf(1),
  number: 1,
  name: '',
  createdAt: '2026-01-02T00:00:00Z',
  createdBy: null,
  localized: { 'en-us': textOf() },
  ...changes,
});

/** Published in each of its locales, with a version of its own. */
export const shownOf = (
  id: string,
  texts: Readonly<Record<string, Partial<RecordText>>>,
  changes: { readonly model?: string; readonly createdAt?: string; readonly createdBy?: string | null } = {},
): ShownRecord => ({
  record: {
    id,
    model: changes.model ?? 'blog',
    createdAt: changes.createdAt ?? '2026-01-01T00:00:00Z',
    createdBy: changes.createdBy ?? null,
  },
  texts: Object.fromEntries(
    Object.entries(texts).map(([locale, text]) => [
      locale,
      {
        version: {
          id: idOf(900),
          recordId: id,
          number: 1,
          name: '',
          createdAt: '2026-01-02T00:00:00Z',
          createdBy: null,
        },
        text: textOf(text),
        state: 'published',
        publishedAt: '2026-01-03T00:00:00Z',
      },
    ]),
  ),
});

/** Gives the records in the order of their ids, a few at a time, and notes what it is asked for. */
export const readerOf = (records: readonly ShownRecord[], batch = 3) => {
  const asked: { ids: readonly string[]; view: string }[] = [];
  const scans: { model: string; view: string }[] = [];
  const reader: RecordReader = {
    async *readRecords(model, view) {
      scans.push({ model, view });
      const own = records
        .filter(({ record }) => record.model === model)
        .toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1));
      for (let at = 0; at < own.length; at += batch) yield own.slice(at, at + batch);
    },
    findRecords: async (ids, view) => {
      asked.push({ ids, view });
      return records.filter(({ record }) => ids.includes(record.id));
    },
  };
  return { reader, asked, scans };
};

/** Whatever a test does not give must not be called. */
export const recordStoreOf = (given: Partial<RecordStore>): RecordStore => {
  const never = async () => {
    throw new Error('not expected to be called');
  };
  return {
    listContentModels: never,
    findRecord: never,
    createRecord: never,
    saveVersion: never,
    listVersions: never,
    findVersion: never,
    removeVersion: never,
    removeRecord: never,
    ...given,
  };
};
