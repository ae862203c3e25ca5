// Converts one bundle line to a checked, complete, canonical object, and back. Equal objects always give equal text.
// Whether the objects that a line refers to exist is not checked here.

import { type BundleKind, type BundleObject, bundleKinds, bundleScope } from '../contract/bundle.ts';
import { UUID_PATTERN } from '../contract/values.ts';
import type { WorkspaceScope } from '../domain/access/scope.ts';
import type { Counted } from '../domain/failures/first-hundred.ts';
import { type FormFault, findFormFaults } from '../domain/forms/form-faults.ts';
import type { ObjectFault } from '../domain/manage/object-reader.ts';
import { findModelFaults, type ModelFault } from '../domain/models/model-faults.ts';
import { findPatternFault } from '../domain/models/pattern-faults.ts';
import { findRankingFaults, type RankingFault } from '../domain/products/ranking-settings.ts';
import { findRuleFaults } from '../domain/products/rule-faults.ts';
import { recordableTerm } from '../domain/terms/popular-terms.ts';
import { parseJson } from '../domain/text/parse-json.ts';
import { NESTING_MAX_LEVELS, nestsDeeperThan } from './lines/json-nesting.ts';
import { LineFaults, showValue } from './schema/line-faults.ts';
import type { Reader, SchemaNode } from './schema/scalar-readers.ts';
import { buildReader } from './schema/schema-reader.ts';
import { hostRule, patternRules } from './schema/text-rules.ts';

export const LINE_MAX_BYTES = 4 * 1024 * 1024;

/** The message names the kind, the field and what was expected; `code` identifies the first fault. */
export interface LineRefusal {
  readonly kind: 'fault';
  readonly message: string;
  readonly code: string;
  /** One by one; undefined if the line is no object of a known kind. */
  readonly faults?: Counted<ObjectFault>;
}

export type DecodedLine =
  | { readonly kind: 'scope'; readonly scope: WorkspaceScope }
  | { readonly kind: 'object'; readonly object: BundleObject }
  | LineRefusal;

const scopeReader = buildReader(bundleScope as unknown as SchemaNode);
const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries(bundleKinds).map(([kind, schema]) => [kind, buildReader(schema as unknown as SchemaNode)]),
);

export const refuseLine = (code: string, message: string): LineRefusal => ({ kind: 'fault', message, code });

export const decodeLine = (text: string): DecodedLine => {
  const line = parseLine(text);
  if ('code' in line) return line;
  return line.kind === 'scope' ? decodeScope(line.value) : decodeObject(line.kind, line.value, text.length);
};

