// A tree of plain objects and typed arrays as one run of bytes, and back without copying: arrays become views on the bytes.
// Whether the bytes are whole is the snapshot's business (a checksum); here a tree that does not fit its bytes is refused.

const typedArrays = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;
type TypedArrayName = keyof typeof typedArrays;
type TypedArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const ALIGNMENT_BYTES = 8;
const HEADER_BYTES = 16;
const MARK = '$array';

export class DamagedTree extends Error {}

/** The tree as bytes that threads can share. Layout: length of the JSON part, the JSON part, then every array, aligned. */
export const encodeTree = (tree: unknown): Uint8Array<SharedArrayBuffer> => {
  const arrays: TypedArray[] = [];
  let bytes = 0;
  const json = new TextEncoder().encode(
    JSON.stringify(tree, (_, value: unknown) => {
      if (!ArrayBuffer.isView(value)) return value;
      const array = value as TypedArray;
      const place = bytes;
      arrays.push(array);
      bytes += aligned(array.byteLength);
      return { [MARK]: [nameOf(array), place, array.length] };
    }),
  );
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

/** Throws `DamagedTree` unless the bytes hold a whole tree. */
export const decodeTree = (encoded: Uint8Array): unknown => {
  if (encoded.byteLength < HEADER_BYTES || encoded.byteOffset % ALIGNMENT_BYTES !== 0)
    throw new DamagedTree('too short');
  const jsonBytes = new DataView(encoded.buffer, encoded.byteOffset).getUint32(0, true);
  const start = HEADER_BYTES + aligned(jsonBytes);
  if (start > encoded.byteLength) throw new DamagedTree('the description is cut off');
  // A decoder does not read shared memory: the small description is copied, the arrays are not.
  const text = new TextDecoder().decode(encoded.slice(HEADER_BYTES, HEADER_BYTES + jsonBytes));
  try {
    return JSON.parse(text, (_, value: unknown) => {
      const mark =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[MARK] : undefined;
      return mark === undefined ? value : viewOf(encoded, start, mark);
    });
  } catch (error) {
    throw error instanceof DamagedTree ? error : new DamagedTree('the description cannot be read');
  }
};

/** How many bytes the arrays of a tree take. */
export const arrayBytes = (tree: unknown): number => {
  if (ArrayBuffer.isView(tree)) return tree.byteLength;
  if (typeof tree !== 'object' || tree === null) return 0;
  let bytes = 0;
  for (const value of Object.values(tree)) bytes += arrayBytes(value);
  return bytes;
};

const viewOf = (encoded: Uint8Array, start: number, mark: unknown): TypedArray => {
  const [name, place, length] = mark as [TypedArrayName, number, number];
  const ArrayType = Object.hasOwn(typedArrays, name) ? typedArrays[name] : undefined;
  const isPlace = Number.isInteger(place) && place >= 0 && place % ALIGNMENT_BYTES === 0;
  const isLength = Number.isInteger(length) && length >= 0;
  if (ArrayType === undefined || !isPlace || !isLength)
    throw new DamagedTree('an array is described wrongly');
  if (start + place + length * ArrayType.BYTES_PER_ELEMENT > encoded.byteLength)
    throw new DamagedTree('an array is cut off');
  return new ArrayType(encoded.buffer as ArrayBuffer, encoded.byteOffset + start + place, length);
};

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;

const nameOf = (array: TypedArray): TypedArrayName => {
  const name = array.constructor.name;
  if (!Object.hasOwn(typedArrays, name)) throw new Error(`cannot encode a ${name}`);
  return name as TypedArrayName;
};
