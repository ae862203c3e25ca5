// Finds the postings of a list whose weight is large enough to matter.

/** The first posting from `from` on whose weight is not too small, or `to`. Nothing else in this loop: it reads every posting. */
export const nextHeavy = (weights: Uint8Array, from: number, to: number, weightMin: number): number => {
  let posting = from;
  while (posting < to && (weights[posting] as number) < weightMin) posting += 1;
  return posting;
};

/** The weights of postings, also read four at a time. */
export interface PostingWeights {
  readonly bytes: Uint8Array;
  /** The same bytes; empty if they do not begin at a multiple of four. */
  readonly fours: Uint32Array;
}

const BYTES = 4;

/** By the array of a segment, which is never changed: a view costs more than to look it up. */
const known = new WeakMap<Uint8Array, PostingWeights>();

export const weightsOf = (bytes: Uint8Array): PostingWeights => {
  let weights = known.get(bytes);
  if (weights === undefined) {
    const { buffer, byteOffset, length } = bytes;
    const fours = byteOffset % BYTES === 0 ? Math.floor(length / BYTES) : 0;
    weights = { bytes, fours: fours === 0 ? new Uint32Array(0) : new Uint32Array(buffer, byteOffset, fours) };
    known.set(bytes, weights);
  }
  return weights;
};

const EVERY_OTHER = 0x00ff_00ff;
const CARRIES = 0x0100_0100;

/** Lists all postings from `from` up to `to` whose weight is not too small; returns how many. */
export const listHeavy = (
  { bytes, fours }: PostingWeights,
  from: number,
  to: number,
  weightMin: number,
  into: Uint32Array,
): number => {
  // A byte that is not too small carries into the one before it, which is cleared.
  const missing = Math.imul(0x0001_0001, 0x100 - weightMin);
  const first = (from + BYTES - 1) >>> 2;
  const last = Math.min(to >>> 2, fours.length);
  if (first >= last) return addHeavy(bytes, from, to, weightMin, into, 0);
  let found = addHeavy(bytes, from, first * BYTES, weightMin, into, 0);
  for (let four = first; four < last; four += 1) {
    const word = fours[four] as number;
    const carried = ((word & EVERY_OTHER) + missing) | (((word >>> 8) & EVERY_OTHER) + missing);
    if ((carried & CARRIES) === 0) continue;
    found = addHeavy(bytes, four * BYTES, (four + 1) * BYTES, weightMin, into, found);
  }
  return addHeavy(bytes, last * BYTES, to, weightMin, into, found);
};

/** Adds those from `from` up to `to`. Without a branch: which of them are heavy is unpredictable. */
const addHeavy = (
  bytes: Uint8Array,
  from: number,
  to: number,
  weightMin: number,
  into: Uint32Array,
  end: number,
): number => {
  let found = end;
  for (let posting = from; posting < to; posting += 1) {
    into[found] = posting;
    found += (weightMin - 1 - (bytes[posting] as number)) >>> 31;
  }
  return found;
};