/** The object of a line and its kind, which may be unknown. */
export const parseLine = (
  text: string,
): { readonly kind: unknown; readonly value: Readonly<Record<string, unknown>> } | LineRefusal => {
  if (nestsDeeperThan(text, NESTING_MAX_LEVELS)) {
    return refuseLine('out_of_range:line', `is nested deeper than ${NESTING_MAX_LEVELS} levels`);
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return refuseLine('invalid_json:line', `is not valid JSON: ${jsonProblem(error)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuseLine('wrong_type:line', `must be an object, not ${showValue(value)}`);
  }
  const kind: unknown = Object.hasOwn(value, 'kind') ? (value as { kind: unknown }).kind : undefined;
  if (kind === undefined) {
    const isBackup = Object.hasOwn(value, 'vitrine_backup');
    return refuseLine(
      'missing:kind',
      isBackup ? 'is the header of a backup: restore it by "vitrine restore"' : 'kind is missing',
    );
  }
  return { kind, value: value as Record<string, unknown> };
};

export const decodeScope = (value: object): Extract<DecodedLine, { kind: 'scope' | 'fault' }> => {
  const faults = new LineFaults();
  const line = scopeReader.read(value, faults) as { tenant_id: string; workspace_id: string };
  return faults.count > 0
    ? refuseLine(faults.code, `scope: ${faults}`)
    : { kind: 'scope', scope: { tenantId: line.tenant_id, workspaceId: line.workspace_id } };
};

const decodeObject = (kind: unknown, value: object, textChars: number): DecodedLine => {
  if (typeof kind !== 'string' || !readers.has(kind)) {
    const known = [...readers.keys()].join(', ');
    return refuseLine(
      'not_allowed:kind',
      `kind ${showValue(kind)} is not known; the known kinds are scope, ${known}`,
    );
  }
  const faults = new LineFaults();
  const object = canonicalize(kind as BundleKind, value, faults);
  if (object?.kind === 'content_model') {
    checkModel(object, faults);
    checkPatterns(object, faults);
  }
  if (object === undefined || faults.count > 0)
    return { ...refuseLine(faults.code, `${kind}: ${faults}`), faults: faults.all };
  // Defaults make a line longer, and an export of it must still be importable.
  if (textChars > LINE_MAX_BYTES / 4 && isTooLong(object)) {
    return refuseLine(
      'too_long:line',
      `${kind}: is longer than ${LINE_MAX_BYTES} bytes with its defaults filled in`,
    );
  }
  return { kind: 'object', object };
};

export const isTooLong = (object: BundleObject): boolean =>
  Buffer.byteLength(JSON.stringify(object)) > LINE_MAX_BYTES;

/** The canonical line of an object, whatever the order of its keys. Throws for an object that could not be read back, which is a bug. */
export const encodeLine = (object: BundleObject): string => {
  const faults = new LineFaults();
  const canonical = canonicalize(object.kind, object, faults);
  if (canonical === undefined || faults.count > 0) {
    throw new Error(`${object.kind} cannot be written to a bundle: ${faults}`);
  }
  return JSON.stringify(canonical);
};

export const encodeScope = ({ tenantId, workspaceId }: WorkspaceScope): string =>
  JSON.stringify({ kind: 'scope', tenant_id: tenantId, workspace_id: workspaceId });

/** The complete object in canonical form; undefined if anything is wrong with it. */
export const canonicalize = (
  kind: BundleKind,
  value: object,
  faults: LineFaults,
): BundleObject | undefined => {
  const object = readers.get(kind)?.read(value, faults) as BundleObject | undefined;
  if (object === undefined || faults.count > 0) return undefined;
  return kindRules[kind]?.(object as never, faults) ?? object;
};

type Model = Extract<BundleObject, { kind: 'content_model' }>;

/** Only new models are checked. Stored models can always be exported. */
export const checkModel = ({ fields }: Model, faults: LineFaults): void => {
  for (const fault of findModelFaults(fields)) addBelow('fields', fault, faults);
};

const checkPatterns = ({ fields }: Model, faults: LineFaults): void => {
  for (const [index, field] of fields.entries()) {
    const fault = findPatternFault(field, index);
    if (fault !== undefined) addBelow('fields', fault, faults);
  }
};

const addBelow = (
  field: string,
  { fault, path, message }: FormFault | ModelFault | RankingFault,
  faults: LineFaults,
): void => {
  const keys = [field, ...path.split('.')].filter((key) => key !== '');
  for (const key of keys) faults.enter(key);
  faults.add(fault, message);
  for (const _ of keys) faults.leave();
};

/** The canonical spelling of a domain's `host`. */
export const readHost = (text: string, faults: LineFaults): string | undefined => {
  const host = hostRule.canonical(text);
  if (host === undefined) faults.add('malformed', `must be ${hostRule.expected}`, 'host');
  return host;
};

const uuidRule = patternRules(UUID_PATTERN);

type KindRules = {
  readonly [K in BundleKind]?: (
    object: Extract<BundleObject, { kind: K }>,
    faults: LineFaults,
  ) => BundleObject | undefined;
};

/** Rules that a schema cannot express. */
const kindRules: KindRules = {
  domain: (domain, faults) => {
    const host = readHost(domain.host, faults);
    return host === undefined ? undefined : { ...domain, host };
  },
  catalog: (catalog, faults) => {
    for (const fault of findRankingFaults(catalog.ranking ?? {})) addBelow('ranking', fault, faults);
    return catalog;
  },
  // A model id in lower case, as models have it, or any text if there is no model.
  store: (store) => ({
    ...store,
    content_model_id: uuidRule.canonical(store.content_model_id) ?? store.content_model_id,
  }),
  publication: (publication, faults) => {
    if (new Set(publication.locales).size !== (publication.locales ?? []).length) {
      faults.add('repeated', 'must not repeat a locale', 'locales');
    }
    return publication;
  },
  form: (form, faults) => {
    for (const fault of findFormFaults(form.fields)) addBelow('fields', fault, faults);
    return form;
  },
  merchandising_rule: (rule, faults) => {
    for (const fault of findRuleFaults(rule)) addBelow(fault.field, fault, faults);
    return rule;
  },
  // The rule that personal data is never recorded applies to bundles too.
  search_event: (event, faults) => {
    const term = recordableTerm(event.term);
    if (term !== undefined) return { ...event, term };
    faults.add(
      'not_allowed',
      'must be a search term that may be recorded: no personal data, not too long',
      'term',
    );
    return undefined;
  },
};

/** What JSON.parse says, without the text. */
export const jsonProblem = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  const at = /at position (\d+)/.exec(message)?.[1];
  const what = message.replace(/,? (?:in JSON )?at position.*$/su, '').replace(/, (?:\.\.\.)?".*$/su, '');
  const shown = what.replace(/\p{C}/gu, '\uFFFD');
  return at === undefined ? shown : `${shown} at character ${Number(at) + 1}`;
};
