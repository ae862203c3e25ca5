// The management interface on the wire: list, create, get, put and delete for every kind of the table, made from it.
// Tokens, bulk requests and usage are not of the table and have files of their own.

import { type TObject, Type } from 'typebox';
import { tokenOperations } from '../access/manage-tokens.ts';
import { CHANGED, manageFailures, OR_LIMIT, operatorFailures } from '../common-failures.ts';
import { fillPath, type Operation } from '../operation.ts';
import { closedObject, flag, limitOfLong, namedObject, skip, text } from '../values.ts';
import { manageBulk, manageBulkDelete } from './manage-bulk.ts';
import { manageExamples } from './manage-examples.ts';
import { keyFieldsOf, type ManagedKind, managedKinds } from './manage-resources.ts';
import { bodySchema, itemSchema, titleOf, wholeExample } from './manage-schemas.ts';
import { manageUsage } from './manage-usage.ts';

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
    description: 'Only when what stands has one of these tags, or with `*` when anything stands.',
  }),
);
const ifNoneMatch = Type.Optional(
  Type.String({
    title: 'IfNoneMatch',
    pattern: '^\\*$',
    description: 'Only `*`: only when nothing stands there yet.',
  }),
);

const etag = Type.String({ description: 'The tag of this state, for `if-match`.' });
const totalCount = Type.Integer({
  title: 'TotalCount',
  minimum: 0,
  description: 'How many match, before `skip` and `limit`.',
});
const entityMeta = namedObject('EntityMeta', { etag });
const putMeta = namedObject('PutMeta', {
  etag,
  outcome: Type.Enum(['created', 'updated', 'unchanged'], { description: 'What the request did.' }),
});

const aOf = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;

const keyParams = (kind: ManagedKind): Record<string, ReturnType<typeof Type.String>> =>
  Object.fromEntries(
    Object.entries(kind.keys).map(([param, field]) => [
      param,
      Type.String({
        title: `${titleOf(kind.kind)}${titleOf(field)}`,
        description: `The \`${field}\` of the ${kind.one}.`,
      }),
    ]),
  );

const parentParams = ({ parent }: ManagedKind): Record<string, ReturnType<typeof Type.String>> =>
  parent === undefined
    ? {}
    : {
        [parent.param]: Type.String({
          title: `Parent${titleOf(parent.kind)}Id`,
          description: `The ${parent.kind} that they are in.`,
        }),
      };

/** What all operations of a kind share. */
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
  description: `${kind.about} Lists them in the order of their keys.`,
  params: closedObject(parentParams(kind)),
  query: closedObject({
    search: Type.Optional(text(`Substring of ${kind.searched.join(', ')}; case and accents are ignored.`)),
    ...Object.fromEntries(
      Object.entries(kind.filters).map(([name, { schema }]) => [name, Type.Optional(schema)]),
    ),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limitOfLong(MANAGE_LIST_LIMIT.default, MANAGE_LIST_LIMIT.max)),
  }),
  success: namedObject(`${titleOf(kind.kind)}List`, {
    total_count: totalCount,
    items: Type.Array(itemOf(kind)),
  }),
  successDescription: `The ${kind.many} of this page, and how many match in all.`,
  successExample: { total_count: 1, items: [exampleOf(kind)] },
  failures: { ...failuresOf(kind), 404: absentPlace(kind) },
});

const absentPlace = ({ parent }: ManagedKind): string =>
  `The ${parent === undefined ? 'workspace' : parent.kind} is unknown.`;

const exampleOf = ({ kind }: ManagedKind) => wholeExample(kind, manageExamples[kind]);

const itemOf = (kind: ManagedKind) => itemSchema(kind.kind, exampleOf(kind));

/** With the example of creating one, which can be put too. */
const bodyOf = (kind: ManagedKind, optional: readonly string[]) =>
  bodySchema(kind.kind, optional, withoutFields(manageExamples[kind.kind], parentFields(kind)));

/** The answer of everything that reads or writes one thing. */
const oneThing = (kind: ManagedKind) => ({
  success: namedObject(`${titleOf(kind.kind)}Result`, { item: itemOf(kind), _meta_: entityMeta }),
  successDescription: `The ${kind.one}, and the tag of its state.`,
  successExample: { item: exampleOf(kind), _meta_: { etag: ETAG_EXAMPLE } },
  entityTagOf,
});

const describeCreate = (kind: ManagedKind): Operation => ({
  ...common(kind, 'create'),
  ...oneThing(kind),
  method: 'POST',
  path: kind.collection,
  summary: `Create ${aOf(kind.one)}`,
  description: `${kind.about}${madeWords(kind)} What stands already is never changed.`,
  params: closedObject(parentParams(kind)),
  bodyReading: 'object',
  body: bodyOf(kind, [...kind.made, ...parentFields(kind)]),
  requestExample: withoutFields(manageExamples[kind.kind], parentFields(kind)),
  successStatus: 201,
  locationOf: locationOf(kind),
  failures: {
    ...failuresOf(kind),
    404: absentPlace(kind),
    409: `There is such ${aOf(kind.one)} already, or it refers to something that does not exist or takes what is another's.${OR_LIMIT}`,
  },
});

