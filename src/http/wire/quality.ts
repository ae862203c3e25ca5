// The weights of `Accept` and `Accept-Encoding` (RFC 9110, 12.4.2). Parts with parameters other than the weight are left out.

const PART = /^\s*([\w*/+.-]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/i;
const PARTS_MAX = 32;

/** By name, in lower case. */
export const readWeights = (header: string): Map<string, number> => {
  const weights = new Map<string, number>();
  for (const part of header.split(',', PARTS_MAX)) {
    const [, name, weight] = PART.exec(part) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), weight === undefined ? 1 : Number(weight) || 0);
  }
  return weights;
};
