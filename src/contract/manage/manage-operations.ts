// The management interface on the wire: list, create, get, put and delete, generated for every kind in the table of
// `manage-resources.ts`. Tokens, bulk requests, imports and usage are not in that table and have their own files.

import { type TObject, Type } from 'typebox';
import { tokenOperations } from '../access/manage-tokens.ts';
import {
  CHANGED,
  manageFailures,
  NOT_FOUND,
  OR_LIMIT,
  operatorFailures,
  WRITE_CONFLICT,
} from '../common-failures.ts';
import { fillPath, type Operation } from '../operation.ts';
import { closedObject, flag, limitOfLong, namedObject, skip, text } from '../values.ts';
import { filterSchema } from './filter-schema.ts';
import { manageBulk, manageBulkDelete } from './manage-bulk.ts';
import { manageExamples } from './manage-examples.ts';
import { manageImportFiles } from './manage-import-files.ts';
import { keyFieldsOf, managedKinds } from './manage-resources.ts';
import { bodySchema, itemSchema, titleOf, wholeExample } from './manage-schemas.ts';
import { manageUsage } from './manage-usage.ts';
import type { ManagedKind } from './managed-kind.ts';

export const MANAGE_LIST_LIMIT = { default: 20, max: 100 } as const;

export const manageVerbs = ['list', 'create', 'get', 'put', 'delete'] as const;
export type ManageVerb = (typeof manageVerbs)[number];

export const manageName = (verb: ManageVerb, { one, many }: ManagedKind): string =>
  `manage-${verb}-${(verb === 'list' ? many : one).replaceAll(' ', '-')}`;

/** `putContentItem`. */
const idOf = (verb: ManageVerb, { one, many, hasPublicTwin }: ManagedKind): string =>
  `${verb}${hasPublicTwin === true ? '-managed' : ''}-${verb === 'list' ? many : one}`.replaceAll(
    /[ -](\w)/g,
    (_, letter: string) => letter.toUpperCase(),
  );

const ETAG_EXAMPLE = '"mZ8Qw2s5Yc0d3uJkXr1TbA"';
const TAG = '(?:W/)?"[\\x21\\x23-\\x7e]*"';

const ifMatch = Type.Optional(
  Type.String({
    title: 'IfMatch',
    maxLength: 2_000,
    pattern: `^(?:\\*|${TAG}(?:[ \\t]*,[ \\t]*${TAG})*)$`,
    description: 'Proceed only if the current ETag is one of these. `*`: proceed only if the object exists.',
  }),
);
const ifNoneMatch = Type.Optional(
  Type.String({
    title: 'IfNoneMatch',
    pattern: '^\\*$',
    description: 'Must be `*`: proceed only if the object does not exist yet.',
  }),
);

const etag = Type.String({ description: 'The ETag of this state, for `if-match`.' });
const totalCount = Type.Integer({
  title: 'TotalCount',
  minimum: 0,
  description: 'Number of matches before `skip` and `limit`.',
});
const entityMeta = namedObject('ItemMeta', { etag });
const putMeta = namedObject('PutMeta', {
  etag,
  outcome: Type.Enum(['created', 'updated', 'unchanged'], {
    description: 'What the request did to the object.',
  }),
});

const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;

const listOr = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' or ');

const keyParams = (kind: ManagedKind): Record<string, ReturnType<typeof Type.String>> =>
  Object.fromEntries(
    Object.entries(kind.keys).map(([param, field]) => [
      param,
      Type.String({
        title: `${titleOf(kind.one)}${titleOf(field)}`,
        description: field === 'id' ? `Id of the ${kind.one}.` : `\`${field}\` of the ${kind.one}.`,
      }),
    ]),
  );

const parentParams = ({ parent }: ManagedKind): Record<string, ReturnType<typeof Type.String>> =>
  parent === undefined
    ? {}
    : {
        [parent.param]: Type.String({
          title: `${titleOf(parent.kind)}Id`,
          description: `Id of the ${parent.kind}.`,
        }),
      };

/** The properties that all operations of a kind share. */
const common = (kind: ManagedKind, verb: ManageVerb) => ({
  name: manageName(verb, kind),
  operationId: idOf(verb, kind),
  tag: kind.tag,
  envelope: 'wrapped' as const,
  scope: kind.access === 'operator' ? ('none' as const) : ('workspace' as const),
  access: kind.access,
  headers: closedObject({}),
  query: closedObject({}),
  body: undefined,
});

