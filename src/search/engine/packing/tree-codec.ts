// Encodes a tree of plain objects and typed arrays as bytes, and decodes it without copying: arrays become views of
// the bytes. The snapshot's checksum guards the bytes; this codec only rejects a tree that does not fit them.

const typedArrays = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const;
type TypedArrayName = keyof typeof typedArrays;
type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const ALIGNMENT_BYTES = 8;
const HEADER_BYTES = 16;
const ARRAY_KEY = '$array';
/** In the place of empty arrays, of which a segment has hundreds. They hold nothing that could change. */
const emptyArrays: Readonly<Record<TypedArrayName, TypedArray>> = {
  Uint8Array: new Uint8Array(0),
  Uint16Array: new Uint16Array(0),
  Uint32Array: new Uint32Array(0),
  Int32Array: new Int32Array(0),
  Float64Array: new Float64Array(0),
};

class CorruptTree extends Error {}

/** Encodes into shared memory. Layout: length of the JSON, the JSON, then every array, aligned. */
export const encodeTree = (tree: unknown): Uint8Array<SharedArrayBuffer> => {
  const { description, arrays, bytes } = describe(tree);
  const json = new TextEncoder().encode(JSON.stringify(description));
  const start = HEADER_BYTES + aligned(json.length);
  const encoded = new Uint8Array(new SharedArrayBuffer(start + bytes));
  new DataView(encoded.buffer).setUint32(0, json.length, true);
  encoded.set(json, HEADER_BYTES);
  let at = start;
  for (const array of arrays) {
    encoded.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += aligned(array.byteLength);
  }
  return encoded;
};

interface DescribedTree {
  /** The tree with a description in the place of each array. */
  readonly description: unknown;
  readonly arrays: readonly TypedArray[];
  /** What all of them take, aligned. */
  readonly bytes: number;
}

const describe = (tree: unknown): DescribedTree => {
  const arrays: TypedArray[] = [];
  let bytes = 0;
  // A replacer of `JSON.stringify` takes several times as long.
  const walk = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (ArrayBuffer.isView(value)) {
      const array = value as TypedArray;
      const name = nameOf(array);
      if (array.length === 0) return { [ARRAY_KEY]: name };
      arrays.push(array);
      const offset = bytes;
      bytes += aligned(array.byteLength);
      return { [ARRAY_KEY]: [name, offset, array.length] };
    }
    if (Array.isArray(value)) return value.map(walk);
    const node: Record<string, unknown> = { ...value };
    for (const key of Object.keys(node)) node[key] = walk(node[key]);
    return node;
  };
  return { description: walk(tree), arrays, bytes };
};

/** Throws `CorruptTree` unless the bytes hold a complete tree. */
export const decodeTree = (encoded: Uint8Array): unknown => {
  if (encoded.byteLength < HEADER_BYTES || encoded.byteOffset % ALIGNMENT_BYTES !== 0)
    throw new CorruptTree('too short');
  const jsonBytes = new DataView(encoded.buffer, encoded.byteOffset).getUint32(0, true);
  const start = HEADER_BYTES + aligned(jsonBytes);
  if (start > encoded.byteLength) throw new CorruptTree('the description is cut off');
  // TextDecoder does not read shared memory: the small description is copied, the arrays are not.
  const text = new TextDecoder().decode(encoded.slice(HEADER_BYTES, HEADER_BYTES + jsonBytes));
  return restore(parseDescription(text), (described) => viewOf(encoded, start, described));
};

const parseDescription = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new CorruptTree('the description cannot be read');
  }
};

/** The same objects with an array in the place of each description. A reviver of `JSON.parse` takes several times as long. */
const restore = (value: unknown, viewOf: (described: unknown) => TypedArray): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries()) value[index] = restore(child, viewOf);
    return value;
  }
  const node = value as Record<string, unknown>;
  const described = node[ARRAY_KEY];
  if (described !== undefined) return viewOf(described);
  for (const key of Object.keys(node)) node[key] = restore(node[key], viewOf);
  return node;
};

/** The total size of a tree's arrays. */
export const arrayBytes = (tree: unknown): number => {
  if (ArrayBuffer.isView(tree)) return tree.byteLength;
  if (typeof tree !== 'object' || tree === null) return 0;
  let bytes = 0;
  for (const value of Object.values(tree)) bytes += arrayBytes(value);
  return bytes;
};

const viewOf = (encoded: Uint8Array, start: number, described: unknown): TypedArray => {
  if (typeof described === 'string' && Object.hasOwn(emptyArrays, described))
    return emptyArrays[described as TypedArrayName];
  const [name, offset, length] = (Array.isArray(described) ? described : []) as [
    TypedArrayName,
    number,
    number,
  ];
  const ArrayType = Object.hasOwn(typedArrays, name) ? typedArrays[name] : undefined;
  const isOffset = Number.isInteger(offset) && offset >= 0 && offset % ALIGNMENT_BYTES === 0;
  const isLength = Number.isInteger(length) && length >= 0;
  if (ArrayType === undefined || !isOffset || !isLength)
    throw new CorruptTree('an array is described wrongly');
  if (start + offset + length * ArrayType.BYTES_PER_ELEMENT > encoded.byteLength)
    throw new CorruptTree('an array is cut off');
  return new ArrayType(encoded.buffer as ArrayBuffer, encoded.byteOffset + start + offset, length);
};

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;

const nameOf = (array: TypedArray): TypedArrayName => {
  const name = array.constructor.name;
  if (!Object.hasOwn(typedArrays, name)) throw new Error(`cannot encode a ${name}`);
  return name as TypedArrayName;
};
