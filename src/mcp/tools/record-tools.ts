// Tools for editors: content models, records and their versions, from draft to published. What they need is a `full` token, except for
// reading what is published.

import { Type } from 'typebox';
import { manageOperations } from '../../contract/manage/manage-operations.ts';
import { getContentModel } from '../../contract/models/get-content-model.ts';
import { listContentModels } from '../../contract/models/list-content-models.ts';
import type { Operation } from '../../contract/operation.ts';
import { createRecord } from '../../contract/records/create-record.ts';
import { getRecord } from '../../contract/records/get-record.ts';
import { getVersion } from '../../contract/records/get-version.ts';
import { listRecords } from '../../contract/records/list-records.ts';
import { listVersions } from '../../contract/records/list-versions.ts';
import { publishVersions } from '../../contract/records/publish-versions.ts';
import { saveVersion } from '../../contract/records/save-version.ts';
import { identifier } from '../../contract/values.ts';
import { ADDS, defineTool, REPLACES, type Tool } from '../tool.ts';

const MODEL = { model: 'modelInternalName' };
const RECORD = { ...MODEL, record_id: 'contentModelDataId' };
const KEY = { idempotency_key: 'idempotency-key' };
const FEW = 10;
const RECORD_FIELDS = 'id,title,locale,page_slug,summary,version_id,version_number,modified_at,published_at';
const NEEDS_FULL = ' Needs a token with the permission full.';
const KEY_NOTE =
  'Any text that you make up for this one write. If you are not sure whether a call arrived, repeat it with the same key: it is carried out once.';
const LOCALIZED_NOTE =
  'The texts by locale, such as {"en-us": {"title": "…", "body": "…", "fields": {"reading_minutes": 4}}}. `fields` has the fields of the model by internal name; get_content_model says which there are, which are required and what they may hold.';

type Item = Readonly<Record<string, unknown>>;
interface ModelItem extends Item {
  readonly fields: readonly { readonly field_properties: { readonly internal_name: string } }[];
}

/** Its fields by name only: get_content_model has the rest. */
const showModel = ({ id, internal_name, name, type, description, fields, ...model }: ModelItem) => ({
  ...{ id, internal_name, name, type, description },
  ...{ act_as_web_page: model['act_as_web_page'], is_versionable: model['is_versionable'] },
  fields: fields.map(({ field_properties: { internal_name: field } }) => field),
});

/** The agent has just sent the texts. */
const showWritten = (payload: unknown): unknown => {
  const { version, ...rest } = payload as { readonly version: Item };
  const { localized: _, ...shown } = version;
  return { ...rest, version: shown };
};

const catalogs = manageOperations['manage-list-catalogs'] as Operation;