const failuresOf = ({ access }: ManagedKind) => (access === 'operator' ? operatorFailures : manageFailures);

const itemPath = (kind: ManagedKind): string =>
  [kind.collection, ...Object.keys(kind.keys).map((param) => `{${param}}`)].join('/');

const locationOf =
  (kind: ManagedKind) =>
  (payload: unknown, params: unknown): string => {
    const { item } = payload as { readonly item: Readonly<Record<string, unknown>> };
    const keys = Object.entries(kind.keys).map(([param, field]) => [param, item[field]]);
    return fillPath(itemPath(kind), { ...(params as object), ...Object.fromEntries(keys) });
  };

const entityTagOf = (payload: unknown): string =>
  (payload as { readonly _meta_: { readonly etag: string } })._meta_.etag;

const describeList = (kind: ManagedKind): Operation => ({
  ...common(kind, 'list'),
  method: 'GET',
  path: kind.collection,
  summary: `List ${kind.many}`,
  description: `${kind.about} Listed in key order.`,
  params: closedObject(parentParams(kind)),
  query: closedObject({
    search: Type.Optional(text(`Substring of ${listOr(kind.searched)}. Case and accents are ignored.`)),
    ...Object.fromEntries(
      Object.entries(kind.filters).map(([name, filter]) => [name, Type.Optional(filterSchema(filter))]),
    ),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limitOfLong(MANAGE_LIST_LIMIT.default, MANAGE_LIST_LIMIT.max)),
  }),
  success: namedObject(`${titleOf(kind.one)}List`, {
    total_count: totalCount,
    items: Type.Array(itemOf(kind)),
  }),
  successDescription: `One page of ${kind.many}, and the total number that match.`,
  successExample: { total_count: 1, items: [exampleOf(kind)] },
  failures: { ...failuresOf(kind), 404: NOT_FOUND },
});

const exampleOf = ({ kind }: ManagedKind) => wholeExample(kind, manageExamples[kind]);

const itemOf = (kind: ManagedKind) => itemSchema(kind, exampleOf(kind));

/** With the example of `create`, which `put` accepts too. */
const bodyOf = (kind: ManagedKind, optional: readonly string[]) =>
  bodySchema(kind, optional, withoutFields(manageExamples[kind.kind], parentFields(kind)));

/** The response of every operation that reads or writes one object. */
const itemResponse = (kind: ManagedKind) => ({
  success: namedObject(`${titleOf(kind.one)}Result`, { item: itemOf(kind), _meta_: entityMeta }),
  successDescription: `The ${kind.one} and its ETag.`,
  successExample: { item: exampleOf(kind), _meta_: { etag: ETAG_EXAMPLE } },
  entityTagOf,
});

const describeCreate = (kind: ManagedKind): Operation => ({
  ...common(kind, 'create'),
  ...itemResponse(kind),
  method: 'POST',
  path: kind.collection,
  summary: `Create ${withArticle(kind.one)}`,
  description: `An object that already exists is never changed.${generatedNote(kind)}`,
  params: closedObject(parentParams(kind)),
  bodyReading: 'object',
  runsAsideWhenLarge: true,
  body: bodyOf(kind, [...kind.made, ...parentFields(kind)]),
  requestExample: withoutFields(manageExamples[kind.kind], parentFields(kind)),
  successStatus: 201,
  locationOf: locationOf(kind),
  failures: {
    ...failuresOf(kind),
    404: NOT_FOUND,
    409: WRITE_CONFLICT,
  },
});

const parentFields = (kind: ManagedKind): string[] =>
  keyFieldsOf(kind).filter((field) => field === kind.parent?.param);