const parentFields = (kind: ManagedKind): string[] =>
  keyFieldsOf(kind).filter((field) => field === kind.parent?.param);

const madeWords = ({ made }: ManagedKind): string =>
  made.length === 0
    ? ''
    : ` Left out, ${made.map((field) => `\`${field}\``).join(' and ')} ${made.length === 1 ? 'is' : 'are'} made.`;

const withoutFields = (example: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(example).filter(([name]) => !fields.includes(name)));

const itemParams = (kind: ManagedKind): TObject =>
  closedObject({ ...parentParams(kind), ...keyParams(kind) });

const describeGet = (kind: ManagedKind): Operation => ({
  ...common(kind, 'get'),
  ...oneThing(kind),
  method: 'GET',
  path: itemPath(kind),
  summary: `Get ${aOf(kind.one)}`,
  description: `${kind.about} What is answered can be put back as it is.`,
  params: itemParams(kind),
  failures: { ...failuresOf(kind), 404: `There is no such ${kind.one}.` },
});

const describePut = (kind: ManagedKind): Operation => ({
  ...common(kind, 'put'),
  ...oneThing(kind),
  method: 'PUT',
  path: itemPath(kind),
  summary: `Put ${aOf(kind.one)} in place`,
  description: `${kind.about} Replaces it whole, or creates it: what is left out gets its default. The key is in the path and may be left out of the body. The same again changes nothing.`,
  params: itemParams(kind),
  ...(kind.kind === 'content_model' ? { query: closedObject({ force }) } : {}),
  headers: closedObject({ 'if-match': ifMatch, 'if-none-match': ifNoneMatch }),
  bodyReading: 'object',
  body: bodyOf(kind, keyFieldsOf(kind)),
  requestExample: withoutFields(manageExamples[kind.kind], keyFieldsOf(kind)),
  success: namedObject(`${titleOf(kind.kind)}PutResult`, { item: itemOf(kind), _meta_: putMeta }),
  isCreated: (payload) =>
    (payload as { readonly _meta_: { readonly outcome: string } })._meta_.outcome === 'created',
  locationOf: locationOf(kind),
  successExample: { item: exampleOf(kind), _meta_: { etag: ETAG_EXAMPLE, outcome: 'updated' } },
  failures: {
    ...failuresOf(kind),
    404: absentPlace(kind),
    409: `It refers to something that does not exist, or takes what is another's.${kind.kind === 'content_model' ? WOULD_BREAK : ''}${OR_LIMIT}`,
    412: CHANGED,
  },
});

const force = Type.Optional(
  flag('Whether it is put in place even where records hold what it removes, narrows or asks for in vain.'),
);
const WOULD_BREAK =
  ' Or records hold what it removes, narrows or asks for in vain (`would_break:…`): `Data.breaks` says what, and `force` does it nevertheless.';

const describeDelete = (kind: ManagedKind): Operation => ({
  ...common(kind, 'delete'),
  method: 'DELETE',
  path: itemPath(kind),
  summary: `Delete ${aOf(kind.one)}`,
  description:
    kind.neededBy === undefined
      ? `Deletes the ${kind.one}. Nothing refuses it.`
      : `Deletes the ${kind.one}, unless it is still needed: by ${kind.neededBy}. \`Data.dependents\` names the first hundred of them. With \`cascade\` they go too, or forget it where it is one of several.`,
  params: itemParams(kind),
  query: closedObject({
    cascade: Type.Optional(
      flag('Whether everything that needs it is deleted with it. Default `false`.', 'Cascade'),
    ),
  }),
  headers: closedObject({ 'if-match': ifMatch }),
  success: namedObject('Deleted', { deleted: Type.Literal(true) }),
  successDescription: 'It is gone.',
  successExample: { deleted: true },
  failures: {
    ...failuresOf(kind),
    404: `There is no such ${kind.one}.`,
    ...(kind.neededBy === undefined ? {} : { 409: 'It is still needed.' }),
    412: CHANGED,
  },
});

const describe: Readonly<Record<ManageVerb, (kind: ManagedKind) => Operation>> = {
  list: describeList,
  create: describeCreate,
  get: describeGet,
  put: describePut,
  delete: describeDelete,
};

/** Every operation of the management interface by its name. */
export const manageOperations: Readonly<Record<string, Operation>> = Object.fromEntries(
  [
    ...managedKinds.flatMap((kind) => manageVerbs.map((verb) => describe[verb](kind))),
    ...Object.values<Operation>(tokenOperations),
    manageBulk,
    manageBulkDelete,
    manageUsage,
  ].map((operation: Operation) => [operation.name, operation]),
);
