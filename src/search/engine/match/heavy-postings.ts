// Finds the postings of a list whose weight is large enough to matter.

/** The first posting from `from` on whose weight is not too small, or `to`. Nothing else in this loop: it reads every posting. */
export const nextHeavy = (weights: Uint8Array, from: number, to: number, weightMin: number): number => {
  let posting = from;
  while (posting < to && (weights[posting] as number) < weightMin) posting += 1;
  return posting;
};