const generatedNote = ({ made }: ManagedKind): string =>
  made.length === 0
    ? ''
    : ` If omitted, ${made.map((field) => `\`${field}\``).join(' and ')} ${made.length === 1 ? 'is' : 'are'} generated.`;

const withoutFields = (example: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(example).filter(([name]) => !fields.includes(name)));

const itemParams = (kind: ManagedKind): TObject =>
  closedObject({ ...parentParams(kind), ...keyParams(kind) });

const describeGet = (kind: ManagedKind): Operation => ({
  ...common(kind, 'get'),
  ...itemResponse(kind),
  method: 'GET',
  path: itemPath(kind),
  summary: `Get ${withArticle(kind.one)}`,
  description: 'The returned item can be sent back unchanged with PUT.',
  params: itemParams(kind),
  failures: { ...failuresOf(kind), 404: NOT_FOUND },
});

const describePut = (kind: ManagedKind): Operation => ({
  ...common(kind, 'put'),
  ...itemResponse(kind),
  method: 'PUT',
  path: itemPath(kind),
  summary: `Create or replace ${withArticle(kind.one)}`,
  description:
    'Creates or replaces the whole object: omitted fields get their defaults. The key may be omitted from the body. Repeating the request changes nothing.',
  params: itemParams(kind),
  ...(kind.kind === 'content_model' ? { query: closedObject({ force }) } : {}),
  headers: closedObject({ 'if-match': ifMatch, 'if-none-match': ifNoneMatch }),
  bodyReading: 'object',
  runsAsideWhenLarge: true,
  body: bodyOf(kind, keyFieldsOf(kind)),
  requestExample: withoutFields(manageExamples[kind.kind], keyFieldsOf(kind)),
  success: namedObject(`${titleOf(kind.one)}PutResult`, { item: itemOf(kind), _meta_: putMeta }),
  isCreated: (payload) =>
    (payload as { readonly _meta_: { readonly outcome: string } })._meta_.outcome === 'created',
  locationOf: locationOf(kind),
  successExample: { item: exampleOf(kind), _meta_: { etag: ETAG_EXAMPLE, outcome: 'updated' } },
  failures: {
    ...failuresOf(kind),
    404: NOT_FOUND,
    409: kind.kind === 'content_model' ? WOULD_BREAK : WRITE_CONFLICT,
    412: CHANGED,
  },
});

const force = Type.Optional(
  flag('Whether to save the model even if existing records no longer fit it. Default `false`.'),
);
const WOULD_BREAK = `The content model refers to an object that does not exist, or uses a name that another one has. Or existing records would no longer fit the model (\`would_break:…\`): \`Data.breaks\` lists what would break, the first hundred, and \`force\` saves the model anyway.${OR_LIMIT}`;

const IN_STEPS =
  'More than about 1,000 rows are deleted in many short transactions, so that nobody else waits; a catalog or form is taken out of all environments first. If such a request is cut off, or refused because of a change meanwhile, what was deleted stays deleted: send it again, without the old `If-Match`, to delete the rest.';

const describeDelete = (kind: ManagedKind): Operation => ({
  ...common(kind, 'delete'),
  method: 'DELETE',
  path: itemPath(kind),
  summary: `Delete ${withArticle(kind.one)}`,
  description:
    kind.neededBy === undefined
      ? `Deletes the ${kind.one}. No other object can prevent this.`
      : `Deletes the ${kind.one} unless it is still needed by ${kind.neededBy}. With \`cascade\` those are deleted too; an object that only lists it among others loses the reference. ${IN_STEPS}`,
  params: itemParams(kind),
  query: closedObject({
    cascade: Type.Optional(
      flag('Whether to delete everything that needs it as well. Default `false`.', 'Cascade'),
    ),
  }),
  headers: closedObject({ 'if-match': ifMatch }),
  success: namedObject('Deleted', { deleted: Type.Literal(true) }),
  successDescription: 'The object was deleted.',
  successExample: { deleted: true },
  failures: {
    ...failuresOf(kind),
    404: NOT_FOUND,
    ...(kind.neededBy === undefined ? {} : { 409: STILL_NEEDED }),
    412: CHANGED,
  },
});

const STILL_NEEDED =
  'The object is still needed. `Data.dependents` lists the first hundred objects that need it.';

const describe: Readonly<Record<ManageVerb, (kind: ManagedKind) => Operation>> = {
  list: describeList,
  create: describeCreate,
  get: describeGet,
  put: describePut,
  delete: describeDelete,
};

/** Every operation of the management interface, by name. */
export const manageOperations: Readonly<Record<string, Operation>> = Object.fromEntries(
  [
    ...managedKinds.flatMap((kind) => manageVerbs.map((verb) => describe[verb](kind))),
    ...Object.values<Operation>(tokenOperations),
    manageBulk,
    manageBulkDelete,
    manageImportFiles,
    manageUsage,
  ].map((operation: Operation) => [operation.name, operation]),
);