export const recordTools: readonly Tool[] = [
  defineTool(catalogs, {
    title: 'List catalogs',
    description: `Lists the catalogs of the workspace. search_content needs the id of one.${NEEDS_FULL}`,
    query: ['search', 'skip', 'limit'],
    defaults: { limit: FEW },
    show: (payload) => {
      const { total_count, items } = payload as { readonly total_count: number; readonly items: Item[] };
      return {
        total_count,
        items: items.map(({ id, name, environment_ids, content_search }) => ({
          ...{ id, name, environment_ids, content_search },
        })),
      };
    },
  }),
  defineTool(listContentModels, {
    title: 'List content models',
    description:
      'Lists the content models: the kinds of records that this workspace has, such as blog or landing_page, with the names of their fields. Start here before you work with records. `internal_name` is what other tools take as `model`; get_content_model takes `id`.',
    query: ['search', 'type', 'locale', 'skip', 'limit'],
    defaults: { limit: 20 },
    show: (payload) => {
      const { total_count, items } = payload as { readonly total_count: number; readonly items: ModelItem[] };
      return { total_count, items: items.map(showModel) };
    },
  }),
  defineTool(getContentModel, {
    title: 'Get a content model',
    description:
      'Returns one content model with all its fields: data type, whether it is required and localized, and the rules that values must satisfy. Read it before create_record and save_version.',
    path: { id: 'id' },
    query: ['locale'],
    notes: { id: 'Id of the model, from list_content_models; not its name.' },
  }),
  defineTool(listRecords, {
    title: 'List records',
    description:
      'Lists the records of a model that are published, newest first, and `total_count`, the exact number. With `preview` it lists the latest version of every record, drafts included, and needs a token with the permission full. `search` looks for a part of a text; to find published content by meaning, use search_content.',
    path: MODEL,
    query: ['search', 'filter', 'locale', 'fields', 'sort_by', 'sort_order', 'skip', 'limit', 'preview'],
    defaults: { limit: FEW, fields: RECORD_FIELDS },
    notes: {
      fields:
        'Comma-separated properties to return. Add body, or fields.<internal name> for single fields of the model, if you need them.',
    },
  }),
  defineTool(getRecord, {
    title: 'Get a record',
    description:
      'Returns one published record in one locale, with its body and all fields. With `preview` it returns the latest version, published or not, and needs a token with the permission full. To edit a record, use list_versions and get_version: they have all locales.',
    path: RECORD,
    query: ['locale', 'fields', 'expand', 'preview'],
  }),
  defineTool(listVersions, {
    title: 'List versions',
    description: `Lists the versions of a record, newest first, without texts: number, author, locales, and where each is published. The first one is the latest; its id is the base of the next save_version.${NEEDS_FULL}`,
    path: RECORD,
    query: ['skip', 'limit'],
    defaults: { limit: 5 },
  }),
  defineTool(getVersion, {
    title: 'Get a version',
    description: `Returns one version of a record with its texts in all locales, as \`version.localized\`, in the form that save_version takes.${NEEDS_FULL}`,
    path: { ...RECORD, version_id: 'version_id' },
  }),
  defineTool(createRecord, {
    title: 'Create a record as a draft',
    description: `Creates a record with its first version, a draft. Nothing is published, and visitors see nothing of it. Returns \`record.id\` and \`version.id\`, which publish_versions takes. Values that do not fit the model are refused, with one entry for each invalid field.${NEEDS_FULL}`,
    hints: ADDS,
    path: MODEL,
    body: ['localized', 'name', 'created_by'],
    header: KEY,
    notes: { localized: LOCALIZED_NOTE, idempotency_key: KEY_NOTE },
    show: showWritten,
  }),
  defineTool(saveVersion, {
    title: 'Save a draft',
    description: `Saves the next version of a record as a draft. Nothing is published, and earlier versions are kept. The new version consists of exactly the texts that you send: read the latest version with get_version first, change its \`localized\`, and send all of it back, with its id as \`base_version_id\`. If somebody else has saved since then, nothing is saved and the failure has their changes: read again, and bring both together.${NEEDS_FULL}`,
    hints: ADDS,
    path: RECORD,
    body: ['base_version_id', 'localized', 'name', 'created_by'],
    header: KEY,
    notes: {
      localized: `${LOCALIZED_NOTE} All locales and fields, changed or not.`,
      idempotency_key: KEY_NOTE,
    },
    show: showWritten,
  }),
  defineTool(publishVersions, {
    title: 'Publish a version',
    description: `Publishes a version of a record: visitors see it at once, in place of the version published before. Do so only if the person you work for has asked for it. Searches find it from then on. An earlier version can be published again in the same way.${NEEDS_FULL}`,
    hints: REPLACES,
    path: RECORD,
    query: ['locale'],
    own: {
      version_id: { schema: identifier('Version to publish.'), isRequired: true },
      environment_id: {
        schema: Type.Optional(identifier('Environment to publish to. Default: that of this connection.')),
        isRequired: false,
      },
    },
    header: KEY,
    notes: {
      locale: 'Only the texts in this locale. Default: all locales of the version.',
      idempotency_key: KEY_NOTE,
    },
    bodyOf: ({ version_id, environment_id }, { environmentId }) => ({
      version_data: [{ environment_id: environment_id ?? environmentId, version_id }],
    }),
    isFailed: (payload) => (payload as { readonly failures: readonly string[] }).failures.length > 0,
  }),
];
