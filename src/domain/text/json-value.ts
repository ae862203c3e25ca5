// JSON values: whether two are equal, and whether one can be stored.

export const JSON_DEPTH_MAX = 16;
export const JSON_NODES_MAX = 10_000;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property, never one of the prototype. */
export const ownValue = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Absent, `null` and `[]` all mean that a value is not used (Decision 0003). */
export const isUnused = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Whether two values are equal JSON. The order of keys does not matter. */
export const isSameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isSameJson(item, b[index]))
    );
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
};

/** Without NUL and lone surrogates, which databases handle differently. */
export const isCleanText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export type JsonFault = 'invalid_character' | 'not_allowed' | 'out_of_range' | 'too_deep' | 'too_many';

/** Why a value cannot be stored, whatever it is for. */
export const findJsonFault = (value: unknown): JsonFault | undefined => {
  let nodes = 0;
  const look = (inner: unknown, depth: number): JsonFault | undefined => {
    nodes += 1;
    if (nodes > JSON_NODES_MAX) return 'too_many';
    if (typeof inner === 'string') return isCleanText(inner) ? undefined : 'invalid_character';
    // 1e999 is valid JSON, but would be stored as null.
    if (typeof inner === 'number') return Number.isFinite(inner) ? undefined : 'out_of_range';
    if (typeof inner !== 'object' || inner === null) return undefined;
    if (depth > JSON_DEPTH_MAX) return 'too_deep';
    for (const [key, item] of Object.entries(inner)) {
      if (!isCleanText(key)) return 'invalid_character';
      // A bundle cannot contain it, so one such name would prevent the export of the whole workspace.
      if (key === '__proto__') return 'not_allowed';
      const fault = look(item, depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  return look(value, 1);
};
