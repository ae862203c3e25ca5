// Whether a client wants a page or data at the same address: browsers name HTML in `Accept`, programs rarely do.

import { readWeights } from '../wire/quality.ts';

export const wantsHtml = (accept: string | undefined): boolean => {
  const weights = readWeights(accept ?? '');
  const html = weights.get('text/html') ?? 0;
  return html > 0 && html >= (weights.get('application/json') ?? 0);
};
