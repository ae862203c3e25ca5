// One line of a bundle: text → a checked, whole, canonical object, and back. The same object is always the same text.
// Whether what a line refers to exists is not decided here.

import { type BundleKind, type BundleObject, bundleKinds, bundleScope } from '../contract/bundle.ts';
import { UUID_PATTERN } from '../contract/values.ts';
import { recordableTerm } from '../domain/popular-terms.ts';
import type { WorkspaceScope } from '../domain/scope.ts';
import { nestsDeeperThan } from './json-nesting.ts';
import { LineFaults, showValue } from './line-faults.ts';
import { buildReader, type Reader, type SchemaNode } from './schema-reader.ts';
import { hostRule, patternRules } from './text-rules.ts';

export const LINE_MAX_BYTES = 4 * 1024 * 1024;
const NESTING_MAX_LEVELS = 64;

export type DecodedLine =
  | { readonly kind: 'scope'; readonly scope: WorkspaceScope }
  | { readonly kind: 'object'; readonly object: BundleObject }
  /** Names the kind of line, the field and what was expected. */
  | { readonly kind: 'fault'; readonly message: string };

const scopeReader = buildReader(bundleScope as unknown as SchemaNode);
const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries(bundleKinds).map(([kind, schema]) => [kind, buildReader(schema as unknown as SchemaNode)]),
);

const fault = (message: string): DecodedLine => ({ kind: 'fault', message });

export const decodeLine = (text: string): DecodedLine => {
  if (nestsDeeperThan(text, NESTING_MAX_LEVELS)) {
    return fault(`is nested deeper than ${NESTING_MAX_LEVELS} levels`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fault(`is not valid JSON: ${jsonProblem(error)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fault(`must be an object, not ${showValue(value)}`);
  }
  const kind: unknown = Object.hasOwn(value, 'kind') ? (value as { kind: unknown }).kind : undefined;
  if (kind === undefined) return fault('kind is missing');
  return kind === 'scope' ? decodeScope(value) : decodeObject(kind, value, text.length);
};

const decodeScope = (value: object): DecodedLine => {
  const faults = new LineFaults();
  const line = scopeReader.read(value, faults) as { tenant_id: string; workspace_id: string };
  return faults.count > 0
    ? fault(`scope: ${faults}`)
    : { kind: 'scope', scope: { tenantId: line.tenant_id, workspaceId: line.workspace_id } };
};

const decodeObject = (kind: unknown, value: object, textChars: number): DecodedLine => {
  const reader = typeof kind === 'string' ? readers.get(kind) : undefined;
  if (reader === undefined) {
    return fault(`kind ${showValue(kind)} is not known; known are scope, ${[...readers.keys()].join(', ')}`);
  }
  const faults = new LineFaults();
  const object = canonicalize(kind as BundleKind, reader, value, faults);
  if (object === undefined || faults.count > 0) return fault(`${kind}: ${faults}`);
  // Defaults make a line longer; what is taken in must still be a line that an export can be read back from.
  if (textChars > LINE_MAX_BYTES / 4 && Buffer.byteLength(JSON.stringify(object)) > LINE_MAX_BYTES) {
    return fault(`${kind}: is longer than ${LINE_MAX_BYTES} bytes with its defaults put in`);
  }
  return { kind: 'object', object };
};

/** The line of an object, canonical whatever the order of its keys. An object that could not be read back is a bug. */
export const encodeLine = (object: BundleObject): string => {
  const faults = new LineFaults();
  const reader = readers.get(object.kind);
  const canonical = reader && canonicalize(object.kind, reader, object, faults);
  if (canonical === undefined || faults.count > 0) {
    throw new Error(`${object.kind} cannot be written to a bundle: ${faults}`);
  }
  return JSON.stringify(canonical);
};

export const encodeScope = ({ tenantId, workspaceId }: WorkspaceScope): string =>
  JSON.stringify({ kind: 'scope', tenant_id: tenantId, workspace_id: workspaceId });

const canonicalize = (
  kind: BundleKind,
  reader: Reader,
  value: object,
  faults: LineFaults,
): BundleObject | undefined => {
  const object = reader.read(value, faults) as BundleObject;
  if (faults.count > 0) return undefined;
  return kindRules[kind]?.(object as never, faults) ?? object;
};

const uuidRule = patternRules(UUID_PATTERN);

type KindRules = {
  readonly [K in BundleKind]?: (
    object: Extract<BundleObject, { kind: K }>,
    faults: LineFaults,
  ) => BundleObject | undefined;
};

/** What a schema cannot say. */
const kindRules: KindRules = {
  domain: (domain, faults) => {
    const host = hostRule.canonical(domain.host);
    if (host !== undefined) return { ...domain, host };
    faults.add(`must be ${hostRule.expected}`, 'host');
    return undefined;
  },
  // The id of a model in lower case like the model's own, or free text where there is no model.
  store: (store) => ({
    ...store,
    content_model_id: uuidRule.canonical(store.content_model_id) ?? store.content_model_id,
  }),
  publication: (publication, faults) => {
    if (new Set(publication.locales).size !== (publication.locales ?? []).length) {
      faults.add('must not name a locale twice', 'locales');
    }
    return publication;
  },
  // A bundle is no way around the rule that personal data is never recorded.
  search_event: (event, faults) => {
    const term = recordableTerm(event.term);
    if (term !== undefined) return { ...event, term };
    faults.add('must be a search term that may be recorded: no personal data, not too long', 'term');
    return undefined;
  },
};

const jsonProblem = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  const at = /at position (\d+)/.exec(message)?.[1];
  const what = message.replace(/,? (?:in JSON )?at position.*$/su, '').replace(/, (?:\.\.\.)?".*$/su, '');
  const shown = what.replace(/\p{C}/gu, '\uFFFD');
  return at === undefined ? shown : `${shown} at character ${Number(at) + 1}`;
};
