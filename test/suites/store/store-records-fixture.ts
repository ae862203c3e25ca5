// A workspace with three models and two environments, and short helpers to write records.

import type { TestContext } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { BundleLine } from '../../../src/contract/bundle.ts';
import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import type { RecordText } from '../../../src/domain/models/record-text.ts';
import type { Relation } from '../../../src/domain/models/value-errors.ts';
import type { PublishRequest, PublishResult } from '../../../src/domain/ports.ts';
import type { ShownRecord } from '../../../src/domain/records/record.ts';
import type {
  RecordView,
  RecordWriteResult,
  VersionWriteResult,
} from '../../../src/domain/records/record-ports.ts';
import {
  ACME,
  line,
  type OpenStore,
  openFilledBy,
  putAll,
  TIME,
  uuid,
  workspaceLines,
} from './store-fixture.ts';

export const NOW = '2026-03-04T05:06:07.000Z';
export const ENVIRONMENTS = ['PROD', 'STAGE'] as const;
export const OTHER: WorkspaceScope = { tenantId: 'other', workspaceId: 'web' };

type ModelField = BundleLine<'content_model'>['fields'][number];

export const field = (
  internal_name: string,
  data_type: ModelField['field_properties']['data_type'],
): ModelField => ({
  component_id: '',
  destination_relation_field_id: '',
  field_properties: {
    internal_name,
    display_name: '',
    data_type,
    is_searchable: false,
    is_localized: true,
    help_text: '',
    validation: {},
  },
  is_required: false,
  relation_type: '',
  position: 0,
  is_removable: true,
  is_editable: true,
});

/** `blog` relates by `author` and through the component `teaser`; `note` has only text. */
export const putModels = async (store: Store, workspace: WorkspaceScope): Promise<void> => {
  await putAll(store, workspace, [
    ...workspaceLines(workspace),
    line('content_model', {
      fields: [field('author', 'relation'), field('teaser', 'component'), field('note', 'text')],
    }),
    line('content_model', { id: uuid(21), internal_name: 'person' }),
    line('content_model', { id: uuid(22), internal_name: 'home', type: 'single' }),
    line('catalog', { environment_ids: [...ENVIRONMENTS], content_models: ['blog', 'person'] }),
  ]);
};

export const openWithModels = (open: OpenStore, t: TestContext): Promise<Store> =>
  openFilledBy(open, t, putAllModels);

const putAllModels = async (store: Store): Promise<void> => {
  for (const workspace of [ACME, OTHER]) await putModels(store, workspace);
};

export const text = (title: string, fields: RecordText['fields'] = {}): RecordText => ({
  title,
  pageSlug: `/${title}`,
  summary: undefined,
  body: `${title} body`,
  imageUrl: null,
  fields,
});

export interface Given {
  readonly workspace?: WorkspaceScope;
  readonly model?: string;
  readonly localized?: Readonly<Record<string, RecordText>>;
  readonly relations?: readonly Relation[];
  readonly unique?: Parameters<Store['saveVersion']>[1]['unique'];
  readonly key?: string;
  readonly fingerprint?: string;
  readonly now?: string;
  readonly isSingle?: boolean;
}

const writeOf = (recordId: string, versionId: string, given: Given) => ({
  version: {
    id: versionId,
    recordId,
    name: 'draft',
    createdAt: TIME,
    createdBy: 'ada',
    localized: given.localized ?? { 'en-us': text('one') },
  },
  relations: given.relations ?? [],
  ...(given.unique === undefined ? {} : { unique: given.unique }),
  idempotency:
    given.key === undefined ? undefined : { key: given.key, fingerprint: given.fingerprint ?? 'same' },
  now: given.now ?? NOW,
});

export const create = (
  store: Store,
  recordId: string,
  versionId: string,
  given: Given = {},
): Promise<RecordWriteResult> =>
  store.createRecord(
    given.workspace ?? ACME,
    { id: recordId, model: given.model ?? 'blog', createdAt: TIME, createdBy: null },
    { ...writeOf(recordId, versionId, given), isSingle: given.isSingle ?? false },
  );

export const save = (
  store: Store,
  recordId: string,
  baseVersionId: string,
  versionId: string,
  given: Given = {},
): Promise<VersionWriteResult> =>
  store.saveVersion(given.workspace ?? ACME, {
    ...writeOf(recordId, versionId, given),
    model: given.model ?? 'blog',
    baseVersionId,
  });

export const requestOf = (
  recordId: string,
  versionId: string,
  changes: Partial<PublishRequest> & { readonly environmentId?: string } = {},
): PublishRequest => {
  const { environmentId = 'PROD', ...others } = changes;
  return {
    recordId,
    elements: [{ environmentId, versionId }],
    locale: undefined,
    reaches: () => true,
    now: NOW,
    idempotency: undefined,
    ...others,
  };
};

export const codesOf = (result: PublishResult): string[] =>
  result.kind === 'key-reused'
    ? ['key-reused']
    : result.outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code));

/** `locale → version number, state, time` of each record, as the environment shows it. */
export const shown = (records: readonly ShownRecord[]): Record<string, Record<string, string>> =>
  Object.fromEntries(
    records.map(({ record, texts }) => [
      record.id,
      Object.fromEntries(
        Object.entries(texts).map(([locale, { version, text: own, state, publishedAt }]) => [
          locale,
          `${own.title} v${version.number} ${state} ${publishedAt}`,
        ]),
      ),
    ]),
  );

export const readAll = async (
  store: Store,
  environmentId: string,
  view: RecordView,
  model = 'blog',
  workspace: WorkspaceScope = ACME,
): Promise<ShownRecord[]> =>
  (await Array.fromAsync(store.recordsIn({ ...workspace, environmentId }).readRecords(model, view))).flat();
