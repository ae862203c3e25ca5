// The demo shop with markup in every text of every line. Which values are texts follows from the schemas of the bundle, so a field that
// is added to them is here as well; names of attributes get markup too.

import { buildBundle } from '../../demo/build/build-bundle.ts';
import { mainCatalogId } from '../../demo/build/ids.ts';
import { bundleKinds } from '../../src/contract/bundle.ts';

export const HOSTILE = '<script>globalThis.hacked=1</script><img src=x onerror="globalThis.hacked=1">';

interface Schema {
  readonly type?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/** Names may be as long as this; what is shorter is an id, what is longer an address. */
const NAME_MAX_CHARS = 1_000;

/** Instead of what the demo allows its editors. */
const LENGTH_MAX = 10_000;

/** Texts by their schema that refer to something, or that conditions compare. */
const references =
  /(?:_id|url|slug|_hash|provider|internal_name|env_type|template|term|search_term\w*|value|words|visitor)$/;

const isText = (schema: Schema, key: string): boolean =>
  schema.pattern === undefined &&
  schema.format === undefined &&
  schema.enum === undefined &&
  schema.const === undefined &&
  (schema.maxLength ?? NAME_MAX_CHARS) === NAME_MAX_CHARS &&
  !references.test(key);

const spoilText = (text: string): string => (/\p{L}/u.test(text) ? `${text} ${HOSTILE}` : text);

const flatten = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(flatten) ?? [schema];

/** Of several schemas, the one for values of this type. */
const choose = (schema: Schema, value: unknown): Schema => {
  const type = Array.isArray(value) ? 'array' : typeof value;
  return flatten(schema).find((each) => each.type === type) ?? schema;
};

const spoil = (given: Schema, value: unknown, key = ''): unknown => {
  const schema = choose(given, value);
  if (typeof value === 'string') {
    // A value of any type: only prose has spaces.
    const isProse = schema.type === undefined ? value.includes(' ') : isText(schema, key);
    return isProse ? spoilText(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => spoil(schema.items ?? {}, each, key));
  if (typeof value !== 'object' || value === null) return value;
  const [ofAny = {}] = Object.values(schema.patternProperties ?? {});
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      spoil(schema.properties?.[name] ?? ofAny, each, name),
    ]),
  );
};

export const hostileBundle = (): string => {
  const lines = buildBundle().map((line) => {
    if (line.kind === 'scope') return line;
    const spoilt = spoil(bundleKinds[line.kind] as Schema, line) as Record<string, unknown>;
    // Pages find a form by its name.
    if (line.kind === 'form') return { ...spoilt, name: line.name };
    if (line.kind === 'popular_term') return { ...spoilt, term: spoilText(line.term) };
    if (line.kind !== 'product') return spoilt;
    return { ...spoilt, attributes: { ...(spoilt['attributes'] as object), [HOSTILE]: HOSTILE } };
  });
  const facet = { kind: 'facet', catalog_id: mainCatalogId, field: HOSTILE, label: HOSTILE, position: 0 };
  return [...lines, facet]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
    .replaceAll(/"max_length":\d+/g, `"max_length":${LENGTH_MAX}`);
};
